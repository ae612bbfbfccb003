import HAL
import HTTPTypes

extension TransportResponse {
    /// The response to a request for a single range of bytes, RFC 9110 §14; the whole one if the request has no range.
    ///
    /// Nil leaves the range to the server: it is not a single valid one, or this is not a complete 200.
    func range(of request: TransportRequest) -> TransportResponse? {
        let values = request.fields[values: .range]
        guard !values.isEmpty else { return self }
        guard status == 200, values.count == 1, let range = ByteRange(values[0])?.indices(of: body.count) else {
            return nil
        }
        var fields = fields
        fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
        fields[.contentLength] = "\(range.count)"
        var part = TransportResponse(
            request: request,
            status: 206,
            fields: fields,
            body: Array(body[range]),
            receivedAt: receivedAt
        )
        part.cacheStatus = cacheStatus
        return part
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
