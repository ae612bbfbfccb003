import HAL
import Matching
import Messages
import Mocking

/// The request log: one line per request, buffered until it is flushed; shows queries, never credentials.
///
/// Each loop has its own, so that formatting a line blocks no other loop.
package final class RequestLog {
    /// The event that a line describes.
    enum Event: Sendable {
        case answered(MockReply)
        /// No interaction matches.
        case unmatched(Diagnosis)
        /// The path begins with an address that does not exist.
        case unknownAddress(AddressError)
        /// A call of the admin API, with the status of its response.
        case administration(Int)
        /// `OPTIONS *`, which the server handles itself.
        case options
        /// The shared state cannot be used.
        case unavailable
    }

    /// The format of a line.
    package enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    /// Writes lines, waiting at most that many milliseconds for the reader, and returns the number of bytes written.
    package typealias Output = @Sendable (_ lines: [UInt8], _ milliseconds: Int32) -> Int

    /// The maximum size of the buffered lines in bytes; further lines are dropped.
    private static let limit = 1 << 20

    private let format: Format
    private let style: Style
    private let output: Output
    private var lines: [UInt8] = []
    /// Where a client gets the certificate to trust.
    var trustAdvice = ""
    private var problems = ProblemRate()

    init(format: Format, style: Style = Style(), output: @escaping Output) {
        self.format = format
        self.style = style
        self.output = output
    }

    /// Passes the lines to the output; those that it does not accept are kept for the next time.
    ///
    /// - Parameters:
    ///   - time: The time in milliseconds since 1970; after the last request, `.max`.
    ///   - milliseconds: The longest wait for a slow reader.
    func flush(at time: Int64, waitingAtMost milliseconds: Int32) {
        appendOmitted(at: time)
        guard !lines.isEmpty else { return }
        lines.removeFirst(output(lines, milliseconds))
    }

    func append(_ request: Request, _ event: Event) {
        append(RequestLine(request, event, style))
    }

    /// Adds a line for a client that closed the connection early; the time is in milliseconds since 1970.
    func append(_ hangUp: HangUp, at time: Int64) {
        append(HangUpLine(hangUp, at: time))
    }

    /// Adds a line for a TLS handshake that failed, unless there are too many; the time is in milliseconds since 1970.
    func append(_ handshake: FailedHandshake, at time: Int64) {
        guard problems.allows(at: time) else { return }
        append(HandshakeLine(handshake, at: time, trustAdvice: trustAdvice))
    }

    /// Adds a line for a problem of a connection, unless there are too many; the time is in milliseconds since 1970.
    func append(_ problem: ConnectionProblem, at time: Int64) {
        guard problems.allows(at: time) else { return }
        append(ProblemLine(problem, at: time))
    }

    /// Adds a line with the number of lines about connections that were left out.
    private func appendOmitted(at time: Int64) {
        let count = problems.takeOmitted(at: time)
        if count > 0 { append(OmittedLines(count: count)) }
    }

    func append(_ line: some LogLine) {
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

/// The content of a line, in both formats.
protocol LogLine {
    var text: String { get }
    var json: String { get }
}

/// The number of lines about connections that were left out.
private struct OmittedLines: LogLine {
    let count: Int

    var text: String { "… \(count) more lines about connections were omitted" }

    var json: String {
        let line: JSONObject = ["event": "linesOmitted", "count": .number(JSONNumber(count))]
        return JSONValue.object(line).serialized()
    }
}

extension Request {
    var methodText: String { String(decoding: head[method], as: UTF8.self) }
    var targetText: String { String(decoding: head[target], as: UTF8.self) }

    /// The value of the first field with that name, which is given in lower case.
    func firstValue(of name: String) -> String? {
        values(of: name).first
    }

    /// The values of all fields with that name, which is given in lower case.
    func values(of name: String) -> some Collection<String> {
        let name = Array(name.utf8)
        return fields.lazy.filter { head.isName(name, at: $0.name) }.map {
            String(decoding: head[$0.value], as: UTF8.self)
        }
    }
}
