import HTTP1Server
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

/// Bodies of requests that came compressed are expanded, so that patterns, templates and the journal see what was meant.
enum RequestBodyCoding {
    private static let name = Array("content-encoding".utf8)

    /// Expands the body in its place; nothing when it is not compressed, or says that it is and is not.
    ///
    /// - Returns: False when the body would become larger than `limit`.
    static func expand(_ request: inout Request, limit: Int) -> Bool {
        guard isGzip(request) else { return true }
        do throws(Gzip.Failure) {
            request.body = try Gzip.expanded(request.body, limit: limit)
            return true
        } catch {
            return error != .tooLarge
        }
    }

    static func isGzip(_ request: Request) -> Bool {
        let values = request.fields.filter { request.head.isName(name, at: $0.name) }
        guard values.count == 1, let value = values.first?.value else { return false }
        let coding = String(decoding: request.head[value], as: UTF8.self).lowercased()
        return coding == "gzip" || coding == "x-gzip"
    }
}
