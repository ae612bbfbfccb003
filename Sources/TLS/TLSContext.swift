private import CTLS
package import Messages

/// The settings that the sessions of one side share: certificates, versions, protocols.
///
/// Used on one thread, like its sessions.
@safe package final class TLSContext {
    package enum Side: Sendable { case server, client }

    /// Whether the peer must present a valid certificate.
    package enum Verification: Sendable {
        case none
        /// The certificate is optional, but must be valid if the peer sends one.
        case optional
        case required
    }

    /// The response to a ClientHello.
    package enum Choice {
        case identity(TLSIdentity)
        /// A fatal alert (RFC 8446 §6).
        case alert(UInt8)
        /// The server's fault; the certificate is presented if the handshake reaches that step.
        case fault(TLSFault, TLSIdentity)
    }

    let raw: OpaquePointer
    private var choose: ((TLSSession, String?) -> Choice)?
    /// Keeps the chosen identity alive until OpenSSL has its own reference.
    private var chosen: TLSIdentity?
    /// The memory into which the sessions decrypt, one at a time.
    private var record: TLSRecordBuffer?

    package init(_ side: Side) throws(TLSError) {
        try OpenSSL.load()
        guard let context = unsafe hypermock_tls_context_new(side == .server ? 1 : 0) else {
            throw OpenSSL.error("TLS context")
        }
        unsafe raw = context
    }

    deinit {
        unsafe hypermock_tls_context_free(raw)
    }

    /// Returns the memory for decrypted bytes, or new memory while another session of this context uses it.
    func takeRecord() -> TLSRecordBuffer {
        guard let record else { return TLSRecordBuffer() }
        self.record = nil
        return record
    }

    func giveBack(_ record: TLSRecordBuffer) {
        self.record = record
    }

    /// Presents this certificate to every peer.
    package func use(_ identity: TLSIdentity) throws(TLSError) {
        guard unsafe hypermock_tls_context_set_identity(raw, identity.raw) == 1 else {
            throw CredentialFile([]).explain(OpenSSL.error("certificate"))
        }
    }

    /// Asks `choose` for each handshake, with the server name that the client sent (RFC 6066 §3), or nil.
    package func use(choosing choose: @escaping (String?) -> Choice) {
        use { _, serverName in choose(serverName) }
    }

    /// Asks `choose` for each handshake, with the session and the server name that the client sent.
    func use(choosing choose: @escaping (TLSSession, String?) -> Choice) {
        self.choose = choose
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe hypermock_tls_context_set_chooser(
            raw,
            { owner, session, name, choice in
                guard let owner = unsafe owner, let session = unsafe session else { return }
                let context = unsafe Unmanaged<TLSContext>.fromOpaque(owner).takeUnretainedValue()
                unsafe context.choose(
                    for: Unmanaged<TLSSession>.fromOpaque(session).takeUnretainedValue(),
                    name.map { unsafe String(cString: $0) },
                    &choice.pointee
                )
            },
            owner
        )
    }

    private func choose(for session: TLSSession, _ serverName: String?, _ choice: inout hypermock_tls_choice) {
        switch choose?(session, serverName) {
        case .identity(let identity):
            chosen = identity
            unsafe choice.identity = identity.raw
        case .alert(let code):
            unsafe choice.alert = code
        case .fault(let fault, let identity):
            session.fault = fault
            unsafe choice.is_apart = 1
            unsafe choice.is_old = fault == .oldProtocol ? 1 : 0
            unsafe choice.requires_certificate = fault == .clientCertificateRequired ? 1 : 0
            unsafe choice.requests_certificate = fault == .clientCertificateRequested ? 1 : 0
            // Over HTTP/2, the first write of a connection has no response that could be truncated.
            unsafe choice.is_http1 = fault == .truncated ? 1 : 0
            unsafe choice.alert = fault.alert ?? 0
            guard fault.alert == nil, fault.interruption == nil else { return }
            chosen = identity
            unsafe choice.identity = identity.raw
        case nil: break
        }
    }

    /// Allows these versions; 1.2 and newer by default.
    package func allow(_ versions: ClosedRange<TLSVersion>) throws(TLSError) {
        let isSet = unsafe hypermock_tls_context_set_versions(
            raw,
            versions.lowerBound.rawValue,
            versions.upperBound.rawValue
        )
        guard isSet == 1 else { throw OpenSSL.error("TLS versions") }
    }

    /// Offers, or accepts, these protocols by ALPN (RFC 7301), the preferred one first.
    package func offer(_ protocols: [String]) throws(TLSError) {
        var bytes: [UInt8] = []
        for name in protocols {
            guard let count = UInt8(exactly: name.utf8.count), count > 0 else {
                throw TLSError(operation: "ALPN", reason: "'\(name)' is not 1 to 255 bytes long")
            }
            bytes.append(count)
            bytes += name.utf8
        }
        let isSet = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard !buffer.isEmpty, let start = buffer.baseAddress else { return true }
            return unsafe hypermock_tls_context_set_protocols(raw, start, buffer.count) == 1
        }
        guard isSet else { throw TLSError(operation: "ALPN", reason: "the protocol names exceed 255 bytes") }
    }

    /// Trusts the certificate authorities in a PEM text, perhaps none, and verifies peers as `verification` says.
    package func trust(_ authoritiesPEM: [UInt8], _ verification: Verification) throws(TLSError) {
        let file = CredentialFile(authoritiesPEM)
        if !authoritiesPEM.isEmpty { try file.checkCertificates("certificate authorities") }
        let mode =
            switch verification {
            case .none: hypermock_tls_verification_none
            case .optional: hypermock_tls_verification_optional
            case .required: hypermock_tls_verification_required
            }
        let isSet = unsafe file.certificateBlocks.withUnsafeBufferPointer { buffer in
            let start = buffer.isEmpty ? nil : buffer.baseAddress
            return unsafe hypermock_tls_context_set_trust(raw, start, buffer.count, mode) == 1
        }
        guard isSet else { throw CredentialFile([]).explain(OpenSSL.error("certificate authorities")) }
    }
}
