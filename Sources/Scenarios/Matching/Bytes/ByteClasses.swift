extension UInt8 {
    /// Whether the byte stands for itself in a normalised target: a legal URI character other than `%` (RFC 3986 §2).
    @inlinable @inline(__always)
    package var isPlainInTarget: Bool {
        let low: UInt64 = 0xAFFF_FFDA_0000_0000
        let high: UInt64 = 0x47FF_FFFE_AFFF_FFFF
        return self < 128 && (self < 64 ? low : high) &>> UInt64(self & 63) & 1 == 1
    }

    /// RFC 3986 §2.3.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case _: false
        }
    }

    /// The ASCII letter in lower case; any other byte unchanged.
    @inlinable @inline(__always)
    package var lowercasedASCII: UInt8 {
        self &- 65 < 26 ? self | 0x20 : self
    }

    /// The value of a hexadecimal digit, or nil.
    package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case _: nil
        }
    }

    /// The digit of a value below 16, upper case.
    package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
