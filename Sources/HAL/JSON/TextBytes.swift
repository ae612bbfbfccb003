// Direct access to the bytes of texts: `String.UTF8View` takes three times as long, and this dominates the cost of a
// generated response. No pointer leaves this file.

extension Sequence<UInt8> {
    /// Whether a condition, which must be cheap, is true for each byte.
    @inlinable
    package func areAll(_ condition: (UInt8) -> Bool) -> Bool {
        // Always to the end: without an early exit the loop is vectorized.
        let result = withContiguousStorageIfAvailable { bytes in
            unsafe bytes.reduce(UInt8(1)) { $0 & (condition($1) ? 1 : 0) } == 1
        }
        return result ?? allSatisfy(condition)
    }

    /// Whether the bytes contain a byte.
    @inlinable
    package func has(_ byte: UInt8) -> Bool {
        !areAll { $0 != byte }
    }
}

extension String {
    /// Whether both texts have the same bytes, which canonically equivalent ones need not have.
    @inlinable
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (one, other) = (self, other)
        return one.withUTF8 { left in
            other.withUTF8 { right in unsafe left.elementsEqual(right) }
        }
    }

    /// Hashes the bytes.
    @inlinable
    package func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension [UInt8] {
    /// Whether the bytes of a range are also at `start`; false beyond the end.
    func repeats(_ range: Range<Int>, at start: Int) -> Bool {
        guard start >= 0, start <= count - range.count, range.upperBound <= count else { return false }
        return unsafe withUnsafeBufferPointer { bytes in
            for offset in 0..<range.count where unsafe bytes[range.lowerBound + offset] != bytes[start + offset] {
                return false
            }
            return true
        }
    }

    /// Appends the bytes of a text.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { unsafe append(contentsOf: $0) }
    }

    /// Appends the bytes of a literal, at most `count`.
    mutating func append(literal text: StaticString, atMost count: Int = .max) {
        text.withUTF8Buffer { bytes in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(count)))
        }
    }
}
