/// Text for Markdown (CommonMark 0.31), none of which is taken for markup.
enum MarkdownText {
    /// One line of prose: punctuation can be escaped (§2.4), and what is HTML too becomes a character reference.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.oneLine().unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "@":
                escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// One line in the font of code.
    static func code(_ text: String) -> String {
        "<code>\(escaped(text))</code>"
    }

    /// A fenced block; its fence is longer than any run of backticks inside (§4.5).
    static func block(_ text: String, language: String = "text") -> String {
        let lines = text.printableLines()
        let longest = lines.map { $0.prefix { $0 == " " || $0 == "`" }.count { $0 == "`" } }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(lines.joined(separator: "\n"))\n\(fence)"
    }
}
