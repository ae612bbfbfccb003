/// The bytes of a response as HTTP/1.1 sends them, the ranges of their parts, and how they are sent.
///
/// Immutable and shared between requests; `HTTP1Framing` writes it.
package final class RenderedResponse: Sendable {
    /// 0 if it is unknown, as that of exact bytes.
    package let status: Int
    /// Head and body, framing included.
    package let message: [UInt8]
    /// The bytes of the head, its closing empty line included; 0: the message has no head and is sent as it is.
    package let headLength: Int
    /// The fields in their order, without the one that frames the body.
    package let fields: [FieldRange]
    /// The line of `Content-Length` or `Transfer-Encoding`, the last one of the head; empty: there is none.
    package let framing: Range<Int>
    package let dates: [DateStamp]
    /// The content of each chunk; nil: the body is not chunked.
    package let chunks: [Range<Int>]?
    package let pacing: Pacing
    /// Its `bodyBytes` count bytes of the content.
    package let fault: Fault?
    /// Whether the connection ends after this response, whatever the client asked for.
    package let closes: Bool
    /// The body, if it is not in `message`; the head has its length.
    package let source: BodySource?
    /// Whether the message is sent at once and as it is.
    package let isPlain: Bool

    init(
        status: Int,
        message: [UInt8],
        headLength: Int,
        fields: [FieldRange] = [],
        framing: Range<Int> = 0..<0,
        dates: [DateStamp] = [],
        chunks: [Range<Int>]? = nil,
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        source: BodySource? = nil
    ) {
        self.status = status
        self.message = message
        self.headLength = headLength
        self.fields = fields
        self.framing = framing
        self.dates = dates
        self.chunks = chunks
        self.pacing = pacing
        self.fault = fault
        self.closes = closes
        self.source = source
        isPlain = pacing == .none && fault == nil && source == nil
    }

    /// Exact bytes instead of a head and a body; the connection ends after them.
    package convenience init(raw bytes: [UInt8]) {
        self.init(status: 0, message: bytes, headLength: 0, closes: true)
    }

    package static let empty = RenderedResponse(status: 0, message: [], headLength: 0)

    /// The body without its chunk framing.
    package var content: [UInt8] {
        guard let chunks else { return Array(message[headLength...]) }
        return chunks.flatMap { message[$0] }
    }

    /// The values of the fields with this name, which is given in lower case.
    package func values(of name: String) -> [ArraySlice<UInt8>] {
        let name = Array(name.utf8)
        return fields.filter { message[$0.name].isName(name) }.map { message[$0.value] }
    }

    /// How many bytes of the body, chunk framing included, bring so many bytes of the content.
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
    /// Whether these bytes are a field's name, which is given in lower case.
    fileprivate func isName(_ name: [UInt8]) -> Bool {
        count == name.count && zip(self, name).allSatisfy { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }
}
