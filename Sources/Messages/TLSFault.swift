/// A deliberate fault of a TLS server; its raw value is its name in options, scenario files and the admin API.
package enum TLSFault: String, CaseIterable, Hashable, Sendable {
    /// The certificate expired a day ago.
    case expired
    /// The certificate is not valid before tomorrow.
    case notYetValid
    /// The certificate is valid for `wrong-host.invalid` only.
    case wrongHost
    /// The certificate is signed by its own key.
    case selfSigned
    /// The certificate is signed by an authority that no client trusts.
    case untrustedCA
    /// The server supports TLS 1.0 and 1.1 only.
    case oldProtocol
    /// The server rejects clients without a valid certificate.
    case clientCertificateRequired
    /// The server asks for a client certificate, which is optional, and accepts any.
    case clientCertificateRequested
    /// The server ignores the ClientHello and keeps the connection open.
    case stall
    /// The server resets the connection after the ClientHello (RST).
    case reset
    /// The server closes the connection after the ClientHello (FIN).
    case close
    /// The server responds to the ClientHello with the alert handshake_failure (RFC 8446 §6.2).
    case handshakeFailure = "handshake_failure"
    /// The server responds to the ClientHello with the alert unrecognized_name (RFC 6066 §3).
    case unrecognizedName = "unrecognized_name"
    /// The server responds to the ClientHello with a plain HTTP response.
    case plain
    /// The server responds to the ClientHello with bytes that are neither TLS nor HTTP.
    case garbage
    /// The server closes the connection in the middle of a response, without close_notify (RFC 8446 §6.1).
    case truncated

    /// The fault whose name is the first label of a server name: `expired.localhost`.
    ///
    /// Case, hyphens and underscores are ignored, so that `self-signed.localhost` means `selfSigned`.
    package init?(serverName: String) {
        let label = Self.key(serverName.prefix { $0 != "." })
        guard let fault = Self.allCases.first(where: { Self.key($0.rawValue) == label }) else { return nil }
        self = fault
    }

    /// Whether no handshake is completed, whatever the client accepts.
    package var endsHandshakes: Bool {
        switch self {
        case .stall, .reset, .close, .handshakeFailure, .unrecognizedName, .plain, .garbage: true
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .oldProtocol, .clientCertificateRequired,
            .clientCertificateRequested, .truncated:
            false
        }
    }

    /// Whether the certificate has the fault.
    package var isOfCertificate: Bool {
        switch self {
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA: true
        case .oldProtocol, .clientCertificateRequired, .clientCertificateRequested, .stall, .reset, .close,
            .handshakeFailure, .unrecognizedName, .plain, .garbage, .truncated:
            false
        }
    }

    private static func key(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
