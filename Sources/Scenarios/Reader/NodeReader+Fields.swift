import Documents
internal import HAL
internal import HTTPTypes
import Matching

extension NodeReader {
    /// The maximum number of fields, which is that of a request.
    private static let mostFields = 500

    /// Header fields, one line for each string; logs names and values that are not allowed in a head.
    func fields(_ node: Node, _ name: String) -> [HTTPField] {
        var fields: [HTTPField] = []
        guard node.pairs.count <= Self.mostFields else {
            log.error("\(name) has \(node.pairs.count) fields; the maximum is \(Self.mostFields)", at: node)
            return []
        }
        for entry in entries(node, name) ?? [] {
            guard let fieldName = HTTPField.Name(entry.name) else {
                log.error("'\(entry.name)' is not a valid header name", at: entry.key)
                continue
            }
            for line in lines(entry.value) {
                guard let value = headerText(line, "'\(entry.name)'") else { continue }
                check(value, of: fieldName, at: line)
                fields.append(HTTPField(name: fieldName, value: value))
            }
        }
        return fields
    }

    private func lines(_ node: Node) -> [Node] {
        guard case .sequence(let items) = node.content else { return [node] }
        return items
    }

    /// A text that a header field may contain (RFC 9110 §5.5).
    func headerText(_ node: Node, _ name: String) -> String? {
        guard let text = text(node, name) else { return nil }
        for scalar in text.unicodeScalars where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F {
            let what = scalar == "\r" || scalar == "\n" ? "CR or LF" : "a control character"
            log.error("\(name) contains \(what), which would end or break the header", at: node)
            return nil
        }
        return text
    }

    private func check(_ value: String, of name: HTTPField.Name, at node: Node) {
        guard !scenario.isRecorded, !scenario.isInTemplate || !Template.isIn(value) else { return }
        switch name {
        case .contentType: mediaType(value, "'\(name)'", at: node)
        case .date, .lastModified: date(value, "'\(name)'", at: node)
        case .expires where value != "0" && value != "-1": date(value, "'\(name)'", at: node)
        case .retryAfter: checkWeekday(value, at: node)
        case .eTag: checkEntityTags(value, "'\(name)'", at: node)
        default: break
        }
    }

    /// Logs a text that is not a media type (RFC 9110 §8.3.1).
    func mediaType(_ text: String, _ name: String, at node: Node) {
        if MediaType(text) == nil { overlook("\(name): '\(text)' is not a valid media type", at: node) }
    }

    /// Logs a text that is not an HTTP-date (RFC 9110 §5.6.7), or one with the wrong weekday.
    func date(_ text: String, _ name: String, at node: Node) {
        guard let reading = HTTPDate.Reading(text) else {
            overlook(
                "\(name): '\(text)' is not a valid HTTP-date",
                at: node,
                suggestion: "use the form 'Tue, 03 Nov 2026 10:00:00 GMT'"
            )
            return
        }
        checkWeekday(of: reading, at: node)
    }

    /// A text that is an HTTP-date.
    func dateText(_ node: Node, _ name: String) -> String? {
        guard let text = headerText(node, name) else { return nil }
        date(text, name, at: node)
        return text
    }

    private func checkWeekday(_ text: String, at node: Node) {
        if let reading = HTTPDate.Reading(text) { checkWeekday(of: reading, at: node) }
    }

    private func checkWeekday(of reading: HTTPDate.Reading, at node: Node) {
        guard !reading.weekdayIsRight else { return }
        log.warning("the date has the wrong weekday", at: node, suggestion: "it should be '\(reading.date)'")
    }
}

extension Codec where Value == String {
    /// A text that a header field may contain (RFC 9110 §5.5).
    static let headerText = Codec(shape: .text, read: { $0.headerText($1, $2) }, write: { .string($0) })
    /// An HTTP-date (RFC 9110 §5.6.7).
    static let date = Codec(shape: .text, read: { $0.dateText($1, $2) }, write: { .string($0) })
    /// A media type (RFC 9110 §8.3.1).
    static let mediaType = Codec(reading: .text) { reader, node, name in
        guard let text = reader.headerText(node, name) else { return nil }
        reader.mediaType(text, name, at: node)
        return text
    }
}
