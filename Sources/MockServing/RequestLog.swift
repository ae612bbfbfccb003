import HAL
import Messages
import Mocking
import Scenarios

/// One line a request, kept until somebody writes them out; query values of a request are shown, credentials never are.
///
/// Each loop has its own, so that no other loop waits while a line is made.
package final class RequestLog {
    /// What became of a request.
    enum Outcome: Sendable {
        case answered(MockReply)
        case notFound
        /// A call of the admin API, with the status of its answer.
        case administration(Int)
        /// `OPTIONS *`, which the server answers itself.
        case options
    }

    /// The form of a line.
    package enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    /// Takes some lines, waits so many milliseconds at most for their reader, and says how many bytes are dealt with.
    package typealias Output = @Sendable (_ lines: [UInt8], _ milliseconds: Int32) -> Int

    /// Beyond that the oldest lines are given up rather than memory.
    private static let limit = 1 << 20

    private let format: Format
    private let output: Output
    private var lines: [UInt8] = []

    init(format: Format, output: @escaping Output) {
        self.format = format
        self.output = output
    }

    /// Hands on as many lines as are taken; what is left is kept until the next time.
    ///
    /// - Parameter milliseconds: how long a reader that is behind is waited for.
    func flush(waitingAtMost milliseconds: Int32) {
        guard !lines.isEmpty else { return }
        lines.removeFirst(output(lines, milliseconds))
    }

    func append(_ request: Request, _ outcome: Outcome) {
        let line = Line(request, outcome)
        switch format {
        case .text: append(line.text)
        case .json: append(line.json)
        }
    }

    /// Adds a line for a client that closed the connection early, in milliseconds since 1970; the line of its request has
    /// gone before.
    func append(_ hangUp: HangUp, at time: Int64) {
        let line = HangUpLine(hangUp, at: time)
        switch format {
        case .text: append(line.text)
        case .json: append(line.json)
        }
    }

    private func append(_ line: String) {
        if lines.count > Self.limit { lines = Array("… lines were dropped: the output is not read fast enough\n".utf8) }
        lines += line.utf8
        lines.append(UInt8(ascii: "\n"))
    }
}

/// The content of a line.
private struct Line {
    let time: String
    let method: String
    let target: String
    var status = 404
    var fault: String?
    var answeredBy: String?
    var delayMilliseconds = 0
    var isAdministration = false

    init(_ request: Request, _ outcome: RequestLog.Outcome) {
        time = Timestamp(epochMilliseconds: request.receivedAt).local
        method = request.methodText
        target = request.targetText.printable
        switch outcome {
        case .answered(let reply):
            status = reply.status
            fault = reply.response.fault?.effect.rawValue
            answeredBy = (reply.interactionName ?? reply.interaction.place).printable
            delayMilliseconds = reply.delayMilliseconds
        case .notFound: break
        case .administration(let answered):
            status = answered
            isAdministration = true
        case .options: status = 200
        }
    }

    var text: String {
        let fault = fault.map { " \($0)" } ?? ""
        let delay = delayMilliseconds > 0 ? " after \(delayMilliseconds) ms" : ""
        return "\(time) \(method) \(target) → \(status)\(fault)\(delay)\(reason)"
    }

    private var reason: String {
        if isAdministration { return "  (admin API)" }
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

/// The content of a line for a client that has hung up.
private struct HangUpLine {
    let time: String
    let method: String
    let target: String
    let isHalf: Bool

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

extension Request {
    var methodText: String { String(decoding: head[method], as: UTF8.self) }
    var targetText: String { String(decoding: head[target], as: UTF8.self) }

    /// The value of the first field of that name, which is given in lower case.
    func firstValue(of name: String) -> String? {
        values(of: name).first
    }

    /// The values of all fields of that name, which is given in lower case.
    func values(of name: String) -> some Collection<String> {
        let name = Array(name.utf8)
        return fields.lazy.filter { head.isName(name, at: $0.name) }.map {
            String(decoding: head[$0.value], as: UTF8.self)
        }
    }
}
