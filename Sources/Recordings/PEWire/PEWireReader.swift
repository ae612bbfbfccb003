internal import Documents
internal import HAL
internal import Matching

extension ImportFormat {
    /// Canned responses of PEWire-Control, one in each file.
    static let peWire = ImportFormat(
        name: "pewire",
        outline: "PEWire-Control XML with 'http-response'",
        recognizes: { $0.isXML },
        read: { _, log, settings in PEWireReader(log: log, settings: settings).read() }
    )
}

/// Reads an `http-response` of PEWire-Control: one exchange, whose request matches whatever its query is.
struct PEWireReader {
    /// A value that a file must have exactly once.
    private struct Missing: Error {}

    /// The work of parsing and visiting the largest file.
    private static let budget = 1 << 30
    private static let documentType = "<!DOCTYPE"

    private let log: IssueLog
    private let settings: ImportSettings

    init(log: IssueLog, settings: ImportSettings) {
        self.log = log
        self.settings = settings
    }

    func read() -> ImportResult {
        var result = ImportResult()
        guard let root = root, let exchange = exchange(root), let origin = exchange.request.origin else {
            return result
        }
        var generator = settings.generator
        generator.matchesAnyQuery = true
        result.scenario = generator.scenario(of: [exchange], origin: origin)
        return result
    }

    /// The root element; a DTD is an error, because it can change what the document contains.
    private var root: XMLElement? {
        guard let text = String(validating: UTF8Check.withoutByteOrderMark(log.file.bytes), as: UTF8.self) else {
            log.add(.error, "the file is not UTF-8", at: Mark(line: 1, column: 1))
            return nil
        }
        if let range = text.firstRange(of: Self.documentType) {
            let line = text[..<range.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
            log.add(.error, "a DTD is not supported", at: Mark(line: line, column: 1), suggestion: "remove the DOCTYPE")
            return nil
        }
        do throws(InvalidPattern) {
            var budget = EvaluationBudget(steps: Self.budget)
            let document = try XMLDocument(text, .withoutComments, budget: &budget)
            for case .element(let element) in document.nodes { return element }
        } catch {
            log.add(.error, "invalid XML: \(error.message)", at: Mark(line: 1, column: 1))
        }
        return nil
    }

    private func exchange(_ root: XMLElement) -> Exchange? {
        guard root.name.local == "http-response" else {
            error("the root element must be 'http-response', not '\(root.name.local)'", root)
            return nil
        }
        guard let status = root["statusCode"].flatMap({ Int($0) }), (100...599).contains(status) else {
            error("'statusCode' must be a status code", root)
            return nil
        }
        guard let annotation = single("annotation", of: root), let request = request(annotation) else { return nil }
        var fields: [FieldLine] = []
        for header in children("header", of: children("headers", of: root)) {
            guard let name = value("name", of: header), let value = value("value", of: header) else { return nil }
            // A repeated name overwrites.
            fields.removeAll { $0.isNamed(name) }
            fields.append(FieldLine(name, value))
        }
        for cookie in children("cookie", of: children("cookies", of: root)) {
            guard let line = setCookie(cookie) else { return nil }
            fields.append(FieldLine("Set-Cookie", line))
        }
        let bodies = children("body", of: [root])
        guard bodies.count < 2 else {
            error("'body' is there \(bodies.count) times", bodies[1])
            return nil
        }
        if let file = children("body-file", of: [root]).first {
            error("'body-file' is not supported", file)
            return nil
        }
        let body = bodies.first.map { Self.trimmed(XMLNode.element($0).textContent) } ?? ""
        return Exchange(request, Exchange.Response(status, fields: fields, body: Array(body.utf8)))
    }

    private func request(_ annotation: XMLElement) -> Exchange.Request? {
        guard let path = value("uri-path", of: annotation), let method = value("request-method", of: annotation),
            let scheme = value("scheme", of: annotation), let host = value("host", of: annotation),
            let port = value("port", of: annotation)
        else { return nil }
        let text = "\(scheme)://\(host):\(port)" + (path.hasPrefix("/") ? path : "/" + path)
        var uri = URIReference(text)
        guard let origin = Origin(uri) else {
            error("'\(text)' is not a valid address", annotation)
            return nil
        }
        // Only the path is matched.
        uri.query = nil
        uri.fragment = nil
        return Exchange.Request(method, origin.description + uri.path)
    }

    private func setCookie(_ cookie: XMLElement) -> String? {
        guard let name = value("name", of: cookie), let value = value("value", of: cookie) else { return nil }
        var line = "\(name)=\(value)"
        if let path = cookie["path"] { line += "; Path=\(path)" }
        if let domain = cookie["domain"] { line += "; Domain=\(domain)" }
        if let expires = cookie["expires"] { line += "; Expires=\(expires)" }
        if let age = cookie["max-age"].flatMap({ Int($0) }), age > 0 { line += "; Max-Age=\(age)" }
        if let isSecure = cookie["secure"]?.first, "YyTt123456789".contains(isSecure) { line += "; Secure" }
        return line
    }

    /// The text without the line break after the tag, and the one before the closing tag with its indentation.
    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        if text.first == "\n" || text.first == "\r\n" { text = text.dropFirst() }
        let end = text.lastIndex { $0 != " " && $0 != "\t" }
        if let end, text[end] == "\n" || text[end] == "\r\n" { text = text[..<end] }
        return String(text)
    }

    private func single(_ name: String, of parent: XMLElement) -> XMLElement? {
        let found = children(name, of: [parent])
        guard found.count == 1, let first = found.first else {
            error(
                "'\(parent.name.local)' must have exactly one '\(name)', not \(found.count)",
                found.dropFirst().first ?? parent
            )
            return nil
        }
        return first
    }

    private func children(_ name: String, of parents: [XMLElement]) -> [XMLElement] {
        parents.flatMap(\.children).compactMap { node in
            guard case .element(let element) = node, element.name.local == name else { return nil }
            return element
        }
    }

    private func children(_ name: String, of parent: XMLElement) -> [XMLElement] { children(name, of: [parent]) }

    private func value(_ name: String, of element: XMLElement) -> String? {
        guard let value = element[name] else {
            error("'\(element.name.local)' has no '\(name)'", element)
            return nil
        }
        return value
    }

    private func error(_ message: String, _ element: XMLElement) {
        log.add(.error, message, at: Mark(line: max(element.line.number, 1), column: 1))
    }
}

extension XMLElement {
    /// The value of an attribute.
    fileprivate subscript(name: String) -> String? {
        attributes.first { $0.name.local == name }?.value
    }
}
