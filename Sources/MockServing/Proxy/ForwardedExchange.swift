import HTTPServing
package import Messages

/// A request that a proxy has forwarded, and the response of the origin.
package struct ForwardedExchange: Sendable {
    /// The request with the origin's links, and without the fields of the connection and those of the proxy.
    package let request: OutgoingRequest
    /// The response as it came.
    package let response: IncomingResponse

    package init(_ request: OutgoingRequest, _ response: IncomingResponse) {
        self.request = request
        self.response = response
    }

    /// The bytes in memory, approximately.
    package var byteCount: Int {
        response.fields.reduce(request.byteCount + response.body.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }

    /// The exchange with bodies without content codings, as far as these are gzip or deflate and the result has at most
    /// `limit` bytes; `Content-Encoding` remains where the body is still encoded.
    package func decoded(limit: Int) -> ForwardedExchange {
        var (request, response) = (request, response)
        if let body = request.body, let decoded = ContentCoding.decoded(body, request.fields, limit: limit) {
            request.body = decoded
            request.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        }
        if let decoded = ContentCoding.decoded(response.body, response.fields, limit: limit) {
            response.body = decoded
            response.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        }
        return ForwardedExchange(request, response)
    }

    /// Whether the body of the response has a content coding.
    package var isEncoded: Bool { response.fields.first(named: "content-encoding") != nil }
}

/// The content codings gzip and deflate (RFC 9110 §8.4.1).
enum ContentCoding {
    /// Returns the body without its codings, the last one first; nil if one is not supported or the body is malformed.
    static func decoded(_ body: [UInt8], _ fields: [OutgoingRequest.Field], limit: Int) -> [UInt8]? {
        let codings = fields.values(of: "content-encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard !body.isEmpty else { return [] }
        var body = body
        for coding in codings.reversed() {
            switch coding {
            case "identity", "": continue
            case "gzip", "x-gzip":
                guard let expanded = try? Gzip.expanded(body, limit: limit) else { return nil }
                body = expanded
            case "deflate":
                guard let expanded = try? Gzip.inflated(body, limit: limit) else { return nil }
                body = expanded
            default: return nil
            }
        }
        return body
    }
}
