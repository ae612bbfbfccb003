extension ConnectionFailure {
    /// The reason of a failure of the kind ``Kind/tls``.
    ///
    /// If a certificate has several defects, the first of these cases counts.
    public enum TLSReason: String, Sendable, Hashable, CaseIterable {
        /// The certificate, or one that signed it, has expired.
        case expired
        /// The certificate, or one that signed it, is not valid yet; or the clock of this machine is wrong.
        case notYetValid
        /// The certificate is self-signed, and is not itself a trusted authority.
        case selfSigned
        /// The certificate was not signed by a trusted authority, or its chain is incomplete or invalid.
        case untrusted
        /// The certificate is valid, but for other host names or addresses (RFC 9525).
        case wrongHost
        /// The server supports only older versions of TLS, or none: it may speak plain HTTP.
        case unsupportedProtocol
        /// The server requires a client certificate, and received none or rejected it.
        case clientCertificateRequired
        /// Any other failure of the handshake, such as a fatal alert (RFC 8446 §6.2).
        case handshake
        /// Unknown: the transport does not report a reason.
        case other
    }
}

extension ConnectionFailure.TLSReason: CustomStringConvertible {
    /// The reason in words: `certificate expired`.
    public var description: String {
        switch self {
        case .expired: "certificate expired"
        case .notYetValid: "certificate not yet valid"
        case .selfSigned: "certificate self-signed"
        case .untrusted: "certificate not trusted"
        case .wrongHost: "certificate for another host"
        case .unsupportedProtocol: "unsupported protocol"
        case .clientCertificateRequired: "client certificate required"
        case .handshake: "handshake failed"
        case .other: "unknown reason"
        }
    }
}
