/// A certificate authority in memory, and the server certificates that it has signed: one for each server name.
///
/// Made anew for each process, so that its key is never on a disk and trusting it means trusting this process only.
package struct CertificateAuthority {
    /// The certificate that clients trust.
    package let identity: TLSIdentity
    /// For connections without a server name, and for those that name this machine.
    private let fallback: TLSIdentity
    private let ownNames: Set<CertificateName>
    private var leaves: [CertificateName: TLSIdentity] = [:]

    /// Leaves kept at a time; strangers choose the names.
    static let maxLeaves = 256

    /// Makes a certificate for this machine's own names, in about 1 ms, signed by `identity` or by one that is made now.
    package init(_ identity: TLSIdentity? = nil, names: [CertificateName] = []) throws(TLSError) {
        if let identity {
            self.identity = identity
        } else {
            self.identity = try TLSIdentity(making: .init(.authority, commonName: "Hypermock CA of this run"))
        }
        let all = CertificateName.loopback + names
        ownNames = Set(all)
        fallback = try TLSIdentity(
            making: .init(.server, commonName: "localhost", names: all),
            issuer: self.identity
        )
    }

    /// Returns the certificate for a server name (RFC 6066 §3); makes it in 0.2 ms when it is asked for the first time.
    ///
    /// Without a name, and for text that is not a host name, it is the certificate of this machine.
    package mutating func leaf(for serverName: String?) throws(TLSError) -> TLSIdentity {
        guard let serverName, let name = CertificateName(serverName), !ownNames.contains(name) else { return fallback }
        if let known = leaves[name] { return known }
        let made = try TLSIdentity(
            making: .init(.server, commonName: String(serverName.prefix(64)), names: [name]),
            issuer: identity
        )
        if leaves.count == Self.maxLeaves { leaves.removeAll(keepingCapacity: true) }
        leaves[name] = made
        return made
    }
}
