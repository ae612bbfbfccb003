import HAL
import Matching
import Messages
import Mocking
import URITemplates

/// The origin behind a proxy: the form of the requests to it, and of its responses to clients.
///
/// Links of the origin lead clients to the proxy, and links to the proxy lead the origin to itself.
struct ProxyTarget: Sendable {
    /// Fields that the proxy sets itself, in addition to those of the connection.
    private static let replaced: Set<String> = ["host", "content-length", "expect", "accept-encoding", "max-forwards"]
    /// Fields of requests whose values are URIs.
    private static let addresses: Set<String> = ["origin", "referer", "destination"]

    /// Scheme, host and port.
    let origin: String
    /// The name of the proxy in `Via` (RFC 9110 §7.6.3); another one for each proxy, so that a loop is noticed.
    let pseudonym: String
    /// The port of the proxy.
    var port = 0
    /// The path at the origin that precedes those of requests; empty for most.
    var root = ""
    /// Whether links lead clients to the proxy, and those of clients lead to the origin.
    var rewritesLinks = true

    init(origin: String, port: Int = 0) {
        self.origin = origin
        self.port = port
        pseudonym = "\(Engine.pseudonym)-" + String(UInt32.random(in: .min ... .max), radix: 16)
    }

    /// The request as the origin gets it, without `Via` and `Accept-Encoding`; `base` is the address of the proxy.
    ///
    /// - Throws: ``ProxyProblem`` if it must not be forwarded.
    func request(_ request: Request, at base: String) throws(ProxyProblem) -> OutgoingRequest {
        let method = request.methodText
        guard method != "CONNECT", request.targetText != "*" else { throw .notForwarded(method) }
        guard !hasPassed(request) else { throw .loop }
        return outgoing(request, path: try path(of: request.targetText), at: base)
    }

    /// The request as the origin gets it, with another path and query.
    func outgoing(_ request: Request, path: String, at base: String) -> OutgoingRequest {
        var outgoing = OutgoingRequest(method: request.methodText, url: origin + root + path)
        let removed = ConnectionFields.names(listedIn: request.values(of: "connection"))
        let replacement = rewritesLinks ? OriginReplacement(of: base, by: origin + root) : nil
        for field in request.fields {
            let name = String(decoding: request.head[field.name], as: UTF8.self)
            let key = name.lowercased()
            guard !removed.contains(key), !Self.replaced.contains(key) else { continue }
            let value = String(decoding: request.head[field.value], as: UTF8.self)
            guard let replacement else {
                outgoing.fields.append((name, value))
                continue
            }
            if Self.addresses.contains(key) {
                outgoing.fields.append((name, Self.moved(value, from: base, to: origin + root)))
            } else {
                outgoing.fields.append((name, replacement.replaced(field: name, value)))
            }
        }
        guard !request.body.isEmpty else { return outgoing }
        outgoing.body = replacement.map { body(request.body, outgoing.fields, base, $0) } ?? request.body
        return outgoing
    }

    /// The path and the query of a target, which may be an absolute URI of the origin or of the proxy.
    private func path(of target: String) throws(ProxyProblem) -> String {
        let target = target.prefix { $0 != "#" }
        // After two slashes, an authority would follow.
        guard !target.hasPrefix("/") else { return "/" + target.drop { $0 == "/" } }
        let uri = URIReference(String(target))
        guard let named = Origin(uri), named.description == origin || named.port == port else {
            throw .misdirected(origin)
        }
        return (uri.path.isEmpty ? "/" : uri.path) + (uri.query.map { "?\($0)" } ?? "")
    }

    private func hasPassed(_ request: Request) -> Bool {
        request.values(of: "via").contains { value in
            value.split(separator: ",").contains { proxy in
                proxy.split(separator: " ").dropFirst().first.map(String.init) == pseudonym
            }
        }
    }

    private func body(
        _ bytes: [UInt8],
        _ fields: [OutgoingRequest.Field],
        _ base: String,
        _ replacement: OriginReplacement
    ) -> [UInt8] {
        guard fields.first(named: "content-encoding") == nil, let type = fields.mediaType else { return bytes }
        if type.isJSON { return replacement.replaced(json: bytes) }
        guard type.essence == "text/uri-list" else { return bytes }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.map { Self.moved(String($0), from: base, to: origin + root) }.joined(separator: "\n").utf8)
    }

    /// The URI at another origin, if it is at the first one.
    private static func moved(_ uri: String, from base: String, to origin: String) -> String {
        guard uri.hasPrefix(base) else { return uri }
        let rest = uri.dropFirst(base.count)
        return rest.first.map { "/?#\r".contains($0) } ?? true ? origin + rest : uri
    }

    /// The request with the fields of the proxy, as it is sent.
    func sent(_ request: OutgoingRequest) -> OutgoingRequest {
        var sent = request
        sent.url = url(of: request)
        sent.fields += [("Accept-Encoding", "identity"), ("Via", "1.1 \(pseudonym)")]
        return sent
    }

    /// The URL of a request, with a valid path and query.
    func url(of request: OutgoingRequest) -> String { origin + Self.valid(request.url.dropFirst(origin.count)) }

    /// The path and query with an escape in place of each byte that is not valid there (RFC 3986 §3), such as `{`.
    private static func valid(_ target: Substring) -> String {
        let bytes = Array(target.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && PercentEncoding.octet(bytes[...], at: index + 1) == nil
            let isValid = byte.isUnreserved || ":/?@!$&'()*+,;=%".utf8.contains(byte)
            if isValid, !isEscape { result.append(byte) } else { PercentEncoding.append(byte, to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The response as the client gets it; `base` is the address of the proxy.
    func response(_ incoming: IncomingResponse, isHEAD: Bool, at base: String) -> Response {
        let replacement = rewritesLinks ? OriginReplacement(of: origin + root, root: root, by: base) : nil
        let removed = ConnectionFields.names(listedIn: incoming.fields.values(of: "connection"))
        var framing = HTTP1Framing(status: incoming.status, bodyLength: incoming.body.count)
        for field in incoming.fields where !removed.contains(field.name.lowercased()) {
            guard field.name.lowercased() != "content-length" else { continue }
            framing.add(field: field.name, replacement?.replaced(field: field.name, field.value) ?? field.value)
        }
        if incoming.fields.first(named: "date") == nil { framing.addDate() }
        guard HTTP1Framing.hasBody(incoming.status) else {
            framing.endHead(.unframed)
            return Response(framing.response())
        }
        guard !isHEAD else {
            let length = incoming.fields.first(named: "content-length").flatMap { Int($0) }
            framing.endHead(length.map { .bytes(max(0, $0)) } ?? .unframed)
            return Response(framing.response())
        }
        let isPlain = incoming.fields.first(named: "content-encoding") == nil
        let isJSON = incoming.fields.mediaType?.isJSON == true
        let body = isPlain && isJSON ? replacement?.replaced(json: incoming.body) ?? incoming.body : incoming.body
        framing.endHead(.bytes(body.count))
        framing.add(content: body)
        return Response(framing.response())
    }
}

extension [OutgoingRequest.Field] {
    /// The values of all fields with this name in lower case.
    func values(of name: String) -> [String] {
        filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the first field with this name in lower case.
    func first(named name: String) -> String? {
        first { $0.name.lowercased() == name }?.value
    }

    /// The media type of the content, as far as it is valid.
    var mediaType: MediaType? {
        first(named: "content-type").flatMap { MediaType(leniently: $0) }
    }
}
