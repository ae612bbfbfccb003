#if DiskCache
    import Logging
    import NIOConcurrencyHelpers

    /// The logged lines.
    struct LogLines: Sendable {
        private let box = NIOLockedValueBox<[String]>([])

        var lines: [String] { box.withLockedValue { $0 } }

        var logger: Logger {
            Logger(label: "test") { [box] _ in Handler(box: box) }
        }

        private struct Handler: LogHandler {
            let box: NIOLockedValueBox<[String]>
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                box.withLockedValue { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
            }
        }
    }
#endif
