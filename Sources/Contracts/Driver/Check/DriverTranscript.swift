import HAL
import HALClient

/// The lines between a check and a driver's process.
final class DriverTranscript: Sendable {
    /// A line, or the end of the output.
    struct Line: Sendable, Hashable {
        /// The first bytes.
        let bytes: [UInt8]
        /// The line for people, or the end in words.
        let text: String

        /// The number of bytes that are kept.
        private static let limit = 300

        init(_ line: DriverLine) {
            switch line {
            case .line(let bytes): self.init(bytes)
            case .tooLong(let bytes): self.init(bytes)
            case .ended(let how): self.init(bytes: [], text: "(the driver \(how))")
            }
        }

        init(_ line: [UInt8]) {
            let bytes = Array(line.prefix(Self.limit))
            let rest = line.count > bytes.count ? "… (\(line.count) bytes)" : ""
            self.init(bytes: bytes, text: String(decoding: bytes, as: UTF8.self).printable + rest)
        }

        private init(bytes: [UInt8], text: String) {
            self.bytes = bytes
            self.text = text
        }
    }

    /// The lines since the last call.
    struct Exchange: Sendable {
        var sent: String?
        var came: [Line] = []
    }

    private let exchange = Locked(Exchange())

    func add(sent line: String) {
        exchange.withLock { $0.sent = line }
    }

    func add(came line: Line) {
        exchange.withLock { $0.came.append(line) }
    }

    /// Returns the lines, and forgets them.
    func take() -> Exchange {
        exchange.withLock { exchange in
            defer { exchange = Exchange() }
            return exchange
        }
    }
}

/// A driver's process whose lines a transcript records.
struct RecordedProcess: DriverProcess {
    private let process: any DriverProcess
    private let transcript: DriverTranscript

    init(_ process: any DriverProcess, _ transcript: DriverTranscript) {
        self.process = process
        self.transcript = transcript
    }

    func exchange(_ line: String?) async -> DriverLine {
        if let line { transcript.add(sent: line) }
        let reply = await process.exchange(line)
        transcript.add(came: DriverTranscript.Line(reply))
        return reply
    }

    func unasked() async -> [[UInt8]] {
        recorded(await process.unasked())
    }

    func kill() {
        process.kill()
    }

    func end() async -> [[UInt8]] {
        recorded(await process.end())
    }

    private func recorded(_ lines: [[UInt8]]) -> [[UInt8]] {
        for line in lines { transcript.add(came: DriverTranscript.Line(line)) }
        return lines
    }
}
