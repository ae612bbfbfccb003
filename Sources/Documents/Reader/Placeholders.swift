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
        // As bytes: walking a string's indices costs several times as much.
        let bytes = Array(scalar.text.utf8)
        var result = ""
        var rest = 0
        while let place = first(in: bytes, from: rest) {
            result += String(decoding: bytes[rest..<place.lowerBound], as: UTF8.self)
            rest = place.upperBound
            if let value = value(Substring(decoding: bytes[place].dropFirst(2).dropLast(), as: UTF8.self)) {
                if place == bytes.indices { return value }
                result += value.text
            } else {
                result += String(decoding: bytes[place], as: UTF8.self)
            }
        }
        return Node.Scalar(text: result + String(decoding: bytes[rest...], as: UTF8.self), isPlain: false)
    }

    /// The range of the first `${…}`.
    private static func first(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var opening: Int?
        for index in bytes.indices[start...] {
            if let opening {
                if bytes[index] == UInt8(ascii: "}") { return opening..<(index + 1) }
            } else if index > start, bytes[index] == UInt8(ascii: "{"), bytes[index - 1] == UInt8(ascii: "$") {
                opening = index - 1
            }
        }
        return nil
    }
}
