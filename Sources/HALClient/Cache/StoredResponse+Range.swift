import HAL
import HTTPTypes

extension StoredResponse {
    /// The response to a request for a single range of bytes, RFC 9110 §14; the whole one if the request has no range.
    ///
    /// Nil leaves the range to the server: it is not a single valid one, or not within the stored bytes.
    func range(of fields: HTTPFields, in response: TransportResponse) -> TransportResponse? {
        guard fields[.range] != nil, !isPart(for: fields) else { return response }
        guard let slice = slice(of: fields) else { return nil }
        var fields = response.fields
        fields[.contentRange] = "bytes \(slice.first)-\(slice.first + slice.bytes.count - 1)/\(slice.total)"
        fields[.contentLength] = "\(slice.bytes.count)"
        var part = TransportResponse(
            request: response.request,
            status: 206,
            fields: fields,
            body: Array(body[slice.bytes]),
            receivedAt: receivedAt
        )
        part.cacheStatus = response.cacheStatus
        return part
    }

    /// The part of the stored bytes that a request asks for, and its place in the complete content.
    ///
    /// Nil without a range, for a range that is not within the stored bytes, and for compressed content, whose ranges
    /// count other bytes.
    func slice(of fields: HTTPFields) -> (bytes: Range<Int>, first: Int, total: Int)? {
        let values = fields[values: .range]
        guard values.count == 1, let range = ByteRange(values[0]), self.fields[.contentEncoding] == nil else {
            return nil
        }
        guard isPartial else {
            guard status == 200, let bytes = range.indices(of: body.count) else { return nil }
            return (bytes, bytes.lowerBound, body.count)
        }
        guard let part = ContentRange(self.fields), let total = part.total, let wanted = range.indices(of: total),
            wanted.lowerBound >= part.first, wanted.upperBound <= part.first + body.count
        else { return nil }
        return (wanted.lowerBound - part.first..<wanted.upperBound - part.first, wanted.lowerBound, total)
    }
}

/// A single range of bytes of a request, RFC 9110 §14.1.2.
struct ByteRange: Sendable, Hashable {
    /// The first byte; nil for a suffix.
    let first: Int?
    /// The last byte, or the length of a suffix; nil for the rest.
    let last: Int?

    /// Reads the value of `Range`; nil if it is malformed or has several ranges.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmingSpaces.lowercased() == "bytes" else { return nil }
        let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { String($0.trimmingSpaces) }
        guard bounds.count == 2, bounds != ["", ""],
            bounds.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) && $0.utf8.count <= 18 })
        else { return nil }
        first = Int(bounds[0])
        last = Int(bounds[1])
        if let first, let last, last < first { return nil }
    }

    /// The bytes of a content of `count` bytes; nil if the range cannot be satisfied.
    func indices(of count: Int) -> Range<Int>? {
        guard let first else {
            guard let last, last > 0, count > 0 else { return nil }
            return max(count - last, 0)..<count
        }
        guard first < count else { return nil }
        return first..<min((last ?? count - 1) + 1, count)
    }
}
