import HTTPTypes

#if os(Linux)
    #if URLSessionOnLinux
        import FoundationEssentials
        import FoundationNetworking
    #endif
#else
    import Foundation
#endif

#if !os(Linux) || URLSessionOnLinux
    /// Brings requests over `URLSession`; the default on Apple platforms.
    ///
    /// Copies share their session, which ends when the last copy is gone. There is no cache, no cookie and no stored
    /// credential: those are the client's business. A streamed body is written to a temporary file first and sent from
    /// there, so that the system does the sending, and again if it must.
    ///
    /// On Linux it is there with the package trait `URLSessionOnLinux`, and falls short of the other transport:
    /// - `allowInvalidCertificates` has no effect; `connectTimeout` has none on any platform, the others count from the start;
    /// - fields of one name arrive joined into one, as on Apple platforms;
    /// - of two different lengths the last one is taken, which may end as `truncated`;
    /// - a request with a body whose connection is reset may be sent twice, or end as `timedOut`;
    /// - an endless status line ends as `tooLarge`, a status below 100 as a connection failure;
    /// - some answers end the process, in Foundation: a connection that closes within the head, trailers after a chunked
    ///   body, a stray CR in a field. Use it there with servers that you trust.
    public struct URLSessionTransport: Transport {
        /// The one that executors share when they are given none; it lives as long as the process.
        public static let shared = URLSessionTransport()

        private let session: OwnedSession

        /// Makes a transport with a session of its own.
        public init(configuration: TransportConfiguration = TransportConfiguration()) {
            session = OwnedSession(configuration)
        }

        /// Sends the request and reads the whole response.
        public func send(_ request: Request) async throws(ConnectionFailure) -> Response {
            guard !Task.isCancelled else { throw ConnectionFailure(.cancelled, request: request) }
            guard let urlRequest = URLRequest(request) else {
                let reason = InvalidRequest(.address, "Foundation does not take '\(request.url)'")
                throw ConnectionFailure(.other, underlying: reason, request: request)
            }
            let spooled = try await SpooledBody(request)
            let task =
                spooled.map { session.session.uploadTask(with: urlRequest, fromFile: URL(filePath: $0.path)) }
                ?? session.session.dataTask(with: urlRequest)
            let exchange = SessionExchange(request, task)
            defer { spooled?.remove() }
            // Before it can be cancelled: the session reports the end of a task once, and perhaps at once.
            session.delegate.add(exchange)
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    exchange.start(continuation)
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
            .get()
        }
    }

    /// The session that the copies of a transport share.
    private final class OwnedSession: Sendable {
        let delegate: SessionDelegate
        let session: URLSession

        init(_ configuration: TransportConfiguration) {
            let settings = URLSessionConfiguration.ephemeral
            settings.urlCache = nil
            settings.requestCachePolicy = .reloadIgnoringLocalCacheData
            settings.httpCookieStorage = nil
            settings.httpShouldSetCookies = false
            settings.urlCredentialStorage = nil
            settings.httpMaximumConnectionsPerHost = configuration.connectionsPerHost
            delegate = SessionDelegate(allowInvalidCertificates: configuration.allowInvalidCertificates)
            session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
        }

        deinit {
            session.finishTasksAndInvalidate()
        }
    }

    extension URLRequest {
        fileprivate init?(_ request: Request) {
            guard let url = URL(string: request.url) else { return nil }
            self.init(url: url)
            httpMethod = request.method.rawValue
            httpShouldHandleCookies = false
            for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
            if let body = request.body { httpBody = Data(body) }
            // The exchange has its own; the session's, of a minute, would come in between.
            timeoutInterval = 100_000_000
        }
    }

    /// A streamed body in a temporary file, for a session that sends files alone.
    struct SpooledBody: Sendable {
        private let file: PartialFile

        /// Nil if the body is not streamed.
        init?(_ request: Request) async throws(ConnectionFailure) {
            guard let stream = request.stream else { return nil }
            do {
                file = try PartialFile(FileManager.default.temporaryDirectory.path + "/upload")
                for try await part in stream.parts() {
                    try Task.checkCancellation()
                    try file.write(part)
                }
            } catch {
                let kind: ConnectionFailure.Kind = error is CancellationError ? .cancelled : .other
                throw ConnectionFailure(kind, underlying: error, request: request)
            }
        }

        /// Where it is until it is removed.
        var path: String { file.partialPath }

        /// Removes the file.
        func remove() {
            file.discard()
        }
    }
#endif
