/// Text for XML 1.0 and HTML.
enum MarkupText {
    /// The text with character references for what is markup, in attributes too.
    ///
    /// What XML cannot have at all (§2.2) becomes U+FFFD, and so does what ``Swift/StringProtocol/printable`` takes out.
    static func escaped(_ text: some StringProtocol, isAttribute: Bool = false) -> String {
        guard !text.utf8.allSatisfy({ isOrdinary($0) }) else { return String(text) }
        var escaped = ""
        for scalar in text.printableText.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n" where isAttribute: escaped += "&#10;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Whether no reading of the byte needs a second look.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}

extension StringProtocol {
    /// The lines as they are, each printable.
    fileprivate var printableText: String { printableLines().joined(separator: "\n") }
}
