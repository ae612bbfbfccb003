package import Messages

/// The sessions of a TLS server on one loop, each with its certificate or its fault.
///
/// Several loops have a server each, from one ``TLSServerConfiguration``.
package final class TLSServer {
    private var configuration: TLSServerConfiguration
    /// nil: it is made when the first handshake needs it.
    private var context: TLSContext?

    /// Prepares the server; what cannot be wrong is made when a handshake needs it.
    ///
    /// - Throws: A ``TLSError`` if a certificate of `configuration` cannot be used, or OpenSSL is missing.
    package init(_ configuration: TLSServerConfiguration) throws(TLSError) {
        try OpenSSL.load()
        self.configuration = configuration
        context = try Self.checked(configuration)
    }

    /// Uses other certificates from now on; sessions that have begun keep theirs.
    package func use(_ configuration: TLSServerConfiguration) throws(TLSError) {
        context = try Self.checked(configuration)
        self.configuration = configuration
    }

    /// Returns the context if the configuration has certificates of files.
    private static func checked(_ configuration: TLSServerConfiguration) throws(TLSError) -> TLSContext? {
        guard configuration.identity != nil || !configuration.clientAuthoritiesPEM.isEmpty else { return nil }
        return try context(configuration)
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
        let session = try TLSSession(try preparedContext())
        session.fault = configuration.upcomingFaults.take() ?? fault
        return session
    }

    private func preparedContext() throws(TLSError) -> TLSContext {
        if let context { return context }
        let made = try Self.context(configuration)
        context = made
        return made
    }

    /// Chooses certificates, and keeps those that it has made.
    private final class Certificates {
        private let configuration: TLSServerConfiguration
        /// A copy, with the certificates of this loop.
        private var authority: CertificateAuthority?

        init(_ configuration: TLSServerConfiguration) {
            self.configuration = configuration
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
            return try withAuthority { authority throws(TLSError) in try authority.leaf(for: serverName) }
        }

        private func identity(for serverName: String?, _ fault: TLSFault) throws(TLSError) -> TLSIdentity {
            guard fault.isOfCertificate else { return try identity(for: serverName) }
            let faulty = try withAuthority { authority throws(TLSError) in
                try authority.leaf(for: serverName, with: fault)
            }
            guard let faulty else { return try identity(for: serverName) }
            return faulty
        }

        private func withAuthority<Value>(
            _ body: (inout CertificateAuthority) throws(TLSError) -> Value
        ) throws(TLSError) -> Value {
            guard var made = authority.take() else {
                authority = try configuration.authority.get()
                return try withAuthority(body)
            }
            defer { authority = made }
            return try body(&made)
        }

        /// RFC 8446 §6.2.
        private static let internalError: UInt8 = 80
    }
}
