extension Span<UInt8> {
    /// Whether both have the same bytes.
    @inlinable @inline(__always)
    package func isEqual(to other: borrowing Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Whether both have the same bytes, ignoring the case of ASCII letters; `lowercased` is in lower case.
    @inlinable @inline(__always)
    package func isEqualIgnoringCase(to lowercased: borrowing Span<UInt8>) -> Bool {
        guard count == lowercased.count else { return false }
        for index in 0..<count where self[index].lowercasedASCII != lowercased[index] { return false }
        return true
    }

    /// Whether the bytes contain the part; true if it is empty.
    ///
    /// Tries each place: both are header fields, which the limit of a request's head bounds.
    @inlinable
    package func contains(_ part: borrowing Span<UInt8>) -> Bool {
        guard !part.isEmpty else { return true }
        guard count >= part.count else { return false }
        let first = part[0]
        for start in 0...(count - part.count) where self[start] == first {
            if extracting(start..<(start + part.count)).isEqual(to: part) { return true }
        }
        return false
    }
}

extension [UInt8] {
    /// Whether the range has exactly these bytes.
    @inlinable @inline(__always)
    package func has(_ other: [UInt8], at range: Range<Int>) -> Bool {
        range.count == other.count && span.extracting(range).isEqual(to: other.span)
    }

    /// Whether the range has these bytes, ignoring case; `name` is in lower case.
    @inlinable @inline(__always)
    package func isName(_ name: [UInt8], at range: Range<Int>) -> Bool {
        range.count == name.count && span.extracting(range).isEqualIgnoringCase(to: name.span)
    }

    /// Whether the bytes from `start` begin with others.
    @inlinable @inline(__always)
    package func begins(with other: [UInt8], at start: Int) -> Bool {
        start >= 0 && count - start >= other.count && has(other, at: start..<(start + other.count))
    }
}

extension UInt8 {
    /// Whether a normalized target has the byte unencoded: a legal URI character other than `%` (RFC 3986 §2).
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
