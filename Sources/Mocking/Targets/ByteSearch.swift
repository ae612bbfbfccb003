extension Sequence<UInt8> {
    /// Whether a condition holds for each byte.
    ///
    /// Looked at in the memory where they are, as those of most strings are there: their own way is slower by far.
    func areAll(_ condition: (UInt8) -> Bool) -> Bool {
        withContiguousStorageIfAvailable { unsafe $0.allSatisfy(condition) } ?? allSatisfy(condition)
    }

    /// Whether a byte is among them; in the same way.
    func has(_ byte: UInt8) -> Bool {
        !areAll { $0 != byte }
    }
}
