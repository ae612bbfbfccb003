import HAL

/// JSON on several lines, with the original digits and the original order.
enum IndentedJSON {
    /// The maximum size of a text that is indented, in bytes.
    private static let limit = 100_000

    /// Returns the text indented; nil if it is not an object or an array.
    static func text(_ text: some StringProtocol) -> String? {
        let first = text.first { !$0.isWhitespace }
        guard first == "{" || first == "[", text.utf8.count <= limit,
            let value = try? JSONValue(parsing: Array(text.utf8))
        else { return nil }
        var writer = JSONWriter(pretty: true)
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns an exchange, whose lines begin with `>` or `<`, with its bodies indented.
    static func exchange(_ text: String) -> String {
        var lines: [String] = []
        var body: [Substring] = []
        var mark: Substring?
        func endBody() {
            guard let sign = mark else { return }
            let content = body.joined(separator: "\n")
            let shown = self.text(content) ?? content
            lines += shown.split(separator: "\n", omittingEmptySubsequences: false).map { "\(sign) \($0)" }
            (body, mark) = ([], nil)
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let sign = mark, line.hasPrefix(sign + " ") {
                body.append(line.dropFirst(2))
                continue
            }
            endBody()
            lines.append(String(line))
            if line == ">" || line == "<" { mark = line }
        }
        endBody()
        return lines.joined(separator: "\n")
    }
}
