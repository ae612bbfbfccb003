import HAL
import Messages

/// The access to the admin API.
///
/// `/__admin/health` is open unless the API is off, because it reveals only that the server is running.
package enum AdminAccess: Sendable, Hashable {
    case open
    /// Requires `Authorization: Bearer` with this token.
    case token(String)
    case off

    /// Whether a request with that `Authorization` is permitted.
    func permits(authorization: String?) -> Bool {
        switch self {
        case .open: return true
        case .off: return false
        case .token(let token):
            guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
            return Self.isEqual(Array(authorization.utf8.dropFirst("bearer ".utf8.count)), Array(token.utf8))
        }
    }

    /// Compares in a time that does not depend on the difference, so that the token cannot be guessed byte by byte.
    private static func isEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return zip(lhs, rhs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AdminAccess: CustomStringConvertible {
    package var description: String {
        switch self {
        case .open: return "open"
        case .token: return "token"
        case .off: return "off"
        }
    }
}

/// Protects an open admin API from web pages: permits programs, and pages of this server.
///
/// A web page can make its browser send requests to this machine: to a name of the page's own domain whose DNS record
/// points here (DNS rebinding), or across origins. Such a name is public: it has a dot and is not an address. Browsers
/// send the page's origin in `Origin` and `Sec-Fetch-Site`; programs send neither.
struct HostCheck: Sendable {
    /// Suffixes of names that are never public (RFC 6761, RFC 6762, RFC 8375, and ICANN's name for private use).
    private static let privateSuffixes = [".localhost", ".local", ".internal", ".test", ".home.arpa"]

    private static let tokenAdvice = "start the server with --admin token and send the token"

    /// The configured names of the server.
    private let own: Set<String>
    /// Whether pages from other ports of this machine are trusted; not if scenarios serve pages there.
    private let trustsOtherPorts: Bool

    init(own names: [String?], trustsOtherPorts: Bool = true) {
        own = Set(names.compactMap { $0.map(Self.name) })
        self.trustsOtherPorts = trustsOtherPorts
    }

    /// Throws if the request is for a public name that is not the server's, or is sent by a page of another origin.
    func check(_ request: AdminRequest) throws(AdminError) {
        let host = request.fields["host"]
        try check(host: host)
        if let origin = request.fields["origin"] { try check(origin: origin, host: host ?? "") }
        try Self.checkSite(request)
    }

    func check(host: String?) throws(AdminError) {
        guard let host, !isTrusted(Self.name(host)) else { return }
        throw refusal("Host", host)
    }

    /// Permits pages of this server, and of servers on loopback if other ports are trusted.
    func check(origin: String, host: String) throws(AdminError) {
        let parts = origin.lowercased().split(separator: "://", maxSplits: 1)
        guard parts.count == 2, ["http", "https"].contains(parts[0]) else { throw refusal("Origin", origin) }
        let name = Self.name(String(parts[1]))
        let port = parts[1].dropFirst(name.utf8.count)
        let isAuthority = port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
        let isNeighbor = trustsOtherPorts && isAuthority && (own.contains(name) || Self.isLoopback(name))
        guard parts[1] == host.lowercased() || isNeighbor else {
            throw refusal("Origin", origin)
        }
    }

    /// Browsers omit `Origin` in some requests across origins, but not `Sec-Fetch-Site`.
    private static func checkSite(_ request: AdminRequest) throws(AdminError) {
        guard let site = request.fields["sec-fetch-site"], !["same-origin", "none"].contains(site) else { return }
        // A person may follow a link on another page.
        let isVisit = request.fields["sec-fetch-mode"] == "navigate" && request.fields["sec-fetch-dest"] == "document"
        guard request.method != "GET" || !isVisit else { return }
        throw .notPermitted(
            "Sec-Fetch-Site: \(String(site.prefix(40)).printable): the request comes from a page of another origin; "
                + tokenAdvice
        )
    }

    private func isTrusted(_ name: String) -> Bool {
        own.contains(name) || !name.contains(".") || Self.isAddress(name)
            || Self.privateSuffixes.contains { name.hasSuffix($0) }
    }

    /// Whether the name is an IP address, which DNS cannot point elsewhere.
    private static func isAddress(_ name: String) -> Bool {
        name.hasPrefix("[") || isIPv4(name)
    }

    private static func isLoopback(_ name: String) -> Bool {
        name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
            || (name.hasPrefix("127.") && isIPv4(name))
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The host in lower case, without port and trailing dot.
    private static func name(_ authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
        let name = authority.prefix { $0 != ":" && $0 != "/" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }

    private func refusal(_ field: String, _ value: String) -> AdminError {
        .notPermitted(
            "\(field): \(String(value.prefix(120)).printable) is not a name of this server; "
                + "add it with --public-url, or \(Self.tokenAdvice)"
        )
    }
}
