import Documents
internal import HAL

/// One part of a `multipart/form-data` body (RFC 7578).
package struct BodyPart: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// The name in `Content-Disposition`.
    package var name: String?
    /// The file name in `Content-Disposition`.
    package var fileName: String?
    package var fields: [Field]
    package var bytes: [UInt8]

    /// Whether it is a field of a form (RFC 7578 §4.2); WireMock leaves other parts out.
    fileprivate var isFormData = false

    /// The values of all fields with that name, ignoring case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// Parses multipart bodies (RFC 2046 §5.1).
package enum MultipartBody {
    /// A body with more parts is not parsed.
    package static let maximumParts = 1000
    /// In bytes; a body with a longer head of a part is not parsed.
    package static let maximumHead = 16 << 10
    private static let maximumBoundary = 200

    /// The parts; nil if the type is not `multipart/…` with a boundary, or if the body is malformed.
    package static func parts(of body: [UInt8], contentType: String) -> [BodyPart]? {
        guard let type = MediaType(contentType), type.type == "multipart", let boundary = type.parameter("boundary"),
            (1...maximumBoundary).contains(boundary.utf8.count)
        else { return nil }
        let delimiter = Array("--\(boundary)".utf8)
        var parts: [BodyPart] = []
        var count = 0
        var start: Int?
        var place = 0
        while let line = next(delimiter, in: body, from: place) {
            if let start {
                guard count < maximumParts, let part = part(body[start..<max(start, line.before)]) else {
                    return nil
                }
                count += 1
                if type.subtype != "form-data" || part.isFormData { parts.append(part) }
            }
            if line.isLast { return parts }
            start = line.after
            place = line.after
        }
        return nil
    }

    /// A delimiter line: the end of the part before it, and the beginning of the part after it.
    private struct Line {
        var before: Int
        var after: Int
        var isLast: Bool
    }

    private static func next(_ delimiter: [UInt8], in body: [UInt8], from start: Int) -> Line? {
        var place = start
        while place <= body.count - delimiter.count {
            if body[place...].starts(with: delimiter), let line = line(at: place, delimiter, body, from: start) {
                return line
            }
            guard let end = body[place...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            place = end + 1
        }
        return nil
    }

    /// Parses a delimiter line; the line break before it belongs to it, not to the part (RFC 2046 §5.1.1).
    private static func line(at place: Int, _ delimiter: [UInt8], _ body: [UInt8], from start: Int) -> Line? {
        var before = place
        if before > start { before -= 1 }
        if before > start, body[before - 1] == UInt8(ascii: "\r") { before -= 1 }
        var after = place + delimiter.count
        if body[after...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            return Line(before: before, after: body.count, isLast: true)
        }
        while after < body.count, body[after] == UInt8(ascii: " ") || body[after] == UInt8(ascii: "\t") { after += 1 }
        if after < body.count, body[after] == UInt8(ascii: "\r") { after += 1 }
        guard after < body.count, body[after] == UInt8(ascii: "\n") else { return nil }
        return Line(before: before, after: after + 1, isLast: false)
    }

    /// Parses a part: its head, an empty line, its body.
    private static func part(_ bytes: ArraySlice<UInt8>) -> BodyPart? {
        var fields: [BodyPart.Field] = []
        var rest = bytes
        while true {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end - bytes.startIndex <= maximumHead else {
                // The empty line of a part without a body is the break that belongs to the delimiter.
                return rest.isEmpty ? part(fields, []) : nil
            }
            var line = rest[..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            rest = rest[(end + 1)...]
            if line.isEmpty { return part(fields, rest) }
            add(line, to: &fields)
        }
    }

    /// Adds a line of a head: it continues the previous one if it begins with a space, and is ignored without a colon.
    private static func add(_ line: ArraySlice<UInt8>, to fields: inout [BodyPart.Field]) {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix(" ") || text.hasPrefix("\t") {
            guard let last = fields.indices.last else { return }
            fields[last].value += " " + text.trimmingSpaces
        } else if let colon = text.firstIndex(of: ":") {
            let value = String(text[text.index(after: colon)...].trimmingSpaces)
            fields.append(BodyPart.Field(name: String(text[..<colon].trimmingSpaces), value: value))
        }
    }

    private static func part(_ fields: [BodyPart.Field], _ bytes: ArraySlice<UInt8>) -> BodyPart {
        var part = BodyPart(fields: fields, bytes: Array(bytes))
        // The parameters are written like those of a media type.
        let disposition = part.values(of: "content-disposition").first.flatMap { MediaType("part/\($0)") }
        part.name = disposition?.parameter("name")
        part.isFormData = disposition?.subtype == "form-data" && part.name != nil
        part.fileName = disposition?.parameter("filename")
        return part
    }
}

extension PartPattern {
    /// Whether the parts match; nil: the body is not multipart.
    package func matches(_ parts: [BodyPart]?, now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(parts, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, within a budget: false once it is used up.
    package func matches(_ parts: [BodyPart]?, now: Int64?, budget: inout EvaluationBudget) -> Bool {
        guard let parts, !parts.isEmpty else { return false }
        switch matching {
        case .any: return parts.contains { matches($0, now, &budget) }
        case .all: return parts.allSatisfy { matches($0, now, &budget) }
        }
    }

    private func matches(_ part: BodyPart, _ now: Int64?, _ budget: inout EvaluationBudget) -> Bool {
        guard name == nil || name == part.name, fileName == nil || fileName == part.fileName else { return false }
        let fits = headers.allSatisfy { $0.pattern.matches(part.values(of: $0.name), now: now, budget: &budget) }
        guard fits else { return false }
        guard !bodyPatterns.isEmpty else { return true }
        guard budget.spend(bytes: 4 * part.bytes.count) else { return false }
        let text = String(repairing: part.bytes)
        let json = bodyPatterns.contains { $0.readsJSON } ? JSONText.parse(text, budget: &budget) : nil
        return bodyPatterns.allSatisfy { $0.matches(text, json: json, bytes: part.bytes, now: now, budget: &budget) }
    }
}
