/// The bytes of a response in HTTP/1.1 framing, the ranges of their parts, and how to send them.
///
/// Written by `HTTP1Framing`, immutable, and shared between requests.
package final class RenderedResponse: Sendable {
    /// 0 if it is unknown: the message is exact bytes.
    package let status: Int
    /// Head and body, framing included.
    package let message: [UInt8]
    /// The length of the head, the empty line at its end included; 0: the message has no head and is sent unchanged.
    package let headLength: Int
    /// The fields in order, without the one that frames the body.
    package let fields: [FieldRange]
    /// The line of `Content-Length` or `Transfer-Encoding`, the last field of the head; empty if there is none.
    package let framing: Range<Int>
    package let dates: [DateStamp]
    /// The content of each chunk; nil if the body is not chunked.
    package let chunks: [Range<Int>]?
    /// The fields after the chunks.
    package let trailers: [FieldRange]
    package let pacing: Pacing
    /// The fault; its phase `bodyBytes` counts bytes of the content.
    package let fault: Fault?
    /// Whether the server closes the connection after this response.
    package let closes: Bool
    /// The source of a body that is not in `message`; the head states its length.
    package let source: BodySource?
    /// The body that is made while it is sent; nil: it is in `message`, or in `source`.
    package let live: LiveBody?
    /// Whether it is kept for more than one request, so that other forms of it are worth keeping too.
    package let isReused: Bool
    /// Whether the message is sent at once and unchanged.
    package let isPlain: Bool

    init(
        status: Int,
        message: [UInt8],
        headLength: Int,
        fields: [FieldRange] = [],
        framing: Range<Int> = 0..<0,
        dates: [DateStamp] = [],
        chunks: [Range<Int>]? = nil,
        trailers: [FieldRange] = [],
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        source: BodySource? = nil,
        live: LiveBody? = nil,
        isReused: Bool = false
    ) {
        self.status = status
        self.message = message
        self.headLength = headLength
        self.fields = fields
        self.framing = framing
        self.dates = dates
        self.chunks = chunks
        self.trailers = trailers
        self.pacing = pacing
        self.fault = fault
        self.closes = closes
        self.source = source
        self.live = live
        self.isReused = isReused
        isPlain = pacing == .none && fault == nil && source == nil && live == nil
    }

    /// Exact bytes instead of a head and a body; the connection is closed after them.
    package convenience init(raw bytes: [UInt8]) {
        self.init(status: 0, message: bytes, headLength: 0, closes: true)
    }

    package static let empty = RenderedResponse(status: 0, message: [], headLength: 0)

    /// Returns a copy for one request, with some parts replaced.
    func copy(message: [UInt8]? = nil, dates: [DateStamp]? = nil, hasFault: Bool = true) -> RenderedResponse {
        RenderedResponse(
            status: status,
            message: message ?? self.message,
            headLength: headLength,
            fields: fields,
            framing: framing,
            dates: dates ?? self.dates,
            chunks: chunks,
            trailers: trailers,
            pacing: pacing,
            fault: hasFault ? fault : nil,
            closes: closes,
            source: source,
            live: live
        )
    }

    /// The body without its chunk framing.
    package var content: [UInt8] {
        guard let chunks else { return Array(message[headLength...]) }
        return chunks.flatMap { message[$0] }
    }

    /// The length of the body without its chunk framing, in bytes.
    package var contentLength: Int {
        if let source { return source.length }
        guard let chunks else { return max(0, message.count - headLength) }
        return chunks.reduce(0) { $0 + $1.count }
    }

    /// Returns the values of the fields with this lower-case name.
    package func values(of name: String) -> [ArraySlice<UInt8>] {
        let name = Array(name.utf8)
        return fields.filter { message[$0.name].isName(name) }.map { message[$0.value] }
    }

    /// Returns the number of bytes of the body, chunk framing included, that deliver `count` bytes of the content.
    package func bodyLength(bringing count: Int) -> Int {
        guard let chunks else { return max(0, count) }
        var rest = count
        var end = headLength
        for chunk in chunks where rest > 0 {
            let isWhole = rest >= chunk.count
            end = isWhole ? chunk.upperBound + "\r\n".utf8.count : chunk.lowerBound + rest
            rest -= chunk.count
        }
        return end - headLength
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes equal a lower-case field name, ignoring case.
    fileprivate func isName(_ name: [UInt8]) -> Bool {
        count == name.count && zip(self, name).allSatisfy { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }
}

/// Copies with other framing or more fields; a message without a head is returned unchanged.
extension RenderedResponse {
    /// Returns the response with more fields after its own; `isReused`: for more than one request.
    package func adding(_ fields: [(name: String, value: String)], isReused: Bool = false) -> RenderedResponse {
        guard headLength > 0, !fields.isEmpty else { return self }
        var framing = HTTP1Framing(headOf: self)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.addBody(of: self)
        if isReused { framing.trim(isReused: true) }
        return framing.response(pacing: pacing, fault: fault, closes: closes, source: source, live: live)
    }

    /// Returns the response with more fields and another body, framed by its length.
    package func adding(
        _ fields: [(name: String, value: String)],
        content: [UInt8],
        isReused: Bool = false
    ) -> RenderedResponse {
        guard headLength > 0 else { return self }
        var framing = HTTP1Framing(headOf: self)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.endHead(.bytes(content.count))
        framing.add(content: content)
        if isReused { framing.trim(isReused: true) }
        return framing.response(pacing: pacing, fault: fault, closes: closes)
    }

    /// Returns the response without a fault that happens only on reused connections, unless the connection is one.
    package func forConnection(isReused: Bool) -> RenderedResponse {
        guard !isReused, fault?.connections == .reusedConnection else { return self }
        return copy(hasFault: false)
    }

    /// Returns the response for an HTTP/1.0 client, which does not support chunks: the body ends with the connection
    /// (RFC 9112 §6.1).
    ///
    /// A response with a bad chunk is returned unchanged.
    package func unchunked() -> RenderedResponse {
        guard chunks != nil, fault?.effect != .badChunk else { return self }
        var framing = HTTP1Framing(headOf: self)
        framing.endHead(.unframed)
        framing.add(content: content)
        return framing.response(pacing: pacing, fault: fault, closes: true, live: live)
    }

    /// Returns the response with the part of the body before a bad chunk as a chunk, unless it is chunked already.
    package func framedForBadChunk(hasBody: Bool) -> RenderedResponse {
        guard let fault, fault.effect == .badChunk, chunks == nil, headLength > 0 else { return self }
        var framing = HTTP1Framing(headOf: self)
        framing.endHead(.chunked)
        if case .bodyBytes(let count) = fault.phase, hasBody {
            framing.add(chunk: message[headLength...].prefix(max(0, count)))
        }
        let isSent = Fault(.badChunk, after: .bodyBytes(.max))
        return framing.response(pacing: pacing, fault: isSent, closes: closes)
    }
}

/// A body that is read in pieces while it is sent, on another thread, so that a large one is never whole in memory.
package struct BodySource: Sendable {
    /// The length of a piece in bytes.
    package static let pieceLength = 256 * 1024

    package let length: Int
    /// Reads `count` bytes at `offset`; the connection is closed if it returns fewer, or nil.
    package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

    package init(length: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?) {
        self.length = length
        self.read = read
    }
}

/// 29 bytes of a head that are overwritten with an HTTP-date (RFC 9110 §5.6.7) when the head is sent.
package struct DateStamp: Sendable, Hashable {
    /// The offset of the bytes in the message.
    package var offset: Int
    /// The seconds to add to the time of sending.
    package var secondsAhead: Int

    package init(offset: Int, secondsAhead: Int) {
        self.offset = offset
        self.secondsAhead = secondsAhead
    }
}

/// The pace at which a body is sent.
package enum Pacing: Sendable, Hashable {
    case none
    /// This number of pieces, with an equal pause before each.
    case dribble(pieces: Int, totalMilliseconds: Int)
    case throttle(bytesPerSecond: Int)
}
