import Messages

/// The content of a response on its way into DATA frames; it may be released in portions.
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
    /// The bytes of the current piece if the content comes from a source.
    private var piece: [UInt8] = []
    private let isSupplied: Bool
    /// Ranges of the content in the response's message, or of the current piece.
    private var parts: [Range<Int>]
    private var part = 0
    private var offset = 0
    /// Bytes of the content that may go out and have not.
    private var allowance = 0
    /// nil: nothing more is sent after the bytes that are allowed, until more are.
    private(set) var ending: Ending?

    /// Without `hasContent`, the response has a head only.
    init(_ head: HeadPairs, hasContent: Bool) {
        self.head = head
        let response = head.response
        isSupplied = response.source != nil
        let start = min(response.headLength, response.message.count)
        parts = !hasContent || isSupplied ? [] : response.chunks ?? [start..<response.message.count]
        skipEmptyParts()
    }

    mutating func allow(_ count: Int) {
        allowance += min(max(0, count), Int.max - allowance)
    }

    /// Adds the next piece of a content that comes from a source; the last one must have been sent.
    mutating func supply(_ bytes: [UInt8]) {
        piece = bytes
        parts = [bytes.indices]
        part = 0
        offset = 0
        skipEmptyParts()
    }

    /// Ends the content after the bytes that are allowed.
    mutating func end(_ ending: Ending) {
        self.ending = ending
    }

    /// Whether no content is left.
    var isEmpty: Bool { part == parts.count }

    /// The bytes that the ranges of `next` refer to.
    var bytes: [UInt8] { isSupplied ? piece : head.response.message }

    /// The range of the next bytes, at most `count`; empty if none may go out now.
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

    /// Whether there are bytes that may go out.
    var hasAllowance: Bool { allowance > 0 && part < parts.count }

    private mutating func skipEmptyParts() {
        while part < parts.count, parts[part].isEmpty { part += 1 }
    }
}
