import HAL
import HTTPTypes

/// Decides which responses a cache stores and which it invalidates, RFC 9111 §3 and §4.4.
enum CachePolicy {
    /// The heuristically cacheable statuses, RFC 9110 §15.1, except 206, which this cache does not support.
    static let guessedStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The safe methods, RFC 9110 §9.2.1.
    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]

    private static let conditions: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
    ]

    /// Whether a cache may serve a request: a GET without conditions, content or destination file.
    static func concerns(_ request: TransportRequest) -> Bool {
        request.method == .get && request.body == nil && request.stream == nil && request.transfer?.file == nil
            && !conditions.contains { request.fields[$0] != nil }
    }

    /// Whether a response to such a request may be stored.
    static func keeps(_ response: TransportResponse, for request: CacheControl) -> Bool {
        let control = CacheControl(response.fields)
        guard !control.noStore, !request.noStore, response.status != 206, response.status != 304 else { return false }
        let isExplicit = control.maxAge != nil || response.fields[.expires] != nil || control.isPublic
        guard (200...599).contains(response.status) else { return false }
        return isExplicit || guessedStatuses.contains(response.status)
    }

    /// The URIs that a response invalidates, RFC 9111 §4.4; never those of another origin.
    static func changed(by request: TransportRequest, _ response: TransportResponse) -> [String] {
        guard !safeMethods.contains(request.method), (200...399).contains(response.status) else { return [] }
        let others = [response.location, response.contentLocation].compactMap(\.self).filter { uri in
            Origin(URIReference(uri)) == request.origin
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
}
