import HAL
import Messages

/// The line of a forwarded request in the request log.
struct ProxyLine: LogLine {
    private let time: String
    private let method: String
    private let target: String
    private let status: Int
    /// The reason why the proxy responded itself; nil for a response of the origin.
    private let problem: String?
    private let style: RequestLog.Style

    init(_ request: Request, _ status: Int, _ problem: ProxyProblem?, _ style: RequestLog.Style) {
        time = Timestamp(epochMilliseconds: request.receivedAt).local
        method = request.methodText
        target = Redaction.hidden(target: request.targetText).printable
        self.status = status
        self.problem = problem?.detail.printable
        self.style = style
    }

    var text: String {
        let result = style.status("\(status)", status, isFault: false)
        return "\(style.faint(time)) \(method) \(target) → \(result)" + (problem.map { "  (\($0))" } ?? "")
    }

    var json: String {
        var line: JSONObject = [
            "time": .string(time), "method": .string(method), "target": .string(target),
            "status": .number(JSONNumber(status)),
        ]
        if let problem { line["problem"] = .string(problem) }
        return JSONValue.object(line).serialized()
    }
}
