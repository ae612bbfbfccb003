internal import Messages

/// A certificate authority in memory, and the server certificates that it has signed: one for each server name.
///
/// Without a given `identity`, each process makes its own: the key is never on disk, and trusting it means trusting only
/// this process. Copies share the identity, and each keeps its own certificates.
package struct CertificateAuthority: Sendable {
    /// The certificate that clients trust.
    package let identity: TLSIdentity
    /// For connections without a server name, and for those that name this machine.
    private let fallback: TLSIdentity
    private let ownNames: [CertificateName]
    private var leaves: [Leaf: TLSIdentity] = [:]
    /// The issuer that no client trusts.
    private var stranger: TLSIdentity?

    /// The requested name of a certificate, nil for this machine, and its fault.
    private struct Leaf: Hashable {
        var name: CertificateName?
        var fault: TLSFault?
    }

    /// The maximum number of kept certificates, since clients choose the names.
    static let maxLeaves = 256

    /// Makes a certificate for this machine's own names, in about 1 ms, signed by `identity` or by a new one.
    ///
    /// - Throws: A ``TLSError`` if the certificate of `identity` may not sign others.
    package init(_ identity: TLSIdentity? = nil, names: [CertificateName] = []) throws(TLSError) {
        if let identity {
            guard identity.isAuthority else {
                let lack =
                    identity.lacksSigning ? "its keyUsage has no keyCertSign" : "its basicConstraints has no CA:TRUE"
                throw TLSError(
                    operation: "certificate authority",
                    reason: "the certificate may not sign others: \(lack); \(Self.advice)"
                )
            }
            self.identity = identity
        } else {
            self.identity = try TLSIdentity(making: .init(.authority, commonName: "Hypermock CA of this run"))
        }
        ownNames = CertificateName.loopback + names
        fallback = try TLSIdentity(
            making: .init(.server, commonName: "localhost", names: ownNames),
            issuer: self.identity
        )
    }

    /// Whether name constraints of the authority exclude one of this machine's own names, which clients then reject.
    package var excludesOwnNames: Bool { identity.excludesNames(of: fallback) }

    /// Returns the certificate for a server name (RFC 6066 §3); makes it in 0.2 ms when it is asked for the first time.
    ///
    /// Without a name, and for text that is not a host name, it is the certificate of this machine.
    package mutating func leaf(for serverName: String?) throws(TLSError) -> TLSIdentity {
        guard let name = foreignName(serverName) else { return fallback }
        return try leaf(Leaf(name: name)) { authority throws(TLSError) in
            try TLSIdentity(making: authority.request(for: name), issuer: authority.identity)
        }
    }

    /// Returns the faulty certificate for a server name; nil if the fault is not one of certificates.
    mutating func leaf(for serverName: String?, with fault: TLSFault) throws(TLSError) -> TLSIdentity? {
        guard fault.isOfCertificate else { return nil }
        let name = foreignName(serverName)
        return try leaf(Leaf(name: name, fault: fault)) { authority throws(TLSError) in
            var request = authority.request(for: name)
            var issuer: TLSIdentity? = authority.identity
            switch fault {
            case .expired: request.validity = -2 * Self.day..<(-Self.day)
            case .notYetValid: request.validity = Self.day..<2 * Self.day
            case .wrongHost: request.names = [.wrongHost]
            case .selfSigned: issuer = nil
            case .untrustedCA: issuer = try authority.untrustedIssuer()
            case .oldProtocol, .clientCertificateRequired, .clientCertificateRequested, .stall, .reset, .close,
                .handshakeFailure, .unrecognizedName, .plain, .garbage, .truncated:
                break
            }
            return try TLSIdentity(making: request, issuer: issuer)
        }
    }

    private mutating func leaf(
        _ key: Leaf,
        make: (inout Self) throws(TLSError) -> TLSIdentity
    ) throws(TLSError) -> TLSIdentity {
        if let known = leaves[key] { return known }
        let made = try make(&self)
        if leaves.count == Self.maxLeaves { leaves.removeAll(keepingCapacity: true) }
        leaves[key] = made
        return made
    }

    private mutating func untrustedIssuer() throws(TLSError) -> TLSIdentity {
        if let stranger { return stranger }
        // With the name of the authority that is trusted, clients would report a bad signature.
        let made = try TLSIdentity(making: .init(.authority, commonName: "Hypermock's untrusted CA"))
        stranger = made
        return made
    }

    /// The name to certify, unless it is one of this machine.
    private func foreignName(_ serverName: String?) -> CertificateName? {
        guard let serverName, let name = CertificateName(serverName), !ownNames.contains(name) else { return nil }
        return name
    }

    private func request(for name: CertificateName?) -> TLSIdentity.Request {
        guard let name else { return .init(.server, commonName: "localhost", names: ownNames) }
        return .init(.server, commonName: name.commonName, names: [name])
    }

    private static let advice =
        "to make a CA: openssl req -x509 -newkey rsa:2048 -nodes -subj '/CN=My CA' -days 365 "
        + "-addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.pem"

    private static let day: Int64 = 86_400
}
