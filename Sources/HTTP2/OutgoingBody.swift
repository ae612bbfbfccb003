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
    ///
    /// nil before the response.
    private(set) var head: HeadPairs?
    /// The response's message, or the current piece if the content comes from a source.
    private var bytes: [UInt8] = []
    /// The range of the current part that is not sent.
    private var part = 0..<0
    /// The parts that come later, the last one first.
    private var later: [Range<Int>] = []
    /// The number of bytes that may be sent and have not been.
    private var allowance = 0
    /// nil: nothing more is sent after the bytes that are allowed, until more are.
    private(set) var ending: Ending?

    /// Begins a response; without `hasContent`, it has a head only.
    mutating func begin(_ head: HeadPairs, hasContent: Bool) {
        self.head = head
        let response = head.response
        guard hasContent, response.source == nil else { return }
        bytes = response.message
        if let chunks = response.chunks {
            later = chunks.reversed()
            skipEmptyParts()
        } else {
            part = min(response.headLength, bytes.count)..<bytes.count
        }
    }

    /// Forgets the response.
    mutating func clear() {
        head = nil
        bytes = []
        if !later.isEmpty { later = [] }
        part = 0..<0
        allowance = 0
        ending = nil
    }

    mutating func allow(_ count: Int) {
        allowance += min(max(0, count), Int.max - allowance)
    }

    /// Adds the next piece of a content that comes from a source; the last one must have been sent.
    mutating func supply(_ bytes: [UInt8]) {
        self.bytes = bytes
        part = bytes.indices
    }

    /// Ends the content after the bytes that are allowed.
    mutating func end(_ ending: Ending) {
        self.ending = ending
    }

    /// Whether no content is left.
    var isEmpty: Bool { part.isEmpty }

    /// Whether there are bytes that may go out.
    var hasAllowance: Bool { allowance > 0 && !part.isEmpty }

    /// Copies the next bytes that may be sent, at most `capacity`.
    ///
    /// - Returns: The number of bytes; 0 if none may be sent now.
    mutating func fill(_ target: UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Int {
        guard hasAllowance else { return 0 }
        let count = min(capacity, allowance, part.count)
        let start = part.lowerBound
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let bytes = source.extracting(start..<(start + count)).baseAddress else { return }
            unsafe target.update(from: bytes, count: count)
        }
        allowance -= count
        part = (start + count)..<part.upperBound
        skipEmptyParts()
        return count
    }

    private mutating func skipEmptyParts() {
        while part.isEmpty, !later.isEmpty { part = later.removeLast() }
    }
}
