import Messages
import Scenarios

/// The protocol between the client and the mock server, as `--over` names it.
package enum WireProtocol: String, Sendable, CaseIterable {
    /// HTTP/1.1 in the clear.
    case http
    /// HTTP/1.1 over TLS; the server selects nothing else by ALPN (RFC 7301).
    case https
    /// HTTP/2 over TLS (RFC 9113 §3.2).
    case h2
    /// HTTP/2 in the clear, with prior knowledge (RFC 9113 §3.3).
    case h2c

    package var isSecure: Bool { self == .https || self == .h2 }

    package var isHTTP2: Bool { self == .h2 || self == .h2c }

    /// The capability that a client needs; nil if every client supports the protocol.
    package var capability: Capability? {
        switch self {
        case .http: nil
        case .https: .https
        case .h2: .h2
        case .h2c: .h2c
        }
    }

    /// Whether a client with these capabilities supports the protocol.
    package func isSupported(by capabilities: Capabilities) -> Bool {
        capability.map(capabilities.contains) ?? true
    }
}

extension WireProtocol {
    /// The reason to skip a header of a connection: HTTP/2 has none (RFC 9113 §8.2.2).
    static let connectionHeader = "a header of HTTP/1.1 connections, which HTTP/2 does not have"

    /// Whether only HTTP/1.1 has the header.
    static func isOfConnection(_ name: String) -> Bool {
        ["connection", "keep-alive", "transfer-encoding", "upgrade"].contains(name.lowercased())
    }

    /// The name in prose: `HTTP/2 over TLS`.
    var title: String { (isHTTP2 ? "HTTP/2" : "HTTP/1.1") + (isSecure ? " over TLS" : " in the clear") }

    /// The options with which curl uses the protocol with `hypermock serve`; the certificate authority changes with each
    /// start of the server.
    var curlOptions: String {
        switch self {
        case .http: ""
        case .https: " --insecure --http1.1"
        case .h2: " --insecure --http2"
        case .h2c: " --http2-prior-knowledge"
        }
    }

    /// The reason to skip a step whose response the protocol cannot transfer.
    static let untransferable = "the response is raw bytes of HTTP/1.1, which HTTP/2 cannot transfer"

    /// Whether the protocol reaches the variant.
    ///
    /// A TLS fault excludes protocols in the clear. HTTP/2 is excluded as well if the handshake ends before client and
    /// server negotiate it, or if the server does not offer it.
    func reaches(_ variant: Variant) -> Bool {
        guard let fault = variant.tls else { return true }
        return isSecure && (!isHTTP2 || fault.allowsHTTP2)
    }
}

extension Variant {
    /// The name of its TLS fault; nil if it has none.
    var nameOfTLSFault: String? { tls?.rawValue }
}

extension TLSFault {
    /// Whether a client can use HTTP/2 in spite of the fault.
    fileprivate var allowsHTTP2: Bool {
        switch self {
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .clientCertificateRequired,
            .clientCertificateRequested:
            true
        case .oldProtocol, .stall, .reset, .close, .handshakeFailure, .unrecognizedName, .plain, .garbage, .truncated:
            false
        }
    }
}

extension ReceivedRequest {
    var isHTTP2: Bool { version == .http2 }

    /// The protocol in which it arrived.
    var wire: WireProtocol {
        switch (scheme, isHTTP2) {
        case (.http, false): .http
        case (.https, false): .https
        case (.https, true): .h2
        case (.http, true): .h2c
        }
    }

    /// `HTTP/1.1 over http`.
    var wireText: String { "\(version.rawValue) over \(scheme.rawValue)" }

    /// Whether the response should have been a `raw` one, which HTTP/2 cannot transfer: the server resets the stream.
    ///
    /// A step that receives such a response is skipped; all other faults have a form in HTTP/2.
    var hasUntransferableResponse: Bool { isHTTP2 && wasMatched && status == 0 }
}
