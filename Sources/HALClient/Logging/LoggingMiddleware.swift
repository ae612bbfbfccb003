import HTTPTypes
public import Logging

/// Logs requests and responses, hop by hop, without secrets.
///
/// It logs what passes it: as the last of the middlewares, every request that is sent, retries included.
///
/// ```swift
/// var logger = Logger(label: "fuel")
/// logger.logLevel = .debug
/// configuration.middlewares.append(LoggingMiddleware(logger))
/// ```
///
/// A disabled level costs only a comparison: texts are made when their level is enabled.
public struct LoggingMiddleware: TransportMiddleware {
    /// The levels of messages; nil disables a message.
    public struct Levels: Sendable, Hashable {
        /// A request: `POST http://a.example/logs`, with its fields and its body as metadata.
        public var request: Logger.Level?
        /// A request as a line for `curl`.
        public var curl: Logger.Level?
        /// A response below 400: `201 for POST http://a.example/logs, 17 bytes, 12 ms`, with its fields and its body.
        public var success: Logger.Level?
        /// Any other response, and a connection failure.
        public var failure: Logger.Level?

        /// Makes levels.
        public init(
            request: Logger.Level? = .debug,
            curl: Logger.Level? = .trace,
            success: Logger.Level? = .debug,
            failure: Logger.Level? = .info
        ) {
            self.request = request
            self.curl = curl
            self.success = success
            self.failure = failure
        }
    }

    private let logger: Logger
    private let levels: Levels
    private let text: LogText

    /// Makes the middleware; the first `bodyLimit` characters of a body are logged.
    public init(
        _ logger: Logger,
        levels: Levels = Levels(),
        redaction: LogRedaction = LogRedaction(),
        bodyLimit: Int = 4096
    ) {
        self.logger = logger
        self.levels = levels
        text = LogText(redaction: redaction, bodyLimit: max(bodyLimit, 0))
    }

    /// Logs the request, sends it, and logs the response or the failure.
    public func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        log(request)
        let begin = ContinuousClock.now
        do {
            let response = try await next(request)
            log(response, after: .now - begin)
            return response
        } catch {
            log(error, of: request, after: .now - begin)
            throw error
        }
    }

    private func log(_ request: TransportRequest) {
        if isOn(levels.request) {
            var metadata: Logger.Metadata = ["fields": "\(text.fields(request.fields))"]
            metadata["body"] = text.body(of: request).map { "\($0)" }
            log(levels.request, "\(request.method.rawValue) \(text.url(request.url))", metadata)
        }
        if isOn(levels.curl) { log(levels.curl, "\(CurlLine(request, text))") }
    }

    private func log(_ response: TransportResponse, after duration: Duration) {
        let level = response.status < 400 ? levels.success : levels.failure
        guard isOn(level) else { return }
        var metadata: Logger.Metadata = ["fields": "\(text.fields(response.fields))"]
        if !response.body.isEmpty { metadata["body"] = "\(text.body(response.body, response.mediaType))" }
        let asked = "\(response.request.method.rawValue) \(text.url(response.request.url))"
        log(level, "\(response.status) for \(asked), \(response.body.count) bytes, \(duration.inWords)", metadata)
    }

    private func log(_ failure: ConnectionFailure, of request: TransportRequest, after duration: Duration) {
        guard isOn(levels.failure) else { return }
        let asked = "\(request.method.rawValue) \(text.url(request.url))"
        let reason = failure.tlsReason.map { " (\($0))" } ?? ""
        log(levels.failure, "\(failure.kind.rawValue)\(reason) for \(asked), \(duration.inWords)")
    }

    private func isOn(_ level: Logger.Level?) -> Bool {
        level.map { $0 >= logger.logLevel } ?? false
    }

    private func log(_ level: Logger.Level?, _ message: String, _ metadata: Logger.Metadata? = nil) {
        guard let level else { return }
        logger.log(level: level, "\(message)", metadata: metadata)
    }
}

extension Duration {
    /// `12 ms`.
    fileprivate var inWords: String {
        "\(Int(self / .milliseconds(1))) ms"
    }
}
