import Messages
import UV

/// What is to be written: a buffer for all that is small, and behind it at most one large body that is not copied.
struct OutputQueue {
    /// Up to this size a body is copied, so that it leaves in one write with its head.
    static let copyLimit = 64 * 1024

    /// So much memory an idle connection may keep.
    private static let keptCapacity = 8 * 1024

    private(set) var buffer: [UInt8] = []
    private(set) var large: [UInt8] = []
    /// What of the buffer, and of `large`, is still to be written.
    private var start = 0
    private var largeRange = 0..<0

    var isEmpty: Bool { start == buffer.count && largeRange.isEmpty }

    /// Whether enough has come together for a write.
    var isFull: Bool { buffer.count - start >= Self.copyLimit || !largeRange.isEmpty }

    /// Hands everything to `write`, which says how much it took, until it takes no more.
    ///
    /// - Returns: whether the queue is empty.
    mutating func drain<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) -> Bool {
        while start < buffer.count {
            let count = try write(buffer.span.extracting(start...))
            guard count > 0 else { return false }
            written(count)
        }
        while !largeRange.isEmpty {
            let count = try write(large.span.extracting(largeRange))
            guard count > 0 else { return false }
            written(count)
        }
        return true
    }

    /// Hands the next bytes to `write`, `copyLimit` of them at most, which takes them all.
    mutating func takePiece<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        let isLarge = start == buffer.count
        let range = (isLarge ? largeRange : start..<buffer.count).prefix(Self.copyLimit)
        if isLarge { try write(large.span.extracting(range)) } else { try write(buffer.span.extracting(range)) }
        written(range.count)
    }

    private mutating func written(_ count: Int) {
        if start < buffer.count {
            start += count
            guard start == buffer.count else { return }
            start = 0
            // An ordinary answer's memory is kept for the next one, a burst's given back: there are many connections.
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        } else {
            largeRange = (largeRange.lowerBound + count)..<largeRange.upperBound
            if largeRange.isEmpty { large = [] }
        }
    }

    mutating func append(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
    }

    /// Appends the head of a response with the `Connection` field that is needed, and its dates.
    mutating func appendHead(
        _ response: RenderedResponse,
        _ field: ConnectionStateMachine.ConnectionField,
        _ dates: DateCache
    ) {
        let offset = buffer.count
        let length = min(response.headLength, response.message.count)
        switch field {
        case .none: buffer.append(contentsOf: response.message[..<length])
        case .close: appendHead(response.message[..<length], "Connection: close\r\n\r\n")
        case .keepAlive: appendHead(response.message[..<length], "Connection: keep-alive\r\n\r\n")
        }
        stamp(response.dates, dates, offset, headLength: length)
    }

    /// Appends a part of a response's body; a large one is only referred to.
    mutating func appendBody(_ response: RenderedResponse, _ range: Range<Int>) {
        let start = min(response.headLength, response.message.count)
        let lower = min(start + range.lowerBound, response.message.count)
        let upper = min(start + range.upperBound, response.message.count)
        guard upper - lower > Self.copyLimit else {
            buffer.append(contentsOf: response.message[lower..<upper])
            return
        }
        large = response.message
        largeRange = lower..<upper
    }

    /// Appends a piece of a body; a large one is only referred to.
    mutating func appendPiece(_ bytes: [UInt8]) {
        guard bytes.count > Self.copyLimit else { return append(bytes) }
        large = bytes
        largeRange = bytes.indices
    }

    /// A whole small response as it is: the ordinary case, in one move.
    mutating func appendWhole(_ response: RenderedResponse, _ dates: DateCache) {
        let offset = buffer.count
        let message = response.message
        buffer.append(copying: message.span)
        stamp(response.dates, dates, offset, headLength: response.headLength)
    }

    private mutating func appendHead(_ head: ArraySlice<UInt8>, _ ending: String) {
        guard head.count >= 2 else { return buffer.append(contentsOf: head) }
        buffer.append(contentsOf: head.dropLast(2))
        buffer.append(contentsOf: ending.utf8)
    }

    private mutating func stamp(_ stamps: [DateStamp], _ dates: DateCache, _ offset: Int, headLength: Int) {
        for stamp in stamps where stamp.offset >= 0 && stamp.offset + DateCache.length <= headLength {
            let text = dates.text(secondsAhead: stamp.secondsAhead)
            guard text.count == DateCache.length else { continue }
            let place = offset + stamp.offset
            var bytes = buffer.mutableSpan
            for index in 0..<DateCache.length { bytes[place + index] = text[index] }
        }
    }
}
