/// `${name}` in strings, which a matrix fills in.
enum Placeholders {
    /// Whether replacing can change the text at all.
    static func mayStand(in text: String) -> Bool {
        var afterDollar = false
        for byte in text.utf8 {
            if afterDollar, byte == UInt8(ascii: "{") { return true }
            afterDollar = byte == UInt8(ascii: "$")
        }
        return false
    }

    /// The scalar with each `${name}` replaced; one that is nothing but `${name}` becomes the value itself.
    ///
    /// Names without a value stay as they are and are handed to `unknown`.
    static func filled(
        _ scalar: Node.Scalar,
        with values: [String: Node.Scalar],
        unknown: (String) -> Void
    ) -> Node.Scalar {
        var result = ""
        var rest = Substring(scalar.text)
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let name = String(rest[start.upperBound..<end])
            let after = rest.index(after: end)
            result += rest[..<start.lowerBound]
            if let value = values[name] {
                if result.isEmpty, rest.startIndex == scalar.text.startIndex, after == rest.endIndex { return value }
                result += value.text
            } else {
                unknown(name)
                result += rest[start.lowerBound..<after]
            }
            rest = rest[after...]
        }
        return Node.Scalar(text: result + rest, isPlain: false)
    }
}
