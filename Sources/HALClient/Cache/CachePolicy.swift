import HAL
import HTTPTypes

/// Decides which responses a cache stores and which it invalidates, RFC 9111 §3 and §4.4.
enum CachePolicy {
    /// The heuristically cacheable statuses, RFC 9110 §15.1.
    static let guessedStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The final statuses of RFC 9110 that this cache can store.
    private static let understoodStatuses = guessedStatuses.union([
        201, 202, 205, 302, 303, 307, 400, 401, 402, 403, 406, 407, 408, 409, 411, 412, 413, 415, 416, 417, 421, 422,
        426,
        500, 502, 503, 504, 505,
    ])

    /// The statuses after which a stale response may be served, RFC 5861 §4.
    static let errors: Set<Int> = [500, 502, 503, 504]

    /// The safe methods, RFC 9110 §9.2.1.
    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]

    private static let conditions: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange,
    ]

    /// Whether a cache may serve a request: a GET without conditions, content or destination file.
    static func concerns(_ request: TransportRequest) -> Bool {
        request.method == .get && request.body == nil && request.stream == nil && request.transfer?.file == nil
            && !conditions.contains { request.fields[$0] != nil }
    }

    /// Whether a response to such a request may be stored.
    static func keeps(_ response: TransportResponse, for request: CacheControl) -> Bool {
        let control = CacheControl(response.fields)
        guard !forbidsStoring(control, response.status), !request.noStore, response.status != 304,
            response.status != 206 || isPart(response)
        else { return false }
        let isExplicit = control.maxAge != nil || response.fields[.expires] != nil || control.isPublic
        guard (200...599).contains(response.status) else { return false }
        return isExplicit || guessedStatuses.contains(response.status)
    }

    /// Whether a partial response is a single part that a request for a range asked for.
    private static func isPart(_ response: TransportResponse) -> Bool {
        guard response.request.fields[.range] != nil, let range = ContentRange(response.fields) else { return false }
        return response.body.count <= range.last - range.first + 1
    }

    /// Whether a response must not be stored, RFC 9111 §5.2.2.3 and §5.2.2.5.
    static func forbidsStoring(_ control: CacheControl, _ status: Int) -> Bool {
        control.mustUnderstand ? !understoodStatuses.contains(status) : control.noStore
    }

    /// Whether a response to a POST may be stored as that to a GET of the same URI, RFC 9110 §9.3.3.
    static func isRepresentation(_ response: TransportResponse, of request: TransportRequest) -> Bool {
        let control = CacheControl(response.fields)
        return request.method == .post && response.status == 200 && response.contentLocation == request.url
            && (control.maxAge != nil || response.fields[.expires] != nil)
            && keeps(response, for: CacheControl(request.fields))
    }

    /// The URIs that a response invalidates, RFC 9111 §4.4; never those of another origin.
    static func changed(by request: TransportRequest, _ response: TransportResponse) -> [String] {
        guard !safeMethods.contains(request.method), (200...399).contains(response.status) else { return [] }
        let others = [response.location, response.contentLocation].compactMap(\.self).filter { uri in
            Origin(uri) == request.origin
        }
        return [request.url] + others.map(withoutFragment)
    }

    private static func withoutFragment(_ uri: String) -> String {
        var reference = URIReference(uri)
        reference.fragment = nil
        return reference.description
    }
}

/// The way in which a cache served a response; see ``TransportResponse/cacheStatus``.
public enum CacheStatus: String, Sendable, Hashable, CaseIterable {
    /// The stored response is fresh.
    case fresh
    /// The server confirmed the stored response.
    case revalidated
    /// The server could not be reached; the stored response may be stale.
    case offline
    /// The stored response is stale, which the server allows while it is revalidated, and after an error, RFC 5861.
    case stale
}
