/// A deviation of a TLS server on purpose; its raw value is its name in options and scenario files.
package enum TLSFault: String, CaseIterable, Hashable, Sendable {
    /// The certificate expired a day ago.
    case expired
    /// The certificate is valid from tomorrow on.
    case notYetValid
    /// The certificate is valid for `wrong-host.invalid` only.
    case wrongHost
    /// The certificate is signed by its own key.
    case selfSigned
    /// The certificate is signed by an authority that no client trusts.
    case untrustedCA
    /// The server supports TLS 1.0 and 1.1 only.
    case oldProtocol
    /// The server refuses clients without a valid certificate.
    case clientCertificateRequired
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

    private static func key(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}

extension TLSFault {
    /// The action of the socket's owner after a ClientHello, in place of a handshake.
    package enum Interruption: Hashable, Sendable {
        /// Sends nothing, and keeps the connection open.
        case stall
        /// Resets the connection (RST).
        case reset
        /// Closes the connection (FIN).
        case close
        /// Sends these bytes, then closes the connection.
        case send([UInt8])
    }

    /// The action in place of a handshake; nil for faults that TLS itself expresses, and for ``truncated``.
    package var interruption: Interruption? {
        switch self {
        case .stall: .stall
        case .reset: .reset
        case .close: .close
        case .plain: .send(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        case .garbage: .send([0xEF, 0xBF, 0xBD, 0x00, 0x1B, 0x7F] + Array("this is not TLS\r\n\r\n".utf8))
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .oldProtocol, .clientCertificateRequired,
            .handshakeFailure, .unrecognizedName, .truncated:
            nil
        }
    }

    /// Whether the certificate has the fault.
    package var isOfCertificate: Bool {
        switch self {
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA: true
        case .oldProtocol, .clientCertificateRequired, .stall, .reset, .close, .handshakeFailure, .unrecognizedName,
            .plain, .garbage, .truncated:
            false
        }
    }

    /// The alert that ends the handshake.
    var alert: UInt8? {
        switch self {
        case .handshakeFailure: 40
        case .unrecognizedName: 112
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .oldProtocol, .clientCertificateRequired,
            .stall, .reset, .close, .plain, .garbage, .truncated:
            nil
        }
    }
}
