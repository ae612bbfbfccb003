import UV

/// Bytes that arrive while a request is in progress; reading stops when it is full.
struct Backlog {
    /// The number of bytes at which reading stops.
    static let limit = 64 * 1024

    private(set) var bytes: [UInt8] = []
    /// The number of bytes at the start of `bytes` that are used.
    private(set) var start = 0

    var isEmpty: Bool { start == bytes.count }
    var isFull: Bool { bytes.count - start >= Self.limit }

    mutating func append(_ span: Span<UInt8>) {
        if start > 0, start >= bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(copying: span)
    }

    /// Removes the bytes for parsing; `putBack` returns the rest.
    mutating func take() -> (bytes: [UInt8], start: Int) {
        defer { self = Backlog() }
        return (bytes, start)
    }

    mutating func putBack(_ bytes: [UInt8], from start: Int) {
        guard start < bytes.count else { return }
        self.bytes = bytes
        self.start = start
    }
}
