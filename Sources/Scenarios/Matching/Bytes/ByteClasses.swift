extension UInt8 {
    /// Whether a normalised target has the byte unencoded: a legal URI character other than `%` (RFC 3986 §2).
    @inlinable @inline(__always)
    package var isPlainInTarget: Bool {
        let low: UInt64 = 0xAFFF_FFDA_0000_0000
        let high: UInt64 = 0x47FF_FFFE_AFFF_FFFF
        return self < 128 && (self < 64 ? low : high) &>> UInt64(self & 63) & 1 == 1
    }

    /// The byte, ASCII letters in lower case.
    @inlinable @inline(__always)
    package var lowercasedASCII: UInt8 {
        self &- 65 < 26 ? self | 0x20 : self
    }
}
