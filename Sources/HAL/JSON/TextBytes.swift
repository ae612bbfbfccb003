// The bytes of texts, reached in the memory where they lie: the ways of `String.UTF8View` cost three times as much, and
// most of what an answer that is made up costs is this. No pointer leaves this file.

extension Sequence<UInt8> {
    /// Whether a condition, which must be cheap, holds for each byte.
    @inlinable
    package func areAll(_ condition: (UInt8) -> Bool) -> Bool {
        // To the end in any case: without a way out it is done for many bytes at a time.
        let result = withContiguousStorageIfAvailable { bytes in
            unsafe bytes.reduce(UInt8(1)) { $0 & (condition($1) ? 1 : 0) } == 1
        }
        return result ?? allSatisfy(condition)
    }

    /// Whether a byte is among them.
    @inlinable
    package func has(_ byte: UInt8) -> Bool {
        !areAll { $0 != byte }
    }
}

extension [UInt8] {
    /// Puts the bytes of a text at the end.
    package mutating func append(text: String) {
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append(contentsOf: $0) }
        if isDone == nil { append(contentsOf: text.utf8) }
    }

    /// Puts the bytes of a text that stands in the source at the end, or so many of them.
    mutating func append(literal text: StaticString, atMost count: Int = .max) {
        text.withUTF8Buffer { bytes in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(count)))
        }
    }
}
