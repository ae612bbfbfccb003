/// Text for XML 1.0 and HTML.
enum MarkupText {
    /// Returns the text with character references for markup, also for attributes.
    ///
    /// Characters that XML does not allow (§2.2) or that ``Swift/StringProtocol/printable`` replaces become U+FFFD.
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

    /// Whether the byte needs no escaping and is a whole character.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}

extension StringProtocol {
    /// The text with its lines made printable.
    fileprivate var printableText: String { printableLines().joined(separator: "\n") }
}

/// Writes XML 1.0, one element a line.
struct XMLText {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private var depth = 0

    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        line("<\(name)\(Self.written(attributes))>")
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        line("</\(name)>")
    }

    mutating func empty(_ name: String, _ attributes: [(String, String)] = []) {
        line("<\(name)\(Self.written(attributes))/>")
    }

    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        line("<\(name)\(Self.written(attributes))>\(MarkupText.escaped(text))</\(name)>")
    }

    private mutating func line(_ line: String) {
        for _ in 0..<depth { text += "  " }
        text += line
        text += "\n"
    }

    private static func written(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0)=\"\(MarkupText.escaped($1, isAttribute: true))\"" }.joined()
    }
}
