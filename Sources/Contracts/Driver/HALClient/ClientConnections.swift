package import HALClient

/// The connections of this package's client in a run: the certificates that it trusts, and the transports that share them.
///
/// With its own certificates, each driver borrows a transport, so that a fault that ends an HTTP/2 connection affects only
/// the case that caused it. The last reference to the borrowed transport returns it.
package struct ClientConnections: Sendable {
    /// The shared transports of the platform, and the certificates that the system trusts.
    package static let standard = ClientConnections(nil)

    /// The configuration of the transports; nil: the platform's shared ones.
    private let configuration: TransportConfiguration?
    private let strict: TransportPool
    private let lax: TransportPool
    /// The pool of transports that do not offer HTTP/2.
    private let strictHTTP1: TransportPool
    private let laxHTTP1: TransportPool

    private init(_ configuration: TransportConfiguration?) {
        self.configuration = configuration
        var unchecked = configuration ?? TransportConfiguration()
        unchecked.allowInvalidCertificates = true
        strict = TransportPool(configuration ?? TransportConfiguration())
        lax = TransportPool(unchecked)
        strictHTTP1 = TransportPool(configuration ?? TransportConfiguration(), isHTTP1Only: true)
        laxHTTP1 = TransportPool(unchecked, isHTTP1Only: true)
    }

    /// Trusts the certificate authorities of a PEM text instead of those that the system trusts.
    ///
    /// - Throws: `InvalidCertificate` if the text contains no certificate, or an invalid one.
    package init(trusting pem: String) throws(InvalidCertificate) {
        self.init(TransportConfiguration(trust: try .authorities(pem: pem)))
    }

    /// Returns a transport for one case.
    ///
    /// - Parameters:
    ///   - choice: The kind of transport; nil: the platform's.
    ///   - needs: The protocol that the transport must use, and whether its connections must not be shared.
    /// - Returns: nil: the platform's shared one.
    package func transport(
        _ choice: ClientTransport? = nil,
        for needs: CaseConnections = CaseConnections()
    ) -> (any Transport)? {
        if needs.wire == .https { return strictHTTP1.borrow(choice) }
        let isShared = !needs.areOwn && (configuration == nil || choice?.trustsOwnAuthorities == false)
        return isShared ? choice?.shared : strict.borrow(choice)
    }

    /// Returns a transport that accepts server certificates with these flaws.
    func transport(
        accepting flaws: Set<ConnectionFailure.TLSReason>,
        for needs: CaseConnections = CaseConnections()
    ) -> any Transport {
        let pools = needs.wire == .https ? (strictHTTP1, laxHTTP1) : (strict, lax)
        return CarelessTransport(strict: pools.0.borrow(nil), lax: pools.1.borrow(nil), flaws: flaws)
    }
}

/// Transports of one configuration that no case uses at the moment.
private final class TransportPool: Sendable {
    private let configuration: TransportConfiguration
    private let idle = Locked<[ClientTransport: [any Transport]]>([:])

    init(_ configuration: TransportConfiguration, isHTTP1Only: Bool = false) {
        var configuration = configuration
        configuration.isHTTP1Only = isHTTP1Only
        self.configuration = configuration
    }

    func borrow(_ choice: ClientTransport?) -> any Transport {
        let choice = choice ?? .ofPlatform
        let transport = idle.withLock { $0[choice]?.popLast() } ?? choice.make(configuration)
        return BorrowedTransport(transport) { [self] in
            idle.withLock { $0[choice, default: []].append(transport) }
        }
    }
}

/// A transport that its last reference returns.
private final class BorrowedTransport: Transport {
    private let transport: any Transport
    private let giveBack: @Sendable () -> Void

    init(_ transport: any Transport, giveBack: @escaping @Sendable () -> Void) {
        self.transport = transport
        self.giveBack = giveBack
    }

    deinit {
        giveBack()
    }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        try await transport.send(request)
    }
}

/// A transport that repeats a request without verification if the certificate was rejected for an accepted reason.
private struct CarelessTransport: Transport {
    let strict: any Transport
    let lax: any Transport
    let flaws: Set<ConnectionFailure.TLSReason>

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        do {
            return try await strict.send(request)
        } catch {
            guard let reason = error.tlsReason, flaws.contains(reason) else { throw error }
            return try await lax.send(request)
        }
    }
}
