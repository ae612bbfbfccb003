import HALClient
import Logging

/// Records log messages.
struct RecordingLog: LogHandler {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata

        var text: String { "\(message) \(metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })" }
    }

    let lines = Locked<[Line]>([])
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = Line(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:])
        lines.withLock { $0.append(line) }
    }

    /// A logger that writes here.
    func logger(_ level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: "test") { _ in self }
        logger.logLevel = level
        return logger
    }

    /// All that was logged.
    var text: String {
        lines.withLock { $0.map(\.text).joined(separator: "\n") }
    }
}
