extension [UInt8] {
    /// Whether exactly these bytes stand there.
    @inline(__always)
    func has(_ other: [UInt8], at range: Range<Int>) -> Bool {
        guard range.count == other.count else { return false }
        return begins(with: other, at: range.lowerBound)
    }

    /// Whether these bytes stand there in any case; `name` is lower case.
    @inline(__always)
    func isName(_ name: [UInt8], at range: Range<Int>) -> Bool {
        guard range.count == name.count else { return false }
        let own = span
        let other = name.span
        var index = 0
        while index < other.count {
            guard own[range.lowerBound + index].lowercasedASCII == other[index] else { return false }
            index += 1
        }
        return true
    }

    /// Whether the bytes from there on begin with these.
    @inline(__always)
    func begins(with other: [UInt8], at start: Int) -> Bool {
        guard start >= 0, count - start >= other.count else { return false }
        let own = span
        let other = other.span
        var index = 0
        while index < other.count {
            guard own[start + index] == other[index] else { return false }
            index += 1
        }
        return true
    }

    /// Whether these bytes stand anywhere in the range, or there are none.
    ///
    /// Tries each place: values and parts are header fields, bounded by the limit of a request's head.
    func contains(_ part: [UInt8], in range: Range<Int>) -> Bool {
        guard let first = part.first else { return true }
        guard range.count >= part.count else { return false }
        let own = span
        for start in range.lowerBound...(range.upperBound - part.count) where own[start] == first {
            if begins(with: part, at: start) { return true }
        }
        return false
    }
}
