private import CTLS

/// Settings that the sessions of one side have in common: certificates, versions, protocols.
///
/// For one thread, as its sessions are.
@safe package final class TLSContext {
    package enum Side: Sendable { case server, client }

    /// Whether the peer must present a valid certificate.
    package enum Verification: Sendable {
        case none
        /// The peer may leave its certificate out; one that it sends must be valid.
        case optional
        case required
    }

    /// The response to a ClientHello.
    package enum Choice {
        case identity(TLSIdentity)
        /// A fatal alert (RFC 8446 §6).
        case alert(UInt8)
    }

    let raw: OpaquePointer
    private var choose: ((String?) -> Choice)?
    /// Keeps the chosen identity alive until OpenSSL has taken its own reference.
    private var chosen: TLSIdentity?

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

    /// Presents this certificate to every peer.
    package func use(_ identity: TLSIdentity) throws(TLSError) {
        guard unsafe hypermock_tls_context_set_identity(raw, identity.raw) == 1 else {
            throw OpenSSL.error("certificate")
        }
    }

    /// Asks `choose` for each handshake, with the server name that the client sent (RFC 6066 §3), or nil.
    package func use(choosing choose: @escaping (String?) -> Choice) {
        self.choose = choose
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe hypermock_tls_context_set_chooser(
            raw,
            { owner, name, alert in
                guard let owner = unsafe owner else { return nil }
                let context = unsafe Unmanaged<TLSContext>.fromOpaque(owner).takeUnretainedValue()
                switch context.choose?(unsafe name.map { unsafe String(cString: $0) }) {
                case .identity(let identity):
                    context.chosen = identity
                    return unsafe identity.raw
                case .alert(let code):
                    unsafe alert.pointee = code
                    return nil
                case nil:
                    return nil
                }
            },
            owner
        )
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
            guard let start = buffer.baseAddress else { return false }
            return unsafe hypermock_tls_context_set_protocols(raw, start, buffer.count) == 1
        }
        guard isSet else { throw TLSError(operation: "ALPN", reason: "the protocols take more than 255 bytes") }
    }

    /// Trusts the certificate authorities in a PEM text, and verifies peers as `verification` says.
    package func trust(_ authoritiesPEM: [UInt8], _ verification: Verification) throws(TLSError) {
        let mode =
            switch verification {
            case .none: hypermock_tls_verification_none
            case .optional: hypermock_tls_verification_optional
            case .required: hypermock_tls_verification_required
            }
        let isSet = unsafe authoritiesPEM.withUnsafeBufferPointer { buffer in
            unsafe hypermock_tls_context_set_trust(raw, buffer.baseAddress, buffer.count, mode) == 1
        }
        guard isSet else { throw OpenSSL.error("certificate authorities") }
    }
}
