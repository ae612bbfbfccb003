import HTTP1Server
import Messages
import Mocking
import Scenarios

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
