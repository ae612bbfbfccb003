extension StringProtocol where SubSequence == Substring {
    /// The text without optional whitespace, spaces and tabs, at its ends, RFC 9110 §5.6.3.
    @inlinable package var trimmingSpaces: Substring {
        var start = startIndex
        var end = endIndex
        while start < end, unicodeScalars[start].isBlank { unicodeScalars.formIndex(after: &start) }
        while end > start {
            let last = unicodeScalars.index(before: end)
            guard unicodeScalars[last].isBlank else { break }
            end = last
        }
        return self[start..<end]
    }

    /// Whether this is a token, RFC 9110 §5.6.2.
    package var isToken: Bool {
        !isEmpty && utf8.allSatisfy(\.isTokenByte)
    }
}

extension Unicode.Scalar {
    /// Whether this is a space or a tab.
    @inlinable package var isBlank: Bool { self == " " || self == "\t" }
}

extension UInt8 {
    /// Whether this is a space or a tab.
    @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether this is a decimal digit.
    package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether this may occur in a token, RFC 9110 §5.6.2.
    package var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
