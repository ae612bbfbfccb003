/// The parameters of the TLS connection on which a request arrived; shared by its requests.
package final class ConnectionSecurity: Sendable {
    /// The version by its usual name: `TLSv1.3`.
    package let version: String
    /// OpenSSL's name of the cipher suite: `TLS_AES_256_GCM_SHA384`.
    package let cipher: String
    /// The server name that the client sent (RFC 6066 §3); nil if it sent none.
    package let serverName: String?
    /// The protocol agreed on by ALPN (RFC 7301): `h2`, `http/1.1`; nil if there is none.
    package let applicationProtocol: String?
    /// The subject of the client's certificate (RFC 4514): `CN=anna,O=Example`; nil if it presented none.
    package let clientSubject: String?

    package init(
        version: String,
        cipher: String,
        serverName: String? = nil,
        applicationProtocol: String? = nil,
        clientSubject: String? = nil
    ) {
        self.version = version
        self.cipher = cipher
        self.serverName = serverName
        self.applicationProtocol = applicationProtocol
        self.clientSubject = clientSubject
    }
}
