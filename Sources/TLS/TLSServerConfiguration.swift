/// The certificates, requirements and faults of a TLS server, shared by all its loops.
package struct TLSServerConfiguration: Sendable {
    /// Signs a certificate for each server name; with ``identity``, those of faults only.
    package let authority: SharedAuthority
    /// The certificate for every client; nil: ``authority`` signs one for each server name.
    package var identity: TLSIdentity?
    /// The authorities of client certificates, as PEM; empty: none is trusted.
    package var clientAuthoritiesPEM: [UInt8] = []
    /// Whether clients must present a certificate.
    package var clientCertificates = TLSContext.Verification.none
    /// The protocols to agree on by ALPN (RFC 7301), the preferred one first; empty: no ALPN.
    package var protocols = ["http/1.1"]
    /// Whether the first label of a server name chooses a fault: `expired.localhost`.
    package var readsFaultsFromServerNames = true
    /// The fault of the next handshakes, which has priority over those of ports and server names.
    package let upcomingFaults: UpcomingTLSFaults

    package init(authority: SharedAuthority, upcomingFaults: UpcomingTLSFaults = UpcomingTLSFaults()) {
        self.authority = authority
        self.upcomingFaults = upcomingFaults
    }

    package init(authority: CertificateAuthority) {
        self.init(authority: SharedAuthority(authority))
    }
}
