extension [UInt8] {
    /// Keeps a copy of bytes that are valid only during a call.
    package mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
