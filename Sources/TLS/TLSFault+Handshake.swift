package import Messages

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
            .clientCertificateRequested, .handshakeFailure, .unrecognizedName, .truncated:
            nil
        }
    }

    /// The alert that ends the handshake.
    var alert: UInt8? {
        switch self {
        case .handshakeFailure: 40
        case .unrecognizedName: 112
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .oldProtocol, .clientCertificateRequired,
            .clientCertificateRequested, .stall, .reset, .close, .plain, .garbage, .truncated:
            nil
        }
    }
}
