package import HAL
package import HTTPTypes
package import Messages

/// What a request is answered with; WireMock's response definition.
package struct ResponseDefinition: Sendable {
    /// Where the body's bytes come from.
    package enum Body: Sendable, Hashable {
        case none
        case text(String)
        case json(JSONValue)
        case bytes([UInt8])
    }

    /// `Retry-After`, in one of its two forms (RFC 9110 §10.2.3).
    package enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// The HTTP-date that many seconds after the moment of answering.
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
    /// Body pacing; nil: as fast as the client reads.
    package var bytesPerSecond: Int?
    package var fault: Fault?
    /// The exact bytes to send instead of everything above, then close.
    package var raw: [UInt8]?
    /// What of body and fields is made anew for each request; nil: nothing is.
    package var template: ResponseTemplate?
    /// WireMock's names of what changes a response.
    package var transformers: [String] = []
    /// What templates see as `parameters`.
    package var transformerParameters: JSONValue?
    package var rewritesLinks: Bool
    /// In a sequence: how often before the next one.
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

/// A random delay in milliseconds, added to the fixed one.
package enum DelayDistribution: Sendable, Hashable {
    case fixed(milliseconds: Int)
    /// Both ends included.
    case uniform(lower: Int, upper: Int)
    case lognormal(median: Double, sigma: Double, maximum: Double?)
}

/// A body sent in pieces, with the same pause before each of them.
package struct ChunkedDribble: Sendable, Hashable {
    package var numberOfChunks: Int
    package var totalMilliseconds: Int

    package init(numberOfChunks: Int, totalMilliseconds: Int) {
        self.numberOfChunks = numberOfChunks
        self.totalMilliseconds = totalMilliseconds
    }
}
