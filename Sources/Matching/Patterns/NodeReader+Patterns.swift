package import Documents

extension NodeReader {
    func expression(_ node: Node, _ name: String) -> RegularExpression? {
        guard let pattern = text(node, name) else { return nil }
        return cached(text: pattern) {
            parsed(node, "\(name) is not a valid regular expression") { () throws(InvalidPattern) in
                try RegularExpression(pattern)
            }
        }
    }

    func pathTemplate(_ node: Node, _ name: String) -> PathTemplate? {
        guard let text = text(node, name) else { return nil }
        return parsed(node, "\(name) is not a valid path template") { () throws(InvalidPattern) in
            try PathTemplate(text)
        }
    }

    /// A JSONPath; nil and the reason if it is not valid.
    func jsonPath(_ node: Node, _ name: String) -> (path: JSONPath?, reason: String)? {
        guard let text = text(node, name) else { return nil }
        do throws(InvalidPattern) {
            return (try JSONPath(text), "")
        } catch {
            guard dialect == .wireMock else {
                logInvalid(error, "\(name) is not a valid JSONPath", at: node)
                return nil
            }
            return (nil, "\(name) is not a valid JSONPath, and matches nothing: \(error.message)")
        }
    }

    func datePattern(_ node: Node, _ name: String) -> DatePattern? {
        guard let text = text(node, name) else { return nil }
        return parsed(node, "\(name) is not a valid date format") { () throws(InvalidPattern) in try DatePattern(text) }
    }

    private func parsed<Value>(
        _ node: Node,
        _ complaint: String,
        _ parse: () throws(InvalidPattern) -> Value
    ) -> Value? {
        do throws(InvalidPattern) {
            return try parse()
        } catch {
            logInvalid(error, complaint, at: node)
            return nil
        }
    }

    /// Logs an invalid pattern; the place is inside the pattern if the file has its text unchanged.
    package func logInvalid(_ invalid: InvalidPattern, _ complaint: String, at node: Node) {
        var mark = node.mark
        var length = node.length
        let text = node.text
        let isQuoted = node.length == text.unicodeScalars.count + 2
        if let offset = invalid.offset, !node.hasPlaceholder, isQuoted || node.length == text.unicodeScalars.count {
            mark.column += offset + (isQuoted ? 1 : 0)
            length = 1
        }
        log.add(.error, "\(complaint): \(invalid.message)", at: mark, length: length)
    }
}
