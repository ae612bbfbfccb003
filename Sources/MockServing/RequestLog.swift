import HAL
import HTTP1Server
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
        case administration

        init(_ reply: Reply) {
            switch reply {
            case .mock(let reply): self = .answered(reply)
            case .unmatched, .unknownAddress: self = .notFound
            case .administration: self = .administration
            }
        }
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

    func append(_ request: IncomingRequest, _ outcome: Outcome) {
        if lines.count > Self.limit { lines = Array("… lines were dropped: the output is not read fast enough\n".utf8) }
        let line = Line(request, outcome)
        switch format {
        case .text: lines += line.text.utf8
        case .json: lines += line.json.utf8
        }
        lines.append(UInt8(ascii: "\n"))
    }
}

/// What a line says.
private struct Line {
    let time: Timestamp
    let method: String
    let target: String
    let status: String
    let answeredBy: String?
    let delayMilliseconds: Int

    init(_ request: IncomingRequest, _ outcome: RequestLog.Outcome) {
        time = Timestamp(epochMilliseconds: request.receivedAt)
        method = request.methodText
        target = request.targetText.printable
        switch outcome {
        case .answered(let reply):
            status = reply.response.fault.map { "\(reply.status) \($0.effect.rawValue)" } ?? String(reply.status)
            answeredBy = reply.interactionName ?? reply.interaction.place
            delayMilliseconds = reply.delayMilliseconds
        case .notFound:
            status = "404"
            answeredBy = nil
            delayMilliseconds = 0
        case .administration:
            status = "admin"
            answeredBy = nil
            delayMilliseconds = 0
        }
    }

    var text: String {
        let delay = delayMilliseconds > 0 ? " after \(delayMilliseconds) ms" : ""
        let answer = answeredBy.map { "  (\($0))" } ?? (status == "404" ? "  (no interaction matches)" : "")
        return "\(time.timeOfDay) \(method) \(target) → \(status)\(delay)\(answer)"
    }

    var json: String {
        let line: JSONValue = [
            "time": .string(time.iso8601),
            "method": .string(method),
            "target": .string(target),
            "status": .string(status),
            "interaction": answeredBy.map { .string($0) } ?? .null,
            "delayMilliseconds": .number(JSONNumber(delayMilliseconds)),
        ]
        return line.serialized()
    }
}

extension String {
    /// Without control characters, so that a request cannot write into a terminal.
    var printable: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
        )
    }
}

extension IncomingRequest {
    var methodText: String { String(decoding: head[method], as: UTF8.self) }
    var targetText: String { String(decoding: head[target], as: UTF8.self) }

    /// The value of the first field of that name, which is given in lower case.
    func firstValue(of name: String) -> String? {
        let name = Array(name.utf8)
        let field = fields.first { head.isName(name, at: $0.name) }
        return field.map { String(decoding: head[$0.value], as: UTF8.self) }
    }
}
