private import CTLS

/// The issuers of a certificate among the certificates of its file, as signatures prove them (RFC 5280 §6.1).
extension TLSIdentity {
    /// The positions in the file of the certificate, its issuer, the issuer of that one, and so on.
    package var path: [Int] {
        var path = [0]
        while let last = path.last, !isRoot(last), let next = issuer(of: last, besides: path) { path.append(next) }
        return path
    }

    /// The position of the root that ends the ``path``; nil: the file does not contain it.
    package var root: Int? { path.last.flatMap { isRoot($0) ? $0 : nil } }

    /// The positions of the certificates that have not signed another one of the file, except the first.
    ///
    /// Of two that have signed each other, such as a root that the file contains twice, neither counts for the other.
    package var strays: [Int] {
        (1..<max(count, 1)).filter { position in
            !(0..<count).contains {
                isSigned(at: $0, by: self, position) && !isSigned(at: position, by: self, $0)
            }
        }
    }

    /// Whether `authority` has signed the last certificate of the ``path``.
    package func isIssued(by authority: TLSIdentity) -> Bool {
        path.last.map { isSigned(at: $0, by: authority, 0) } ?? false
    }

    /// Whether the name constraints of the certificate or its chain exclude a name of `identity` (RFC 5280 §4.2.1.10).
    package func excludesNames(of identity: TLSIdentity) -> Bool {
        unsafe hypermock_tls_identity_excludes_names(raw, identity.raw) == 1
    }

    private var count: Int { Int(unsafe hypermock_tls_identity_count(raw)) }

    private func isRoot(_ position: Int) -> Bool { isSigned(at: position, by: self, position) }

    private func issuer(of position: Int, besides known: [Int]) -> Int? {
        (0..<count).first { !known.contains($0) && isSigned(at: position, by: self, $0) }
    }

    private func isSigned(at position: Int, by authority: TLSIdentity, _ authorityPosition: Int) -> Bool {
        unsafe hypermock_tls_identity_is_signed_by(raw, Int32(position), authority.raw, Int32(authorityPosition)) == 1
    }
}
