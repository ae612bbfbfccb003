import CNGHTTP2
import Messages

/// The head of a rendered response for nghttp2: names in lower case, without the fields of one connection.
///
/// Made once for a response that is sent many times; nghttp2 reads names and values where they are.
@safe final class HeadPairs {
    /// Holding it keeps its identity from being used again.
    let response: RenderedResponse
    private let block: UnsafeMutableBufferPointer<UInt8>
    private let pairs: UnsafeMutableBufferPointer<nghttp2_nv>
    private let dates: [DateStamp]

    init(_ response: RenderedResponse) {
        self.response = response
        var writer = Writer(response)
        for field in response.fields { writer.add(field) }
        if let length = writer.contentLength { writer.add("content-length", "\(length)") }
        let bytes = writer.bytes
        let ranges = writer.ranges
        dates = writer.dates
        unsafe block = .allocate(capacity: bytes.count)
        _ = unsafe block.initialize(from: bytes)
        unsafe pairs = .allocate(capacity: ranges.count)
        let flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
        for (index, range) in ranges.enumerated() {
            let pair = unsafe nghttp2_nv(
                name: block.baseAddress.map { unsafe $0 + range.name.lowerBound },
                value: block.baseAddress.map { unsafe $0 + range.value.lowerBound },
                namelen: range.name.count,
                valuelen: range.value.count,
                flags: flags
            )
            unsafe pairs.initializeElement(at: index, to: pair)
        }
    }

    deinit {
        unsafe block.deallocate()
        unsafe pairs.deallocate()
    }

    /// Writes the dates of this moment; `text` is given the seconds that a date is ahead.
    func stamp(_ text: (Int) -> [UInt8]) {
        for date in dates {
            let bytes = text(date.secondsAhead)
            guard bytes.count == HTTP1Framing.datePlaceholder.utf8.count else { continue }
            for (index, byte) in bytes.enumerated() { unsafe block[date.offset + index] = byte }
        }
    }

    /// Collects names and values, one after the other.
    private struct Writer {
        private(set) var bytes: [UInt8] = []
        private(set) var ranges: [FieldRange] = []
        private(set) var dates: [DateStamp] = []
        private let response: RenderedResponse

        init(_ response: RenderedResponse) {
            self.response = response
            add(":status", "\(response.status)")
        }

        /// RFC 9113 §8.2.2: fields of one connection.
        private static let connectionFields: Set<String> = [
            "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        ]

        /// Only where HTTP/1.1 has it too; chunked bodies end with their stream.
        var contentLength: Int? {
            let hasLength = !response.framing.isEmpty && response.chunks == nil
            guard hasLength else { return nil }
            return response.source?.length ?? response.message.count - response.headLength
        }

        mutating func add(_ name: String, _ value: String) {
            let start = bytes.count
            bytes += name.utf8
            let middle = bytes.count
            bytes += value.utf8
            ranges.append(FieldRange(name: start..<middle, value: middle..<bytes.count))
        }

        mutating func add(_ field: FieldRange) {
            let name = response.message[field.name].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            guard !Self.connectionFields.contains(String(decoding: name, as: UTF8.self)) else { return }
            let start = bytes.count
            bytes += name
            let middle = bytes.count
            bytes += response.message[field.value]
            ranges.append(FieldRange(name: start..<middle, value: middle..<bytes.count))
            for date in response.dates where date.offset == field.value.lowerBound {
                dates.append(DateStamp(offset: middle, secondsAhead: date.secondsAhead))
            }
        }
    }
}

extension HeadPairs {
    /// Submits the head, with a provider of the body if there is one.
    func submit(
        to session: OpaquePointer,
        _ stream: Int32,
        _ provider: UnsafePointer<nghttp2_data_provider>?
    ) -> Int32 {
        unsafe nghttp2_submit_response(session, stream, pairs.baseAddress, pairs.count, provider)
    }
}

extension HeadPairs {
    /// `100 Continue`, which nghttp2 copies.
    func submitInterim(to session: OpaquePointer, _ stream: Int32) -> Int32 {
        unsafe nghttp2_submit_headers(
            session,
            UInt8(NGHTTP2_FLAG_NONE.rawValue),
            stream,
            nil,
            pairs.baseAddress,
            1,
            nil
        )
    }
}
