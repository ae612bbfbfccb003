import Messages
import Testing

@testable import MockServing

@Suite("Log lines of TLS handshakes that failed")
struct HandshakeLineTests {
    @Test(
        "Our words precede OpenSSL's",
        arguments: [
            (
                "tlsv1 alert unknown ca",
                "the client does not trust this server's certificate (tlsv1 alert unknown ca); its CA is at X"
            ),
            (
                "sslv3 alert certificate expired",
                "the client says that this server's certificate has expired (sslv3 alert certificate expired)"
            ),
            (
                "certificate verify failed: self-signed certificate",
                "the client's certificate is not valid (certificate verify failed: self-signed certificate)"
            ),
            (
                "peer did not return a certificate",
                "the client sent no certificate, which this server requires (peer did not return a certificate)"
            ),
            ("unsupported protocol", "client and server have no TLS version in common (unsupported protocol)"),
            ("no shared cipher", "client and server have no cipher suite in common (no shared cipher)"),
            (
                "tlsv1 alert internal error",
                "the client ended the handshake with the alert internal error (tlsv1 alert internal error)"
            ),
            ("wrong version number", "the client sent invalid TLS (wrong version number)"),
            (nil, "the client closed the connection"),
        ]
    )
    func explains(reason: String?, words: String) {
        let handshake = FailedHandshake(peer: "127.0.0.1", reason: reason)
        let line = HandshakeLine(handshake, at: 0, trustAdvice: "its CA is at X")
        #expect(line.text.hasSuffix(" TLS handshake failed: \(words)"), "\(line.text)")
        #expect(line.json.contains(#""event":"tlsHandshakeFailed","reason":"\#(words)""#))
    }

    @Test("A fault is named instead of the advice")
    func namesFault() {
        let handshake = FailedHandshake(peer: "", reason: "tlsv1 alert unknown ca", fault: "untrustedCA")
        let line = HandshakeLine(handshake, at: 0, trustAdvice: "its CA is at X")
        #expect(line.text.hasSuffix("certificate (tlsv1 alert unknown ca)  (fault untrustedCA)"), "\(line.text)")
    }
}
