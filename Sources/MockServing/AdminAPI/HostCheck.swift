/// Whether a request to an open admin API comes from where it may.
///
/// A page of a stranger can make a browser send requests to this machine: under a name of the page's own domain, which
/// its DNS lets point here (DNS rebinding), or across origins. Such a name is a public one, with a dot and no address.
struct HostCheck: Sendable {
    /// No public name ends so (RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps for private use).
    private static let privateSuffixes = [".localhost", ".local", ".internal", ".test", ".home.arpa"]

    /// Names that the server was told it has.
    private let own: Set<String>

    init(own names: [String?]) {
        own = Set(names.compactMap { $0.map(Self.name) })
    }

    /// Lets requests pass whose `Host`, and `Origin` if there is one, name this machine or one nearby.
    func check(host: String?, origin: String?) throws(AdminError) {
        if let host, !isTrusted(Self.name(host)) { throw refusal("Host", host) }
        guard let origin else { return }
        guard let mark = origin.firstRange(of: "://"), isTrusted(Self.name(String(origin[mark.upperBound...]))) else {
            throw refusal("Origin", origin)
        }
    }

    private func isTrusted(_ name: String) -> Bool {
        own.contains(name) || !name.contains(".") || Self.isAddress(name)
            || Self.privateSuffixes.contains { name.hasSuffix($0) }
    }

    /// An address cannot be let point somewhere else.
    private static func isAddress(_ name: String) -> Bool {
        if name.hasPrefix("[") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// In lower case, without port and closing dot.
    private static func name(_ authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
        let name = authority.prefix { $0 != ":" && $0 != "/" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }

    private func refusal(_ field: String, _ value: String) -> AdminError {
        .notPermitted(
            "\(field): \(String(value.prefix(120)).printable) is no name of this server; "
                + "--public-url makes one known, --admin token asks for a token instead"
        )
    }
}
