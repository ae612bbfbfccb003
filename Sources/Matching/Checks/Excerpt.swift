import HAL

/// Texts of requests and files in messages and on terminals.
package enum Excerpt {
    /// In Unicode scalars.
    static let longest = 200

    /// The text, truncated, with control characters escaped so that none reaches a terminal.
    package static func of(_ text: String) -> String {
        isPlain(text.utf8) ? text : spelledOut(text)
    }

    /// Whether a text needs neither; nearly all texts.
    private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= longest && bytes.areAll { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func spelledOut(_ text: String) -> String {
        var result = ""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            guard count < longest else { return result + "…" }
            switch scalar.value {
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
            case let value: result += "\\u{\(String(value, radix: 16))}"
            }
        }
        return result
    }

    /// Whether the text has no control characters.
    package static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
        case _: true
        }
    }

    /// The beginning of bytes as text.
    package static func of(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(4 * longest + 4), as: UTF8.self)
        return isPlain(bytes) ? text : spelledOut(text)
    }
}
