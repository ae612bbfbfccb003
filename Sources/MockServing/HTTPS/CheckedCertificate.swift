import TLS

/// A certificate of a file and its use, which decide why clients reject it.
struct CheckedCertificate {
    /// The uses of certificates.
    enum Role: CaseIterable {
        /// The server presents it.
        case server
        /// It signs the server's certificate, or another issuer.
        case issuer
        /// It signs the certificates of clients, or belongs to one.
        case clientIssuer
        /// It has signed nothing in its file.
        case stray
    }

    let details: CertificateDetails
    let role: Role
    /// Whether name constraints of its file exclude a name of the server's certificate.
    var excludesNames = false

    /// The reasons why clients, or the server, reject it, although it can be used.
    var warnings: [String] {
        Self.table.filter { $0.roles.contains(role) && $0.applies(self) }.map { $0.text(self) }
    }
}

extension CheckedCertificate {
    /// A reason.
    private struct Row: Sendable {
        let roles: Set<Role>
        let applies: @Sendable (CheckedCertificate) -> Bool
        let text: @Sendable (CheckedCertificate) -> String
    }

    private static let table = dates + usages + contents

    private static let dates = [
        Row(roles: [.server, .issuer, .clientIssuer]) {
            $0.details.expiredOn != nil
        } text: {
            "the certificate '\($0.subject)' expired on \($0.details.expiredOn ?? ""); renew it"
        },
        Row(roles: [.server, .issuer, .clientIssuer]) {
            $0.details.earlyUntil != nil
        } text: {
            "the certificate '\($0.subject)' is not valid before \($0.details.earlyUntil ?? ""); "
                + "check the clock or the certificate"
        },
        Row(roles: [.server]) {
            $0.details.validDays > longestValidity
        } text: {
            "'\($0.subject)' is valid for \($0.details.validDays) days, but Apple's systems accept at most "
                + "\(longestValidity) (398 from public CAs); sign it again: openssl x509 -req -days \(longestValidity) …"
        },
    ]

    private static let usages = [
        Row(roles: [.server]) {
            !$0.details.suitsServers
        } text: {
            "the keyUsage or extendedKeyUsage of '\($0.subject)' excludes servers; the first, if there is one, needs "
                + "digitalSignature, the second serverAuth"
        },
        Row(roles: [.issuer]) {
            $0.details.excludesServers
        } text: {
            "the extendedKeyUsage of the CA '\($0.subject)' excludes servers, so that clients reject the certificates "
                + "that it signs; add serverAuth to it, or remove it"
        },
        Row(roles: [.clientIssuer]) {
            $0.details.excludesClients
        } text: {
            "the extendedKeyUsage of '\($0.subject)' excludes clients, so that their certificates are rejected; "
                + "add clientAuth to it, or remove it"
        },
        Row(roles: [.issuer, .clientIssuer]) {
            $0.details.lacksSigning
        } text: {
            "the keyUsage of the CA '\($0.subject)' has no keyCertSign, so that the certificates that it signs are "
                + "rejected; add keyCertSign to it"
        },
        Row(roles: [.server, .issuer]) {
            $0.excludesNames
        } text: {
            $0.role == .server
                ? "the nameConstraints of a CA of '\($0.subject)' exclude one of its names, so that clients reject it; "
                    + "change its subjectAltName, or use another CA"
                : "the nameConstraints of the CA '\($0.subject)' exclude localhost or an address of this machine, so that "
                    + "clients reject the certificates for them; permit these, or use another CA"
        },
    ]

    private static let contents = [
        Row(roles: [.server]) {
            !$0.details.hasNames
        } text: {
            "'\($0.subject)' has no subjectAltName, which most clients require; add one, such as "
                + "DNS:localhost,IP:127.0.0.1"
        },
        Row(roles: [.server, .issuer, .clientIssuer]) {
            $0.details.hasUnknownExtension
        } text: {
            "'\($0.subject)' has an unknown critical extension, which clients and servers reject; remove it, or make it "
                + "noncritical"
        },
        Row(roles: [.server, .issuer]) {
            $0.details.unusualKey != nil
        } text: {
            "the key of '\($0.subject)' is \($0.details.unusualKey ?? ""), which browsers and other clients reject; "
                + CredentialFile.newKey
        },
        Row(roles: [.server, .issuer]) {
            // Clients do not verify the signature of a root.
            $0.details.hasWeakSignature && ($0.role == .server || !$0.details.isSelfIssued)
        } text: {
            "the signature of '\($0.subject)' uses SHA-1 or MD5, which clients reject; sign it with SHA-256"
        },
        Row(roles: [.stray]) { _ in
            true
        } text: {
            "'\($0.subject)' has signed no certificate of the file; remove it, or replace it with the issuer"
        },
    ]

    /// The longest validity that Apple's systems accept, in days: https://support.apple.com/HT210176.
    private static let longestValidity = 825

    private var subject: String { details.subject }
}
