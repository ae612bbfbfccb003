internal import HAL

/// `${name}` in strings, which a matrix fills in.
enum Placeholders {
    /// Whether replacing can change the text at all.
    static func mayStand(in text: String) -> Bool {
        guard text.utf8.has(UInt8(ascii: "$")) else { return false }
        var afterDollar = false
        for byte in text.utf8 {
            if afterDollar, byte == UInt8(ascii: "{") { return true }
            afterDollar = byte == UInt8(ascii: "$")
        }
        return false
    }

    /// The scalar with each `${name}` replaced; a scalar that consists of `${name}` becomes the value itself.
    ///
    /// Names for which `value` has nothing stay as they are.
    static func filled(_ scalar: Node.Scalar, with value: (Substring) -> Node.Scalar?) -> Node.Scalar {
        var result = ""
        var rest = Substring(scalar.text)
        while let (start, end) = first(in: rest) {
            let name = rest[rest.utf8.index(start, offsetBy: 2)..<end]
            let after = rest.utf8.index(after: end)
            result += rest[..<start]
            if let value = value(name) {
                if result.isEmpty, start == scalar.text.startIndex, after == rest.endIndex { return value }
                result += value.text
            } else {
                result += rest[start..<after]
            }
            rest = rest[after...]
        }
        return Node.Scalar(text: result + rest, isPlain: false)
    }

    /// The positions of the first `${` and of the `}` after it.
    private static func first(in text: Substring) -> (start: String.Index, end: String.Index)? {
        var afterDollar: String.Index?
        var start: String.Index?
        for (index, byte) in zip(text.utf8.indices, text.utf8) {
            if let start {
                if byte == UInt8(ascii: "}") { return (start, index) }
            } else if let dollar = afterDollar, byte == UInt8(ascii: "{") {
                start = dollar
            }
            afterDollar = byte == UInt8(ascii: "$") ? index : nil
        }
        return nil
    }
}
