import TLS

/// The certificates that clients' certificates are verified with, from one file.
struct ClientAuthorities {
    /// The certificates as PEM.
    let pem: String
    /// The problems that do not prevent serving, each with its file.
    let warnings: [String]

    /// Checks a file: PEM, or PKCS #12 as Java's truststores are.
    ///
    /// A certificate that is signed by its own key is its own authority, as in Java.
    ///
    /// - Throws: ``MockServerError`` if no client certificate could be valid with one of them.
    init(_ file: CertificateFiles.File, password: String?) throws(MockServerError) {
        let certificates = try ServerCertificates.explaining(file.path) { () throws(TLSError) in
            try CertificateDetails.all(in: file.credential, password: password)
        }
        for certificate in certificates {
            guard certificate.isAuthority || certificate.isSelfIssued else {
                let advice = "use that of its issuer, '\(certificate.issuer)'"
                throw Self.error(file, "the certificate '\(certificate.subject)' is not a CA certificate; \(advice)")
            }
            guard certificate.hasLongKey else {
                let place = "the key of the certificate '\(certificate.subject)'"
                throw Self.error(file, "\(place) is too short; \(CredentialFile.newKey)")
            }
        }
        pem = certificates.map(\.pem).joined()
        let hasUnusedPassword = password != nil && !file.credential.isPKCS12
        let unused = hasUnusedPassword ? ["--truststore-password has no effect on a PEM file"] : []
        let own = certificates.flatMap { CheckedCertificate(details: $0, role: .clientIssuer).warnings }
        warnings = (own + unused).map { "\(file.path): \($0)" }
    }

    private static func error(_ file: CertificateFiles.File, _ reason: String) -> MockServerError {
        MockServerError(.certificates, "\(file.path): \(reason)")
    }
}
