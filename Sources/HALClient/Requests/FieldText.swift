extension String {
    /// The text without the spaces and tabs around it.
    var trimmingSpaces: String {
        var text = self[...]
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return String(text)
    }

    /// Whether this is a token, RFC 9110 §5.6.2.
    var isToken: Bool {
        !isEmpty && utf8.allSatisfy(\.isTokenByte)
    }
}

extension UInt8 {
    /// Whether this may stand in a token, RFC 9110 §5.6.2.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
