internal import HAL

/// A line of a header as it was sent.
package struct FieldLine: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it has the name, which is compared without case.
    func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
}

extension [FieldLine] {
    /// The value of the first line of a field.
    subscript(name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }

    /// The values of all lines of a field.
    func values(of name: String) -> [String] {
        filter { $0.isNamed(name) }.map(\.value)
    }

    /// The media type of the content, as far as it is valid.
    var mediaType: MediaType? {
        self["Content-Type"].flatMap { MediaType(leniently: $0) }
    }
}

/// A request to a real server, and what came back.
package struct Exchange: Sendable, Hashable {
    /// A request as it was sent.
    package struct Request: Sendable, Hashable {
        package var method: String
        /// An absolute URI.
        package var url: String
        package var fields: [FieldLine]
        package var body: [UInt8]

        package init(_ method: String, _ url: String, fields: [FieldLine] = [], body: [UInt8] = []) {
            self.method = method
            self.url = url
            self.fields = fields
            self.body = body
        }
    }

    /// A response as it was received, its codings removed from the body; the reason phrase has no meaning (RFC 9110 §15).
    package struct Response: Sendable, Hashable {
        package var status: Int
        package var fields: [FieldLine]
        package var body: [UInt8]
        /// Seconds from the response to the date of `Retry-After`, which is then not among the fields.
        var secondsToRetry: Int?
        /// The failure of the connection during the response; nil for a complete one.
        package var failure: Failure?

        package init(
            _ status: Int,
            fields: [FieldLine] = [],
            body: [UInt8] = [],
            failure: Failure? = nil
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.failure = failure
        }
    }

    /// An incomplete response.
    package enum Failure: Sendable, Hashable {
        /// The connection was reset before the head.
        case reset
        /// The connection was closed before the head.
        case closed
        /// Nothing came.
        case stalled
        /// The connection was closed within the body.
        case cut
    }

    /// How long the server took, in milliseconds.
    package struct Timing: Sendable, Hashable {
        /// Until the first byte.
        package var wait: Int
        /// From the first byte to the last.
        package var receive: Int

        package init(wait: Int, receive: Int) {
            self.wait = wait
            self.receive = receive
        }
    }

    package var request: Request
    package var response: Response
    package var timing: Timing?

    package init(_ request: Request, _ response: Response, timing: Timing? = nil) {
        self.request = request
        self.response = response
        self.timing = timing
    }
}

extension Exchange.Request {
    /// The path and query of the URL, as they are on the request line.
    var target: String { Self.target(of: URIReference(url)) }

    static func target(of uri: URIReference) -> String {
        (uri.path.isEmpty ? "/" : uri.path) + (uri.query.map { "?\($0)" } ?? "")
    }

    /// The origin of the URL.
    var origin: String? { Origin(url)?.description }
}
