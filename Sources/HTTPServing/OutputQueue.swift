import Messages
import UV

/// The output of a connection: a buffer, and after it at most one large body that is not copied.
struct OutputQueue {
    /// The largest body that is copied, so that it is written together with its head.
    static let copyLimit = 64 * 1024

    /// The largest capacity that an idle connection keeps.
    private static let keptCapacity = 8 * 1024

    private(set) var buffer: [UInt8] = []
    private(set) var large: [UInt8] = []
    /// The parts of `buffer` and `large` that are not written yet.
    private var start = 0
    private var largeRange = 0..<0

    var isEmpty: Bool { start == buffer.count && largeRange.isEmpty }

    /// Whether there is enough output for a write.
    var isFull: Bool { buffer.count - start >= Self.copyLimit || !largeRange.isEmpty }

    /// Calls `write`, which returns the number of bytes that it has written, until that is 0 or the queue is empty.
    ///
    /// - Returns: Whether the queue is empty.
    /// - Throws: The error of `write`.
    mutating func drain(_ write: (Span<UInt8>) throws(UVError) -> Int) throws(UVError) -> Bool {
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

    /// Calls `write`, which writes all bytes, with the next ones, at most `copyLimit`.
    ///
    /// - Throws: The error of `write`.
    mutating func takePiece(_ write: (Span<UInt8>) throws(UVError) -> Void) throws(UVError) {
        let isLarge = start == buffer.count
        let range = (isLarge ? largeRange : start..<buffer.count).prefix(Self.copyLimit)
        if isLarge { try write(large.span.extracting(range)) } else { try write(buffer.span.extracting(range)) }
        written(range.count)
    }

    /// Whether one call of `takePiece` empties the queue.
    package var isOnePiece: Bool {
        if start == buffer.count { return largeRange.count <= Self.copyLimit }
        return largeRange.isEmpty && buffer.count - start <= Self.copyLimit
    }

    private mutating func written(_ count: Int) {
        if start < buffer.count {
            start += count
            guard start == buffer.count else { return }
            start = 0
            // Memory is kept for the next response, but not after a burst, because there are many connections.
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        } else {
            largeRange = (largeRange.lowerBound + count)..<largeRange.upperBound
            if largeRange.isEmpty { large = [] }
        }
    }

    mutating func append(_ bytes: Span<UInt8>) {
        buffer.append(copying: bytes)
    }

    mutating func append(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
    }

    /// Appends the head of a response with its `Connection` field and its dates.
    mutating func appendHead(
        _ response: RenderedResponse,
        _ field: HTTP1Framing.ConnectionField,
        _ dates: DateCache
    ) {
        let offset = buffer.count
        let length = min(response.headLength, response.message.count)
        if field == .none || length < 2 {
            buffer.append(contentsOf: response.message[..<length])
        } else {
            buffer.append(contentsOf: response.message[..<(length - 2)])
            buffer.append(contentsOf: field.endOfHead.utf8)
        }
        stamp(response.dates, dates, offset, headLength: length)
    }

    /// Appends a part of a response's body, without copying a large one.
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

    /// Appends a piece of a body, without copying a large one.
    mutating func appendPiece(_ bytes: [UInt8]) {
        guard bytes.count > Self.copyLimit else { return append(bytes) }
        large = bytes
        largeRange = bytes.indices
    }

    /// Appends a whole small response, unchanged except for its dates.
    mutating func appendWhole(_ response: RenderedResponse, _ dates: DateCache) {
        let offset = buffer.count
        let message = response.message
        buffer.append(copying: message.span)
        stamp(response.dates, dates, offset, headLength: response.headLength)
    }

    private mutating func stamp(_ stamps: [DateStamp], _ dates: DateCache, _ offset: Int, headLength: Int) {
        let length = HTTP1Framing.dateLength
        for stamp in stamps where stamp.offset >= 0 && stamp.offset + length <= headLength {
            let text = dates.text(secondsAhead: stamp.secondsAhead)
            guard text.count == length else { continue }
            let place = offset + stamp.offset
            buffer.replaceSubrange(place..<(place + length), with: text)
        }
    }
}

/// The current HTTP-date, formatted once a second; a class, because every response needs it and a value would be copied.
package final class DateCache {
    private let format: (Int64) -> [UInt8]
    private var second = Int64.min
    private var current: [UInt8] = []

    package init(format: @escaping (Int64) -> [UInt8]) {
        self.format = format
    }

    /// Updates the date to a time in microseconds since 1970.
    package func refresh(wallClock: Int) {
        let now = Int64(wallClock / 1_000_000)
        guard now != second else { return }
        second = now
        current = format(now)
    }

    package func text(secondsAhead: Int) -> [UInt8] {
        secondsAhead == 0 ? current : format(second &+ Int64(secondsAhead))
    }
}
