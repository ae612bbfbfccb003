package import Messages

/// A deliberate fault of HTTPS, for testing a client's reaction.
public struct HTTPSFault: Sendable, Hashable, CustomStringConvertible {
    /// The certificate expired a day ago.
    public static let expired = HTTPSFault(.expired)
    /// The certificate becomes valid tomorrow.
    public static let notYetValid = HTTPSFault(.notYetValid)
    /// The certificate is valid for another host.
    public static let wrongHost = HTTPSFault(.wrongHost)
    /// The certificate is signed by its own key.
    public static let selfSigned = HTTPSFault(.selfSigned)
    /// The certificate is signed by an authority that no client trusts.
    public static let untrustedCA = HTTPSFault(.untrustedCA)
    /// The server supports TLS 1.0 and 1.1 only.
    public static let oldProtocol = HTTPSFault(.oldProtocol)
    /// The server rejects clients without a valid certificate.
    public static let clientCertificateRequired = HTTPSFault(.clientCertificateRequired)
    /// The server asks for a client certificate, which is optional, and accepts any.
    public static let clientCertificateRequested = HTTPSFault(.clientCertificateRequested)
    /// The server does not respond to the ClientHello, and keeps the connection open.
    public static let stall = HTTPSFault(.stall)
    /// The server resets the connection after the ClientHello (RST).
    public static let reset = HTTPSFault(.reset)
    /// The server closes the connection after the ClientHello (FIN).
    public static let close = HTTPSFault(.close)
    /// The server ends the handshake with the alert handshake_failure (RFC 8446 §6.2).
    public static let handshakeFailure = HTTPSFault(.handshakeFailure)
    /// The server ends the handshake with the alert unrecognized_name (RFC 6066 §3).
    public static let unrecognizedName = HTTPSFault(.unrecognizedName)
    /// The server responds to the ClientHello with plain HTTP.
    public static let plain = HTTPSFault(.plain)
    /// The server responds to the ClientHello with bytes that are not TLS.
    public static let garbage = HTTPSFault(.garbage)
    /// The server ends the connection before the last byte of a response, without close_notify (RFC 8446 §6.1).
    public static let truncated = HTTPSFault(.truncated)

    /// All faults.
    public static let all = TLSFault.allCases.map(Self.init)

    package let kind: TLSFault

    init(_ kind: TLSFault) {
        self.kind = kind
    }

    /// The fault with this name, as in options: `expired`, `handshake_failure`; nil if there is none.
    public init?(_ name: String) {
        guard let kind = TLSFault(rawValue: name) else { return nil }
        self.kind = kind
    }

    /// The fault's name.
    public var description: String { kind.rawValue }
}
