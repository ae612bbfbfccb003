/// Scheme, host and port of a URI, RFC 9110 §4.3.1; credentials are not sent to another origin.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String
    /// The host in lower case, with the brackets of an IPv6 address.
    public let host: String
    /// The port, by default that of the scheme; nil for a scheme without a default port.
    public let port: Int?

    /// The origin of a URI; nil if the URI has no scheme or no host, or if its port is invalid.
    public init?(_ uri: URIReference) {
        guard let scheme = uri.scheme?.lowercased(), let authority = uri.authority else { return nil }
        let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let hostEnd = hostAndPort.lastIndex(of: "]").map { hostAndPort.index(after: $0) } ?? hostAndPort.startIndex
        let colon = hostAndPort[hostEnd...].firstIndex(of: ":") ?? hostAndPort.endIndex
        let written = hostAndPort[colon...].dropFirst()
        let port = Self.port(written)
        guard colon > hostAndPort.startIndex, written.isEmpty || port != nil else { return nil }
        self.scheme = scheme
        host = hostAndPort[..<colon].lowercased()
        self.port = port ?? Self.defaultPorts[scheme]
    }

    /// The origin of a URI as text; nil if it has none.
    public init?(_ uri: String) {
        self.init(URIReference(uri))
    }

    /// The origin as the start of a URI, without the scheme's default port.
    public var description: String {
        port.flatMap { $0 == Self.defaultPorts[scheme] ? nil : "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)"
    }

    private static let defaultPorts = ["http": 80, "https": 443]

    private static func port(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy(\.isDigit), let port = Int(digits), port <= 65_535
        else { return nil }
        return port
    }
}
