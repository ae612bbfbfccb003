import HTTPServing
import TLS

/// The ports of a server's listeners; 0 before the system has chosen one.
struct ServerPorts: Sendable, Hashable {
    /// The port of plain HTTP, and of TLS if they share it; nil: TLS has its own.
    var main: Int?
    /// The port for TLS only.
    var https: Int?
    var faults: [HTTPSFault: Int] = [:]
    /// The port of the admin API; nil: it is on the others.
    var admin: Int?

    init(_ configuration: MockServerConfiguration) {
        let https = configuration.https
        main = https.map { $0.isOnly && !$0.sharesPort } == true ? nil : configuration.port
        self.https = https?.port
        faults = https?.faultPorts ?? [:]
        admin = configuration.adminPort
    }

    /// All of them.
    var all: Set<Int> { Set([main, https, admin].compactMap(\.self) + faults.values) }

    /// The port of the server's base URL.
    var first: Int { main ?? https ?? 0 }
}

extension Server {
    /// Listens on all ports but that of the admin API.
    ///
    /// - Returns: The ports, with those that the system has chosen.
    /// - Throws: A ``MockServerError`` if a port is not available.
    func listen(
        on ports: ServerPorts,
        _ configuration: MockServerConfiguration,
        _ tls: TLSServer?
    ) throws(MockServerError) -> ServerPorts {
        var ports = ports
        if let port = ports.main {
            ports.main = try listen(on: port, configuration, .ofFirstPort(configuration, tls))
        }
        if let port = ports.https {
            ports.https = try listen(on: port, configuration, TLSOffer(server: tls, isRequired: true))
        }
        for (fault, port) in ports.faults {
            ports.faults[fault] = try listen(on: port, configuration, .faulty(fault, tls))
        }
        return ports
    }

    /// Listens on the port of the admin API, for HTTPS too if that is on.
    func listen(
        onAdminPort port: Int,
        _ configuration: MockServerConfiguration,
        _ tls: TLSServer?
    ) throws(MockServerError) -> Int {
        let isRequired = configuration.https?.isOnly ?? false
        return try listen(on: port, configuration, TLSOffer(server: tls, isRequired: isRequired))
    }

    private func listen(
        on port: Int,
        _ configuration: MockServerConfiguration,
        _ offer: TLSOffer
    ) throws(MockServerError) -> Int {
        do {
            let isShared = configuration.threads > 1
            return try listen(host: configuration.host, port: port, reusePort: isShared, tls: offer)
        } catch {
            throw .cannotListen(configuration, port: port, error)
        }
    }
}

extension TLSOffer {
    /// TLS on the port of the base URL.
    static func ofFirstPort(_ configuration: MockServerConfiguration, _ server: TLSServer?) -> TLSOffer {
        guard let https = configuration.https else { return .none }
        return TLSOffer(server: https.sharesPort || https.isOnly ? server : nil, isRequired: https.isOnly)
    }

    /// TLS whose handshakes all have this fault.
    static func faulty(_ fault: HTTPSFault, _ server: TLSServer?) -> TLSOffer {
        TLSOffer(server: server, isRequired: true, fault: fault.kind)
    }
}
