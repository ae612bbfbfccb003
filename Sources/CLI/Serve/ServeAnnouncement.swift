import MockServing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The lines with the addresses of a server, which `serve` prints when it is ready.
struct ServeAnnouncement {
    private let server: MockServer
    private let authorityFile: String?
    private let hasAdmin: Bool

    init(_ server: MockServer, authorityFile: String? = nil, hasAdmin: Bool = true) {
        self.server = server
        self.authorityFile = authorityFile
        self.hasAdmin = hasAdmin
    }

    /// The ports, one a line: that of the base URL, and that of HTTPS if it has its own.
    var ports: String {
        let (plain, secure, _) = server.listeners
        return [plain, secure].compactMap { $0.map { "\($0)\n" } }.joined()
    }

    /// The ready line, and the other ports.
    var text: String {
        let base = server.baseURL.absoluteString
        let secure = server.secureURL.map(\.absoluteString)
        let urls = [base] + (secure.map { $0 == base ? [] : [$0] } ?? [])
        return "hypermock ready \(urls.joined(separator: " and "))\(authority)\n" + faults + otherPort
    }

    /// The line with the address of the page for browsers; empty if there is no admin API.
    var page: String { hasAdmin ? "  page  \(server.adminURL.absoluteString)/__admin/\n" : "" }

    /// The line for a person at a terminal: what is watched, and how to stop.
    static func advice(watching paths: [String]) -> String {
        let listed = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
        let watched = paths.isEmpty ? "  not watching for changes (--watch)" : "  watching \(listed) for changes"
        return "\(watched); Ctrl-C stops\n"
    }

    /// The ports with faults, and the scenarios with `tls` that they are for.
    private var faults: String {
        let addresses = server.faultAddresses
        let ports = server.listeners.faults
        guard !ports.isEmpty || addresses.isEmpty else {
            let names = addresses.values.joined().sorted().map { $0 + "/" }.joined(separator: ", ")
            return "  without --https, 'tls' has no effect in \(names)\n"
        }
        return ports.map { fault, port in
            let names = (addresses[fault] ?? []).map { $0 + "/" }.joined(separator: ", ")
            return "  fault \(fault) on port \(port)\(names.isEmpty ? "" : ", for \(names)")\n"
        }.joined()
    }

    /// The second port, for scenarios whose `otherOrigin` is another port; empty without.
    private var otherPort: String {
        server.otherPort.map { "  port \($0), the other origin of scenarios that cross ports\n" } ?? ""
    }

    /// Where clients find the certificate that they trust.
    private var authority: String {
        guard server.secureURL != nil, server.hasCertificateAuthority else { return "" }
        guard hasAdmin || authorityFile != nil else { return " (CA: --https-ca-file writes it)" }
        return " (CA: \(authorityFile ?? "\(server.baseURL.absoluteString)/__admin/certs/ca.pem"))"
    }
}
