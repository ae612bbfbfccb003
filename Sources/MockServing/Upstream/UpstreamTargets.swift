package import HAL
import Messages
import Mocking

/// The servers that requests may be sent to: those on loopback addresses and the hosts of a list, but never this server.
package struct UpstreamTargets: Sendable {
    /// A host of the list; nil as the port: all ports.
    private struct Allowed: Sendable {
        let host: String
        let port: Int?
    }

    private let allowed: [Allowed]

    /// Only loopback addresses.
    package init() {
        allowed = []
    }

    /// Loopback addresses and hosts, such as `example.com`, `example.com:8081` or `[fd00::1]:80`.
    ///
    /// - Throws: ``UpstreamFailure`` that names the first one that is not valid.
    package init(hosts: [String]) throws(UpstreamFailure) {
        var allowed: [Allowed] = []
        for text in hosts {
            guard let origin = Origin("any://\(text)"), Self.isHost(origin.host), !text.contains("/"),
                !text.contains("@"), origin.port != 0
            else { throw UpstreamFailure("'\(text)' is not a host, or a host and a port") }
            allowed.append(Allowed(host: origin.host, port: origin.port))
        }
        self.allowed = allowed
    }

    /// The request, if its target is allowed: with a URL in normal form, and without fields of the connection.
    ///
    /// Messages name `option` as that with the list.
    ///
    /// - Throws: ``UpstreamFailure`` if the target is not allowed or the request is not valid.
    func checked(
        _ request: OutgoingRequest,
        option: String = "--webhook-hosts",
        ownPorts: Set<Int>
    ) throws(UpstreamFailure) -> OutgoingRequest {
        var url = URIReference(request.url)
        guard let origin = Origin(url), ["http", "https"].contains(origin.scheme), let port = origin.port, port > 0,
            Self.isHost(origin.host)
        else { throw UpstreamFailure("the URL is not an absolute http or https URL") }
        guard url.authority?.contains("@") != true else { throw UpstreamFailure("the URL contains credentials") }
        let isLoopback = Self.isLoopback(origin.host)
        guard isLoopback || allowed.contains(where: { $0.host == origin.host && ($0.port ?? port) == port }) else {
            throw UpstreamFailure("\(origin) is neither on a loopback address nor in \(option)")
        }
        guard !isLoopback || !ownPorts.contains(port) else {
            throw UpstreamFailure("\(origin) is this server, which sends no requests to itself")
        }
        guard request.method.isToken, request.method != "CONNECT" else {
            throw UpstreamFailure("the method is not valid")
        }
        url.scheme = origin.scheme
        url.authority = String(origin.description.dropFirst(origin.scheme.count + 3))
        url.fragment = nil
        if url.path.isEmpty { url.path = "/" }
        var checked = request
        checked.url = url.description
        checked.fields = try Self.endToEnd(request.fields)
        checked.fields.append(("Via", "1.1 \(Engine.pseudonym)"))
        return checked
    }

    /// The fields of the message itself (RFC 9110 §7.6.1).
    private static func endToEnd(_ fields: [OutgoingRequest.Field]) throws(UpstreamFailure) -> [OutgoingRequest.Field] {
        var kept: [OutgoingRequest.Field] = []
        for field in fields where !isOfTheConnection(field.name.lowercased()) {
            guard field.name.isToken, !field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                throw UpstreamFailure("a header field is not valid")
            }
            kept.append(field)
        }
        return kept
    }

    /// Whether the field with this name in lower case belongs to the connection, or to the framing of the message.
    private static func isOfTheConnection(_ name: String) -> Bool {
        name == "content-length" || name == "host" || ConnectionFields.contains(name)
    }

    private static func isHost(_ host: String) -> Bool {
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let allowed = isAddress ? "0123456789abcdef:." : "abcdefghijklmnopqrstuvwxyz0123456789.-_"
        let name = isAddress ? host.dropFirst().dropLast() : host[...]
        return !name.isEmpty && name.utf8.allSatisfy { allowed.utf8.contains($0) }
    }

    /// Whether an origin is the server that listens on this host and port.
    package static func isServer(_ origin: Origin, on host: String, port: Int) -> Bool {
        origin.port == port && (isLoopback(origin.host) || origin.host == host)
    }

    /// Whether the host is a loopback address in its usual form, or `localhost`; other names may mean any address.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { (1...3).contains($0.utf8.count) && UInt8($0) != nil }
    }
}
