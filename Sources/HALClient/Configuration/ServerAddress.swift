import HAL

/// The address of an API: a server and the path of the API on it, joined with one slash.
///
/// ```swift
/// let address = try ServerAddress("https://fp.example.com:8443", apiPath: "v2")
/// print(address.baseURI)  // https://fp.example.com:8443/v2/
/// ```
///
/// Targets resolve against it as RFC 3986 §5.2 says: `users` and `./users` are below the API path, `/users` is below
/// the server.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The base URI for targets, which ends with a slash.
    public let baseURI: String

    /// Joins server and path, with or without slashes at their ends.
    ///
    /// - Throws: ``InvalidRequest`` with the code `address` if the server is not an `http` or `https` URI, or has user
    ///   information, or if either has a query or a fragment.
    public init(_ server: String, apiPath: String = "") throws(InvalidRequest) {
        let reference = URIReference(String(server.trimmingSpaces))
        let path = URIReference("/" + Self.trimmed(apiPath))
        guard let address = HTTPAddress(reference), reference.authority?.contains("@") != true else {
            throw InvalidRequest(.address, "the server must be an http or https URL without user information")
        }
        guard [reference.query, reference.fragment, path.query, path.fragment].allSatisfy({ $0 == nil }) else {
            throw InvalidRequest(.address, "the server and the API path cannot have a query or a fragment")
        }
        var joined = address.reference
        let parts = [joined.path, path.path].map(Self.trimmed).filter { !$0.isEmpty }
        joined.path = "/" + parts.map { $0 + "/" }.joined()
        baseURI = joined.resolved(against: joined).description
    }

    /// The base.
    public var description: String { baseURI }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("/") { path = path.dropFirst() }
        while path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
