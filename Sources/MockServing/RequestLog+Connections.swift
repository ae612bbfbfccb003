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
