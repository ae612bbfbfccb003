import HAL
import Messages

/// The content of a line for a client that closed the connection early.
struct HangUpLine: LogLine {
    private let time: String
    private let method: String
    private let target: String
    private let cause: HangUp.Cause

    init(_ hangUp: HangUp, at milliseconds: Int64) {
        time = Timestamp(epochMilliseconds: milliseconds).local
        method = String(decoding: hangUp.method, as: UTF8.self)
        target = String(decoding: hangUp.target, as: UTF8.self).printable
        cause = hangUp.cause
    }

    var text: String {
        let what =
            switch cause {
            case .disconnected: "client disconnected"
            case .closedItsSide: "client closed its side"
            case .cancelled: "client cancelled the request"
            }
        return "\(time) \(method) \(target) → \(what) before the response was complete"
    }

    var json: String {
        let line: JSONObject = [
            "time": .string(time), "method": .string(method), "target": .string(target),
            "event": .string(event),
        ]
        return JSONValue.object(line).serialized()
    }

    private var event: String {
        switch cause {
        case .disconnected: "clientDisconnected"
        case .closedItsSide: "clientClosedItsSide"
        case .cancelled: "clientCancelled"
        }
    }
}
