/// The certificate authorities that may sign certificates of servers.
public struct CertificateTrust: Sendable, Hashable {
    /// The authorities that the system trusts.
    public static let system = CertificateTrust(authorities: [], includesSystem: true)

    /// Trusts the authorities of a PEM text (RFC 7468), instead of those that the system trusts or in addition to them.
    ///
    /// A self-signed certificate of a server is its own authority. Text around the certificates is ignored.
    /// - Throws: ``InvalidCertificate`` with the code `certificate` if the text contains no certificate, or an invalid
    ///   one.
    public static func authorities(
        pem: String,
        addedToSystem: Bool = false
    ) throws(InvalidCertificate) -> CertificateTrust {
        CertificateTrust(authorities: try Certificate.all(pem: pem), includesSystem: addedToSystem)
    }

    let authorities: [Certificate]
    let includesSystem: Bool
}

extension CertificateTrust: CustomStringConvertible {
    /// `the system's authorities`, `2 authorities`.
    public var description: String {
        guard !authorities.isEmpty else { return "the system's authorities" }
        let own = authorities.count == 1 ? "1 authority" : "\(authorities.count) authorities"
        return includesSystem ? "the system's authorities and \(own)" : own
    }
}

/// The reason why a certificate or a private key cannot be used.
public struct InvalidCertificate: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable {
        /// The text contains no certificate, or an invalid one.
        case certificate
        /// The text is not a private key, or it is encrypted with another password.
        case privateKey
        /// The private key does not belong to the certificate.
        case mismatch
        /// The bytes are not a PKCS #12 file, or it has another password.
        case pkcs12
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem, without any part of a key.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
