import Synchronization

/// A certificate authority that is made when it is first needed, one for all loops of a server.
package final class SharedAuthority: Sendable {
    private final class Made: Sendable {
        let authority: CertificateAuthority

        init(_ authority: CertificateAuthority) {
            self.authority = authority
        }
    }

    private let names: [CertificateName]
    private let made = AtomicLazyReference<Made>()

    /// Shares an authority.
    package init(_ authority: CertificateAuthority) {
        names = []
        _ = made.storeIfNil(Made(authority))
    }

    /// Makes one at the first call of ``get()``; `names` are those of this machine besides loopback.
    package init(names: [CertificateName]) {
        self.names = names
    }

    /// Returns the authority, or makes it in 1 ms; if several threads make one at once, all get the same.
    package func get() throws(TLSError) -> CertificateAuthority {
        if let made = made.load() { return made.authority }
        return made.storeIfNil(Made(try CertificateAuthority(names: names))).authority
    }
}
