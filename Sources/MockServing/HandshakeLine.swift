import HAL
import Messages

/// The content of a line for a TLS handshake that failed.
struct HandshakeLine: LogLine {
    private let time: String
    private let handshake: FailedHandshake
    private let trustAdvice: String

    /// Creates the line; `trustAdvice` says where a client gets the certificate to trust.
    init(_ handshake: FailedHandshake, at milliseconds: Int64, trustAdvice: String) {
        time = Timestamp(epochMilliseconds: milliseconds).local
        self.handshake = handshake
        self.trustAdvice = trustAdvice
    }

    var text: String { "\(time) TLS handshake failed: \(reason)" }

    var json: String {
        var line: JSONObject = [
            "time": .string(time), "event": "tlsHandshakeFailed", "reason": .string(reason),
        ]
        if let fault = handshake.fault { line["fault"] = .string(fault) }
        if !handshake.peer.isEmpty { line["peer"] = .string(handshake.peer) }
        return JSONValue.object(line).serialized()
    }

    /// Our words, then OpenSSL's reason in brackets.
    private var reason: String {
        guard let reason = handshake.reason?.printable else {
            return "the client closed the connection" + (handshake.fault.map { "  (fault \($0))" } ?? "")
        }
        let isDistrust = Self.distrust.contains { reason.hasSuffix("alert \($0)") }
        let words = isDistrust ? "the client does not trust this server's certificate" : Self.words(for: reason)
        if let fault = handshake.fault { return "\(words) (\(reason))  (fault \(fault))" }
        return "\(words) (\(reason))" + (isDistrust && !trustAdvice.isEmpty ? "; \(trustAdvice)" : "")
    }

    /// A client says in one of these alerts that it rejects the certificate (RFC 8446 §6.2).
    private static let distrust = [
        "unknown ca", "bad certificate", "certificate unknown", "certificate revoked", "unsupported certificate",
    ]

    private static func words(for reason: String) -> String {
        if let known = knownReasons.first(where: { reason.contains($0.reason) }) { return known.words }
        if let alert = reason.firstRange(of: "alert ") {
            return "the client ended the handshake with the alert \(reason[alert.upperBound...])"
        }
        return "the client sent invalid TLS"
    }

    /// A part of OpenSSL's reason, and its meaning here.
    private static let knownReasons: [(reason: String, words: String)] = [
        ("certificate verify failed", "the client's certificate is not valid"),
        ("peer did not return a certificate", "the client sent no certificate, which this server requires"),
        ("excessive message size", "the client's certificates are too large"),
        ("unsupported protocol", "client and server have no TLS version in common"),
        ("alert protocol version", "client and server have no TLS version in common"),
        ("no shared cipher", "client and server have no cipher suite in common"),
        ("no suitable key share", "client and server have no key exchange group in common"),
        ("no suitable signature algorithm", "client and server have no signature algorithm in common"),
        ("no shared signature algorithms", "client and server have no signature algorithm in common"),
        ("no application protocol", "client and server have no protocol in common (ALPN)"),
        ("unexpected eof", "the client closed the connection"),
        ("alert certificate expired", "the client says that this server's certificate has expired"),
        ("alert handshake failure", "client and server have no TLS parameters in common"),
        ("alert user canceled", "the client cancelled the handshake"),
    ]
}
