/// A complete request: the bytes of its head, and the ranges of its parts.
///
/// Nothing is copied from the head or decoded, so a request needs two allocations.
package struct Request: Sendable {
    /// A version of HTTP (RFC 9110 §2.5).
    package enum Version: String, Sendable, Hashable, CaseIterable {
        case http10 = "HTTP/1.0"
        case http11 = "HTTP/1.1"
        case http2 = "HTTP/2"
    }

    /// The scheme of a URI (RFC 9110 §4.2).
    package enum Scheme: String, Sendable, Hashable, CaseIterable {
        case http, https

        /// The port of a URI without one.
        package var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    package var head: [UInt8]
    package var method: Range<Int>
    /// The request target as received (RFC 9112 §3.2), usually a path and an optional query.
    package var target: Range<Int>
    /// The header fields in the order of arrival; values exclude surrounding white space.
    package var fields: [FieldRange]
    package var body: [UInt8]
    /// The trailer fields of a chunked body; their ranges also refer to `head`.
    package var trailers: [FieldRange]
    package var version: Version
    /// The scheme of the connection on which it arrived; links to the server have the same.
    package var scheme: Scheme
    /// The time at which the request was complete, in milliseconds since 1970.
    package var receivedAt: Int64
    /// The client's address as text, without its port; empty if it is unknown.
    package var peer: String
    /// The TLS connection on which it arrived; nil in the clear.
    package var security: ConnectionSecurity?
    /// Whether it arrived at a port that has the admin API alone.
    package var isAtAdminPort = false

    package init(
        head: [UInt8],
        method: Range<Int>,
        target: Range<Int>,
        fields: [FieldRange],
        body: [UInt8] = [],
        trailers: [FieldRange] = [],
        version: Version = .http11,
        scheme: Scheme? = nil,
        receivedAt: Int64 = 0,
        peer: String = "",
        security: ConnectionSecurity? = nil
    ) {
        self.head = head
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.trailers = trailers
        self.version = version
        self.scheme = scheme ?? (security == nil ? .http : .https)
        self.receivedAt = receivedAt
        self.peer = peer
        self.security = security
    }

    /// Makes a request without a parser; `receivedAt` is in milliseconds since 1970.
    package init(
        method: String,
        target: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        receivedAt: Int64 = 0
    ) {
        self.init(head: [], method: 0..<0, target: 0..<0, fields: [], body: body, receivedAt: receivedAt)
        self.method = append(method)
        self.target = append(target)
        for (name, value) in fields { self.fields.append(FieldRange(name: append(name), value: append(value))) }
    }

    /// Appends a space and the text to the head, and returns the range of the text.
    private mutating func append(_ text: String) -> Range<Int> {
        if !head.isEmpty { head.append(UInt8(ascii: " ")) }
        let start = head.count
        head += text.utf8
        return start..<head.count
    }
}

/// The ranges of a field's name and value in the bytes of a head.
package struct FieldRange: Sendable, Hashable {
    package var name: Range<Int>
    package var value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
        self.name = name
        self.value = value
    }
}
