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
    /// Sends requests with `URLSession`; the default on Apple platforms.
    ///
    /// Copies share their session, which ends when the last copy is released. The session has no cache, cookies or
    /// stored credentials, for which the client is responsible. A streamed body is first written to a temporary file,
    /// from which the system can send it again.
    ///
    /// On Linux it requires the package trait `URLSessionOnLinux`, and has limitations:
    /// - its configuration has no `trust`, `clientCertificate`, `allowInvalidCertificates` and `proxy`, with which requests
    ///   end as `other` before anything is sent; `connectTimeout` has no effect on any platform;
    /// - fields of one name are joined, as on Apple platforms;
    /// - the last of two different lengths is used, which may end as `truncated`;
    /// - a request with a body, and one that may not be sent twice, opens a connection of its own;
    /// - an endless status line ends as `tooLarge`, a status below 100 as a connection failure;
    /// - some responses crash the process, in Foundation: a connection that closes within the head, trailers after a chunked
    ///   body, a stray CR in a field. Use it there with servers that you trust.
    public struct URLSessionTransport: Transport {
        /// The shared transport, the default of clients; it lives as long as the process.
        public static let shared = URLSessionTransport()

        private let session: OwnedSession

        /// Makes a transport with its own session.
        public init(configuration: TransportConfiguration = TransportConfiguration()) {
            session = OwnedSession(configuration)
        }

        /// Sends the request and reads the whole response.
        public func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            guard !Task.isCancelled else { throw ConnectionFailure(.cancelled, request: request) }
            if let reason = session.unsupported {
                throw ConnectionFailure(.other, underlying: reason, request: request)
            }
            guard let urlRequest = URLRequest(request) else {
                let reason = InvalidRequest(.address, "Foundation does not accept '\(request.url)'")
                throw ConnectionFailure(.other, underlying: reason, request: request)
            }
            let spooled = try await SpooledBody(request)
            let session = session(for: request)
            let task =
                spooled.map { session.session.uploadTask(with: urlRequest, fromFile: URL(filePath: $0.path)) }
                ?? session.session.dataTask(with: urlRequest)
            let exchange = SessionExchange(request, task)
            defer { spooled?.remove() }
            // Before it can be canceled: the session reports the end of a task once, possibly immediately.
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

        /// The session for a request: on Linux a new one, if the request has a body or may not be sent twice.
        ///
        /// There, the session sends any request again if a kept connection ends without a response, and a body that it
        /// has sent is then missing (`_NativeProtocol.seekInputStream`): the server would wait for it forever. It never
        /// sends a request again that was the first on its connection.
        private func session(for request: TransportRequest) -> OwnedSession {
            #if os(Linux)
                guard request.mayBeRepeated, request.body == nil else { return OwnedSession(session.configuration) }
            #endif
            return session
        }
    }

    /// A session with its delegate, shared by the copies of a transport.
    private final class OwnedSession: Sendable {
        let configuration: TransportConfiguration
        let delegate: SessionDelegate
        let session: URLSession
        /// The reason why no request can be sent, or nil.
        let unsupported: UnsupportedConfiguration?

        init(_ configuration: TransportConfiguration) {
            let settings = URLSessionConfiguration.ephemeral
            settings.urlCache = nil
            settings.requestCachePolicy = .reloadIgnoringLocalCacheData
            settings.httpCookieStorage = nil
            settings.httpShouldSetCookies = false
            settings.urlCredentialStorage = nil
            settings.httpMaximumConnectionsPerHost = configuration.connectionsPerHost
            unsupported = settings.apply(configuration)
            self.configuration = configuration
            delegate = SessionDelegate(configuration)
            session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
        }

        deinit {
            session.finishTasksAndInvalidate()
        }
    }

    extension URLRequest {
        fileprivate init?(_ request: TransportRequest) {
            guard let url = URL(string: request.url) else { return nil }
            self.init(url: url)
            httpMethod = request.method.rawValue
            httpShouldHandleCookies = false
            for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
            if let body = request.body { httpBody = Data(body) }
            // The exchange has its own time-outs; the session's default of a minute would interfere.
            timeoutInterval = 100_000_000
        }
    }

    /// A streamed body in a temporary file, for a session that can only send files.
    struct SpooledBody: Sendable {
        private let file: PartialFile

        /// Writes the body of a request to a file; nil if the body is not streamed.
        init?(_ request: TransportRequest) async throws(ConnectionFailure) {
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

        /// The path until the file is removed.
        var path: String { file.partialPath }

        /// Removes the file.
        func remove() {
            file.discard()
        }
    }
#endif
