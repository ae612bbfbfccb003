import Messages

/// The head of a rendered response for HTTP/2: names in lower case, without the fields of one connection.
///
/// Made once for a response that is sent many times.
final class HeadPairs {
    /// Holding it keeps its identity from being used again.
    let response: RenderedResponse
    let head: PairBlock
    /// The trailer fields of a chunked body; nil if there are none.
    let trailers: PairBlock?
    private let dates: [DateStamp]

    init(_ response: RenderedResponse) {
        self.response = response
        var writer = Writer()
        writer.add(":status", "\(response.status)")
        for field in response.fields { writer.add(field, of: response) }
        if let length = Self.contentLength(of: response) { writer.add("content-length", "\(length)") }
        head = PairBlock(writer.bytes, writer.ranges)
        dates = writer.dates
        trailers = Self.trailers(of: response)
    }

    /// Writes the dates of this moment; `text` is given the seconds that a date is ahead.
    func stamp(_ text: (Int) -> [UInt8]) {
        for date in dates {
            let bytes = text(date.secondsAhead)
            guard bytes.count == HTTP1Framing.datePlaceholder.utf8.count else { continue }
            head.write(bytes, at: date.offset)
        }
    }

    /// Only where HTTP/1.1 has it too; chunked bodies end with their stream.
    private static func contentLength(of response: RenderedResponse) -> Int? {
        let hasLength = !response.framing.isEmpty && response.chunks == nil
        guard hasLength else { return nil }
        return response.source?.length ?? response.message.count - response.headLength
    }

    /// The lines between the last chunk and the end of the message (RFC 9112 §7.1.2).
    private static func trailers(of response: RenderedResponse) -> PairBlock? {
        guard let chunks = response.chunks else { return nil }
        let start = chunks.last.map { $0.upperBound + "\r\n".utf8.count } ?? response.headLength
        let lastChunk = Array("0\r\n".utf8)
        guard start <= response.message.count, response.message[start...].starts(with: lastChunk) else { return nil }
        var writer = Writer()
        for line in response.message[(start + lastChunk.count)...].split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let text = String(decoding: line[(colon + 1)...], as: UTF8.self)
            let value = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != "\r" }
            writer.add(name: line[..<colon], value: value.utf8)
        }
        return writer.ranges.isEmpty ? nil : PairBlock(writer.bytes, writer.ranges)
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

        mutating func add(_ name: String, _ value: String) {
            add(name: name.utf8, value: value.utf8)
        }

        mutating func add(_ field: FieldRange, of response: RenderedResponse) {
            let count = ranges.count
            add(name: response.message[field.name], value: response.message[field.value])
            guard ranges.count > count, let added = ranges.last else { return }
            for date in response.dates where date.offset == field.value.lowerBound {
                dates.append(DateStamp(offset: added.value.lowerBound, secondsAhead: date.secondsAhead))
            }
        }

        mutating func add(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
            let name = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            guard !Self.connectionFields.contains(String(decoding: name, as: UTF8.self)) else { return }
            let start = bytes.count
            bytes += name
            let middle = bytes.count
            bytes += value
            ranges.append(FieldRange(name: start..<middle, value: middle..<bytes.count))
        }
    }
}
