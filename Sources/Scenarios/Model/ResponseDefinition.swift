package import HAL
package import HTTPTypes
package import Messages

/// A response as a file defines it; WireMock's response definition.
package struct ResponseDefinition: Sendable {
    /// The source of the body.
    package enum Body: Sendable, Hashable {
        case none
        case text(String)
        case json(JSONValue)
        case bytes([UInt8])
    }

    /// `Retry-After`, in one of its two forms (RFC 9110 §10.2.3).
    package enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// The HTTP-date that many seconds after the response.
        case date(secondsAhead: Int)
    }

    package var status: Int
    package var reason: String?
    /// One line each, in the order of the file.
    package var fields: [HTTPField]
    package var body: Body
    /// The file that the body was read from, as the definition names it.
    package var bodyFileName: String?
    package var retryAfter: RetryAfter?
    package var fixedDelayMilliseconds: Int?
    package var delayDistribution: DelayDistribution?
    package var dribble: ChunkedDribble?
    /// `transferEncoding: chunked` instead of `Content-Length`.
    package var isChunked: Bool
    /// The speed of the body; nil: as fast as the client reads.
    package var bytesPerSecond: Int?
    package var fault: Fault?
    /// The exact bytes to send instead of the properties above; the connection is closed after them.
    package var raw: [UInt8]?
    /// The parts of body and fields that are rendered for each request; nil if there are none.
    package var template: ResponseTemplate?
    /// WireMock's names of response transformers.
    package var transformers: [String] = []
    /// The object `parameters` in templates.
    package var transformerParameters: JSONValue?
    package var rewritesLinks: Bool
    /// In a sequence: the number of requests that get this response.
    package var repetitions: Int
    package var location: SourceLocation

    package init(status: Int = 200, fields: [HTTPField] = [], body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
        self.isChunked = false
        self.rewritesLinks = true
        self.repetitions = 1
        self.location = SourceLocation()
    }
}
