package import Messages

/// The scheme, host and port of a request: those of an absolute target, else of the connection and `Host` (RFC 9112
/// §3.3).
package struct Authority {
    package let scheme: String
    /// Lower case, without the port.
    package let host: String?
    package let port: Int?

    package init(_ request: Request) {
        let target = String(decoding: request.head[request.target], as: UTF8.self)
        if !target.hasPrefix("/"), let mark = target.firstRange(of: "://") {
            let rest = target[mark.upperBound...]
            self.init(scheme: target[..<mark.lowerBound].lowercased(), rest.prefix { $0 != "/" && $0 != "?" })
            return
        }
        let name = Array("host".utf8)
        guard let field = request.fields.first(where: { request.head.isName(name, at: $0.name) }) else {
            self.init(scheme: request.scheme.rawValue, host: nil, port: nil)
            return
        }
        self.init(scheme: request.scheme.rawValue, String(decoding: request.head[field.value], as: UTF8.self)[...])
    }

    private init(scheme: String, host: String?, port: Int?) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `host`, `host:port` or `[v6]:port`; the port defaults to the scheme's.
    private init(scheme: String, _ authority: Substring) {
        let host: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != ":" }
        }
        let rest = authority[host.endIndex...].dropFirst()
        let port = rest.isEmpty ? Request.Scheme(rawValue: scheme)?.defaultPort ?? 80 : Int(rest)
        self.init(scheme: scheme, host: host.lowercased(), port: port)
    }
}
