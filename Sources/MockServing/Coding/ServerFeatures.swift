import HTTPServing
import Matching
import Messages
import Mocking

/// The features of a loop around the engine: it decompresses requests and adds CORS fields.
struct ServerFeatures {
    /// The largest decompressed request body, in bytes.
    var maxBodyBytes = MockServerConfiguration().maxBodyBytes
    /// Allows cross-origin requests; nil: no CORS fields.
    var crossOrigin: CrossOrigin?

    /// The longest body, in bytes, that is decompressed on the loop; it may become a thousand times as long.
    private static let longestOnLoop = 1024

    /// Whether decompressing the body on the loop would take too long.
    func isLongWork(_ request: Request) -> Bool {
        request.body.count > Self.longestOnLoop && RequestBodyCoding.isGzip(request)
    }

    /// Decompresses the body of a request; returns a response if the request is a preflight or its body is too large.
    func prepare(_ request: inout Request) -> Response? {
        if let preflight = crossOrigin?.preflight(request) { return preflight }
        guard !request.body.isEmpty, !RequestBodyCoding.expand(&request, limit: maxBodyBytes) else { return nil }
        return Response(
            status: 413,
            contentType: "text/plain; charset=utf-8",
            body: Array("the decompressed body is larger than \(maxBodyBytes) bytes\n".utf8)
        )
    }

    /// The response with the fields of the features.
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

/// Decompresses request bodies, so that patterns, templates and the journal see the original bytes.
enum RequestBodyCoding {
    private static let name = Array("content-encoding".utf8)

    /// Decompresses the body in place; a body that is not valid gzip is left as it is.
    ///
    /// - Returns: False if the decompressed body would be larger than `limit`.
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
