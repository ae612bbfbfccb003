import UV

/// Bytes that arrived while a request was in progress; bounded, because reading stops when it is full.
struct Backlog {
    /// From here on nothing more is read until some of it is used.
    static let limit = 64 * 1024

    private(set) var bytes: [UInt8] = []
    /// How much of `bytes` is used up.
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

    /// Hands the bytes out for parsing; `putBack` returns them.
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
