/// The parameters that the two sides of a session have agreed on.
///
/// Texts have no control characters, whatever the peer has sent.
package struct TLSFacts: Hashable, Sendable {
    package let version: TLSVersion
    /// OpenSSL's name: `TLS_AES_256_GCM_SHA384`.
    package let cipher: String
    /// The server name that the client sent (RFC 6066 §3).
    package let serverName: String?
    /// The protocol agreed on by ALPN (RFC 7301): `h2`, `http/1.1`.
    package let applicationProtocol: String?
    /// The subject of the peer's certificate (RFC 4514): `CN=anna,O=Example`; its first 1024 bytes.
    package let peerSubject: String?
    /// The SHA-256 fingerprint of the peer's certificate, as `openssl x509 -fingerprint` writes it: `A1:B2:…`.
    package let peerFingerprint: String?
}
