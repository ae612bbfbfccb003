package import Messages

/// The sessions of a TLS server on one loop, each with its certificate or its fault.
///
/// Several loops have a server each, from one ``TLSServerConfiguration``.
package final class TLSServer {
    private var context: TLSContext
    private let upcomingFaults: UpcomingTLSFaults

    /// Prepares the server; certificates other than the authority's are made when a handshake needs them.
    package init(_ configuration: TLSServerConfiguration) throws(TLSError) {
        context = try Self.context(configuration)
        upcomingFaults = configuration.upcomingFaults
    }

    /// Uses other certificates from now on; sessions that have begun keep theirs.
    package func use(_ configuration: TLSServerConfiguration) throws(TLSError) {
        context = try Self.context(configuration)
    }

    private static func context(_ configuration: TLSServerConfiguration) throws(TLSError) -> TLSContext {
        let context = try TLSContext(.server)
        // OpenSSL checks the key and the signatures.
        if let identity = configuration.identity { try context.use(identity) }
        try context.offer(configuration.protocols)
        if !configuration.clientAuthoritiesPEM.isEmpty || configuration.clientCertificates != .none {
            try context.trust(configuration.clientAuthoritiesPEM, configuration.clientCertificates)
        }
        let certificates = Certificates(configuration)
        context.use { session, serverName in certificates.choose(for: session.fault, serverName) }
        return context
    }

    /// Begins the session of a new connection.
    ///
    /// Its fault is that of the next handshakes, or else `fault`, which is the port's, or else that of the server name.
    package func session(fault: TLSFault? = nil) throws(TLSError) -> TLSSession {
        let session = try TLSSession(context)
        session.fault = upcomingFaults.take() ?? fault
        return session
    }

    /// Chooses certificates, and keeps those that it has made.
    private final class Certificates {
        private let configuration: TLSServerConfiguration
        private var authority: CertificateAuthority

        init(_ configuration: TLSServerConfiguration) {
            self.configuration = configuration
            authority = configuration.authority
        }

        func choose(for sessionFault: TLSFault?, _ serverName: String?) -> TLSContext.Choice {
            let named = configuration.readsFaultsFromServerNames ? serverName.flatMap(TLSFault.init(serverName:)) : nil
            do throws(TLSError) {
                guard let fault = sessionFault ?? named else { return .identity(try identity(for: serverName)) }
                return .fault(fault, try identity(for: serverName, fault))
            } catch {
                return .alert(Self.internalError)
            }
        }

        private func identity(for serverName: String?) throws(TLSError) -> TLSIdentity {
            if let identity = configuration.identity { return identity }
            return try authority.leaf(for: serverName)
        }

        private func identity(for serverName: String?, _ fault: TLSFault) throws(TLSError) -> TLSIdentity {
            if let faulty = try authority.leaf(for: serverName, with: fault) { return faulty }
            return try identity(for: serverName)
        }

        /// RFC 8446 §6.2.
        private static let internalError: UInt8 = 80
    }
}
