import Synchronization

/// A certificate authority that is made when it is first needed, once for all loops of a server.
package final class SharedAuthority: Sendable {
    private let names: [CertificateName]
    private let made: Mutex<CertificateAuthority?>

    /// Shares an authority.
    package init(_ authority: CertificateAuthority) {
        names = []
        made = Mutex(authority)
    }

    /// Makes one at the first call of ``get()``; `names` are those of this machine besides loopback.
    package init(names: [CertificateName]) {
        self.names = names
        made = Mutex(nil)
    }

    /// Returns the authority, or makes it in 1 ms.
    package func get() throws(TLSError) -> CertificateAuthority {
        try made.withLock { made throws(TLSError) in
            if let made { return made }
            let authority = try CertificateAuthority(names: names)
            made = authority
            return authority
        }
    }
}
