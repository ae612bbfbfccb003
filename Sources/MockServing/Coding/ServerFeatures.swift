import Messages
import Mocking
import Scenarios

/// What a loop does to requests before the engine sees them, and to answers after it.
struct ServerFeatures {
    /// Bodies of requests become no larger when they are expanded.
    var maxBodyBytes = MockServerConfiguration().maxBodyBytes
    /// Nil: nothing is said about origins.
    var crossOrigin: CrossOrigin?

    /// A longer body is expanded beside the loop, in bytes; it may become a thousand times as long.
    private static let longestOnLoop = 1024

    /// Whether the body is to be expanded, and that takes long.
    func isLongWork(_ request: Request) -> Bool {
        request.body.count > Self.longestOnLoop && RequestBodyCoding.isGzip(request)
    }

    /// Expands the body of a request; an answer where that is all there is to say.
    func prepare(_ request: inout Request) -> Response? {
        if let preflight = crossOrigin?.preflight(request) { return preflight }
        guard !request.body.isEmpty, !RequestBodyCoding.expand(&request, limit: maxBodyBytes) else { return nil }
        return Response(
            status: 413,
            contentType: "text/plain; charset=utf-8",
            body: Array("the body is larger than \(maxBodyBytes) bytes when it is expanded\n".utf8)
        )
    }

    /// What goes out for an answer to the request.
    func finish(_ response: Response, to request: Request) -> Response {
        crossOrigin?.opened(response, to: request) ?? response
    }
}

extension ServerFeatures {
    init(_ configuration: MockServerConfiguration) {
        maxBodyBytes = configuration.maxBodyBytes
        crossOrigin = configuration.allowsCrossOrigin ? CrossOrigin() : nil
    }
}
