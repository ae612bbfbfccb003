import Messages

/// A body on its way into DATA frames; may be given out in pieces.
struct OutgoingBody {
    /// The end of the stream after the bytes that are allowed.
    enum Ending: Equatable {
        /// END_STREAM (RFC 9113 §8.1), after the trailers.
        case complete
        /// RST_STREAM (RFC 9113 §6.4).
        case reset(HTTP2Code)
    }

    /// Kept until the head is a frame: nghttp2 reads its names and values where they are.
    let head: HeadPairs
    /// Ranges of the content in the response's message.
    private let parts: [Range<Int>]
    private var part = 0
    private var offset = 0
    /// Bytes of the content that may go out and have not.
    private var allowance: Int
    /// nil: nothing more is sent after the bytes that are allowed, until more are.
    private(set) var ending: Ending?

    init(_ head: HeadPairs) {
        self.head = head
        let response = head.response
        parts = response.chunks ?? [response.headLength..<response.message.count]
        allowance = 0
        skipEmptyParts()
    }

    mutating func allow(_ count: Int) {
        allowance += min(max(0, count), Int.max - allowance)
    }

    /// Ends the body after the bytes that are allowed.
    mutating func end(_ ending: Ending) {
        self.ending = ending
    }

    var isEmpty: Bool { part == parts.count }

    /// The next bytes, at most `count`; empty if none may go out now.
    mutating func next(_ count: Int) -> Range<Int> {
        guard part < parts.count, allowance > 0 else { return 0..<0 }
        let start = parts[part].lowerBound + offset
        let length = min(count, allowance, parts[part].upperBound - start)
        allowance -= length
        offset += length
        if offset == parts[part].count { (part, offset) = (part + 1, 0) }
        skipEmptyParts()
        return start..<start + length
    }

    var hasAllowance: Bool { allowance > 0 && part < parts.count }

    private mutating func skipEmptyParts() {
        while part < parts.count, parts[part].isEmpty { part += 1 }
    }
}
