import HAL
import Messages

/// The content of a line for a client that closed the connection early.
struct HangUpLine {
    private let time: String
    private let method: String
    private let target: String
    private let isHalf: Bool

    init(_ hangUp: HangUp, at milliseconds: Int64) {
        time = Timestamp(epochMilliseconds: milliseconds).local
        method = String(decoding: hangUp.method, as: UTF8.self)
        target = String(decoding: hangUp.target, as: UTF8.self).printable
        isHalf = hangUp.isHalf
    }

    var text: String {
        let what = isHalf ? "client closed its side" : "client disconnected"
        return "\(time) \(method) \(target) → \(what) before the response was complete"
    }

    var json: String {
        let line: JSONObject = [
            "time": .string(time), "method": .string(method), "target": .string(target),
            "event": .string(isHalf ? "clientClosedItsSide" : "clientDisconnected"),
        ]
        return JSONValue.object(line).serialized()
    }
}

/// The content of a line for a TLS handshake that failed.
struct HandshakeLine {
    private static let distrust = [
        "unknown ca", "bad certificate", "certificate unknown", "certificate expired", "unsupported certificate",
    ]

    private let time: String
    private let handshake: FailedHandshake

    init(_ handshake: FailedHandshake, at milliseconds: Int64) {
        time = Timestamp(epochMilliseconds: milliseconds).local
        self.handshake = handshake
    }

    var text: String { "\(time) TLS handshake failed: \(reason)" }

    /// Names the cause; a client says in an alert that it rejects the certificate.
    private var reason: String {
        let reason = handshake.reason?.printable ?? "the client closed the connection"
        if let fault = handshake.fault { return "\(reason)  (fault \(fault))" }
        guard Self.distrust.contains(where: { reason.contains("alert \($0)") }) else { return reason }
        return "the client does not trust this server's certificate (\(reason)); "
            + "its CA is at /__admin/certs/ca.pem"
    }

    var json: String {
        var line: JSONObject = [
            "time": .string(time), "event": "tlsHandshakeFailed", "reason": .string(reason),
        ]
        if let fault = handshake.fault { line["fault"] = .string(fault) }
        if !handshake.peer.isEmpty { line["peer"] = .string(handshake.peer) }
        return JSONValue.object(line).serialized()
    }
}
