import HAL
import Messages
import Mocking

/// The line of a request in the request log and, for a person at a terminal, a line with the nearest interaction.
struct RequestLine: LogLine {
    private let style: RequestLog.Style
    let time: String
    let method: String
    let target: String
    var status = 404
    var fault: String?
    var answeredBy: String?
    var delayMilliseconds = 0
    var isAdministration = false
    var isUnavailable = false
    /// Why nothing matched; nil if it is not shown.
    private var explanation: String?

    init(_ request: Request, _ event: RequestLog.Event, _ style: RequestLog.Style = RequestLog.Style()) {
        self.style = style
        time = Timestamp(epochMilliseconds: request.receivedAt).local
        method = request.methodText
        target = request.targetText.printable
        switch event {
        case .answered(let reply):
            status = reply.status
            fault = reply.response.fault?.effect.rawValue
            answeredBy = (reply.interactionName ?? reply.interaction.place).printable
            delayMilliseconds = reply.delayMilliseconds
        case .unmatched(let diagnosis): explanation = style.explains ? diagnosis.nearestLine.printable : nil
        case .unknownAddress(let error): explanation = style.explains ? error.message.printable : nil
        case .administration(let answered):
            status = answered
            isAdministration = true
        case .options: status = 200
        case .unavailable:
            status = 503
            isUnavailable = true
        }
    }

    var text: String {
        let fault = fault.map { " \($0)" } ?? ""
        let delay = delayMilliseconds > 0 ? " after \(delayMilliseconds) ms" : ""
        let result = style.status("\(status)\(fault)", status, isFault: self.fault != nil)
        let line = "\(style.faint(time)) \(method) \(target) → \(result)\(delay)\(style.faint(reason))"
        return explanation.map { "\(line)\n    \(style.hint("↳")) \($0)" } ?? line
    }

    private var reason: String {
        if isAdministration { return "  (admin API)" }
        if isUnavailable { return "  (the shared state is unavailable)" }
        if let answeredBy { return "  (\(answeredBy))" }
        return status == 404 ? "  (no interaction matches)" : ""
    }

    var json: String {
        var line: JSONObject = [
            "time": .string(time),
            "method": .string(method),
            "target": .string(target),
            "status": .number(JSONNumber(status)),
        ]
        if let fault { line["fault"] = .string(fault) }
        if isAdministration { line["admin"] = true }
        line["interaction"] = answeredBy.map { JSONValue.string($0) } ?? JSONValue.null
        line["delayMilliseconds"] = .number(JSONNumber(delayMilliseconds))
        return JSONValue.object(line).serialized()
    }
}

extension RequestLog {
    /// The look of lines for a person at a terminal; by default, lines are for programs.
    package struct Style: Sendable, Hashable {
        /// Whether statuses have colors (ECMA-48 §8.3.117).
        package var hasColors = false
        /// Whether a line about the nearest interaction follows that of an unmatched request.
        package var explains = false

        package init() {}

        func faint(_ text: String) -> String { marked(text, "2") }
        func hint(_ text: String) -> String { marked(text, "33") }

        func status(_ text: String, _ status: Int, isFault: Bool) -> String {
            let code =
                switch status {
                case _ where isFault: "31"
                case 200..<300: "32"
                case 300..<400: "36"
                case 400..<500: "33"
                case 0: "35"
                case _: "31"
                }
            return marked(text, code)
        }

        private func marked(_ text: String, _ code: String) -> String {
            hasColors && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
        }
    }
}
