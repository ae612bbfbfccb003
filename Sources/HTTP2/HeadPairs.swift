import Messages

/// The head of a rendered response for HTTP/2: names in lower case, without the fields of one connection.
///
/// Made once for a response that is sent many times.
final class HeadPairs {
    /// A reference to it, so that its identity is not reused.
    let response: RenderedResponse
    let head: PairBlock
    /// The trailer fields of a chunked body; nil if there are none.
    let trailers: PairBlock?
    private let dates: [DateStamp]

    init(_ response: RenderedResponse) {
        self.response = response
        var writer = Writer()
        writer.add(name: ":status".utf8, value: "\(response.status)".utf8)
        for field in response.fields { writer.add(field, of: response) }
        if let length = Self.contentLength(of: response) { writer.add(name: "content-length".utf8, value: length) }
        head = PairBlock(writer.bytes, writer.ranges)
        dates = writer.dates
        trailers = Self.trailers(of: response)
    }

    /// The bytes of the message that it keeps in memory.
    var cost: Int { response.message.count }

    /// Writes the dates of this moment; `text` is given the seconds that a date is ahead.
    func stamp(_ text: (Int) -> [UInt8]) {
        for date in dates {
            let bytes = text(date.secondsAhead)
            guard bytes.count == HTTP1Framing.datePlaceholder.utf8.count else { continue }
            head.write(bytes, at: date.offset)
        }
    }

    /// The value of the framing field, if that is `Content-Length`; chunked bodies end with their stream.
    private static func contentLength(of response: RenderedResponse) -> ArraySlice<UInt8>? {
        guard response.chunks == nil, !response.framing.isEmpty else { return nil }
        return response.message[response.framing].dropFirst("Content-Length: ".utf8.count).dropLast("\r\n".utf8.count)
    }

    private static func trailers(of response: RenderedResponse) -> PairBlock? {
        guard !response.trailers.isEmpty else { return nil }
        var writer = Writer()
        for field in response.trailers { writer.add(field, of: response) }
        return PairBlock(writer.bytes, writer.ranges)
    }

    /// Collects names and values, one after the other.
    private struct Writer {
        private(set) var bytes: [UInt8] = []
        private(set) var ranges: [FieldRange] = []
        private(set) var dates: [DateStamp] = []

        /// RFC 9113 §8.2.2: fields of one connection.
        private static let connectionFields: Set<String> = [
            "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        ]

        mutating func add(_ field: FieldRange, of response: RenderedResponse) {
            let count = ranges.count
            add(name: response.message[field.name], value: response.message[field.value])
            guard ranges.count > count, let added = ranges.last else { return }
            for date in response.dates where date.offset == field.value.lowerBound {
                dates.append(DateStamp(offset: added.value.lowerBound, secondsAhead: date.secondsAhead))
            }
        }

        mutating func add(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
            let name = name.map(\.lowercased)
            guard !Self.connectionFields.contains(String(decoding: name, as: UTF8.self)) else { return }
            let start = bytes.count
            bytes += name
            let middle = bytes.count
            bytes += value
            ranges.append(FieldRange(name: start..<middle, value: middle..<bytes.count))
        }
    }
}
