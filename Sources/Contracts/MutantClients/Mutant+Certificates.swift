import HALClient

extension Mutant {
    /// Faults in the verification of server certificates.
    package static let certificateFaults: [Mutant] = [
        Mutant("expired-certificate-accepted", "an expired certificate is accepted", accepting: [.expired]),
        Mutant("early-certificate-accepted", "a certificate is accepted before it is valid", accepting: [.notYetValid]),
        Mutant("other-host-accepted", "a certificate for another host is accepted", accepting: [.wrongHost]),
        Mutant("self-signed-accepted", "a self-signed certificate is accepted", accepting: [.selfSigned]),
        Mutant("unknown-authority-accepted", "any certificate authority is accepted", accepting: [.untrusted]),
    ]
}
