#if os(Linux)
    import AsyncHTTPClient
    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOSSL
    import Tracing

    /// Sends requests with async-http-client; the default on Linux.
    ///
    /// Copies share their connections, which are closed when the last copy is released.
    public struct AsyncHTTPClientTransport: Transport {
        /// The shared transport, the default of executors; it lives as long as the process.
        public static let shared = AsyncHTTPClientTransport()

        private let connections: Connections

        /// Makes a transport with its own connections.
        public init(configuration: TransportConfiguration = TransportConfiguration()) {
            connections = Connections(configuration)
        }

        /// Sends the request and reads the whole response.
        ///
        /// A request is sent again if
        /// - a server closes a kept-alive connection before any byte of the response, and the method is idempotent
        ///   (RFC 9110 §9.2.2): on other connections, and at last on a new one;
        /// - a kept-alive connection had bytes that belong to no response: with any method if it was noticed before the
        ///   request was sent, else if the method is idempotent;
        /// - an HTTP/2 server announces that it did not process the request, with any method (RFC 9113 §8.7): once.
        ///
        /// The options of a request of an idempotent method can forbid both. If the certificates of a server are
        /// rejected, the transport reads them in a second handshake to report the reason, within the time to connect.
        public func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            var isRetry = false
            var ended = 0
            while true {
                do throws(ConnectionFailure) {
                    return try await sendOnce(request)
                } catch {
                    if error.wasNotSent {
                        // Each time, another call has had a response, so that there is an end.
                        continue
                    } else if ended < Self.maxEnded, request.metEndedConnection(error) {
                        ended += 1
                    } else if !isRetry, request.mayBeSentAgain(after: error) {
                        isRetry = true
                    } else {
                        throw await connections.explained(error)
                    }
                }
            }
        }

        /// The maximum number of ended connections that a request meets; other calls may fill the pool with more of them.
        private static let maxEnded = 32

        private func sendOnce(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            guard !Task.isCancelled else { throw ConnectionFailure(.cancelled, request: request) }
            if let reason = connections.unsupported {
                throw ConnectionFailure(.other, underlying: reason, request: request)
            }
            guard request.timeouts.idle == Connections.idleTimeout, request.timeouts.total == nil,
                request.stream == nil
            else {
                return try await sendWatched(request)
            }
            let deadline = request.timeouts.firstByte.map { NIODeadline.now() + TimeAmount($0) }
            return try await Self.exchange(request, connections.client, deadline: deadline ?? .distantFuture).get()
        }

        /// Sends a request with time-outs that async-http-client does not support, in a task that a watchdog can
        /// cancel.
        ///
        /// This costs a thread switch, a third of the time of a call over loopback.
        private func sendWatched(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            let client = connections.patientClient
            let watchdog = ExchangeWatchdog(request.timeouts)
            let exchange = Task.immediate { await Self.exchange(request, client, watchdog) }
            watchdog.start { exchange.cancel() }
            let result = await withTaskCancellationHandler {
                await exchange.value
            } onCancel: {
                exchange.cancel()
            }
            watchdog.stop()
            return try result.get()
        }

        private static func exchange(
            _ request: TransportRequest,
            _ client: HTTPClient,
            _ watchdog: ExchangeWatchdog? = nil,
            deadline: NIODeadline = .distantFuture
        ) async -> Result<TransportResponse, ConnectionFailure> {
            var reader = ResponseReader(request)
            do {
                let response = try await client.execute(HTTPClientRequest(request, watchdog), deadline: deadline)
                watchdog?.sawResponse()
                try reader.take(
                    status: ResponsePartHandler.sent(response.status),
                    fields: response.headers.lazy.map { (name: ResponsePartHandler.sent($0.name), value: $0.value) }
                )
                for try await part in response.body {
                    watchdog?.sawResponse()
                    try reader.take(part.readableBytesView)
                }
                return .success(try reader.response())
            } catch let failure as ConnectionFailure {
                return .failure(failure)
            } catch let failure as FileFailure {
                return .failure(reader.failure(.other, failure))
            } catch {
                guard watchdog?.hasExpired != true else { return .failure(reader.failure(.timedOut)) }
                if !Task.isCancelled, let unsent = UnsentRequest(error) {
                    return .failure(reader.failure(.reset, unsent))
                }
                let kind = ConnectionFailure.Kind(of: error, afterHead: reader.hasHead)
                return .failure(reader.failure(kind, error))
            }
        }
    }

    /// The HTTP clients that the copies of a transport share.
    private final class Connections: Sendable {
        /// The idle time-out of most requests, which the client enforces at no cost.
        static let idleTimeout: Duration = .seconds(60)

        let client: HTTPClient
        /// The reason why no request can be sent, or nil.
        let unsupported: UnsupportedConfiguration?
        private let configuration: TransportConfiguration
        private let patient = Locked<HTTPClient?>(nil)

        init(_ configuration: TransportConfiguration) {
            self.configuration = configuration
            unsupported = configuration.unsupported
            client = Self.makeClient(configuration, idleTimeout: Self.idleTimeout)
        }

        deinit {
            client.shutdown { _ in }
            patient.withLock { $0 }?.shutdown { _ in }
        }

        /// The client without an idle time-out.
        var patientClient: HTTPClient {
            patient.withLock { patient in
                let client = patient ?? Self.makeClient(configuration, idleTimeout: nil)
                patient = client
                return client
            }
        }

        /// A failure with the reason for which certificates were rejected.
        ///
        /// Through a proxy the reason is not known.
        func explained(_ failure: ConnectionFailure) async -> ConnectionFailure {
            guard failure.kind == .tls, let error = failure.underlying else { return failure }
            var explained = failure
            if let reason = ConnectionFailure.TLSReason(of: error) {
                explained.tlsReason = reason
            } else if configuration.proxy == nil {
                let timeouts = failure.request?.timeouts
                let limits = [configuration.connectTimeout, timeouts?.firstByte, timeouts?.total].compactMap(\.self)
                let limit = TimeAmount(limits.min() ?? .zero)
                explained.tlsReason = await CertificateProbe.reason(of: failure.request?.origin, timeout: limit)
            }
            return explained
        }

        private static func makeClient(_ configuration: TransportConfiguration, idleTimeout: Duration?) -> HTTPClient {
            var settings = HTTPClient.Configuration()
            settings.redirectConfiguration = .disallow
            settings.timeout = .init(connect: TimeAmount(configuration.connectTimeout))
            settings.connectionPool.retryConnectionEstablishment = false
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerHost
            // The limits of the request apply to decompressed bytes; this one bounds the result of a single read.
            settings.decompression = configuration.decompresses ? .enabled(limit: .ratio(1_000)) : .disabled
            let idle = idleTimeout.map { TimeAmount($0) }
            settings.http1_1ConnectionDebugInitializer = { ResponseByteHandler.add(to: $0, idleTimeout: idle) }
            settings.http2ConnectionDebugInitializer = { HTTP2ConnectionWatch.add(to: $0) }
            settings.http2StreamChannelDebugInitializer = { ConnectionWatch.add(toStream: $0, idleTimeout: idle) }
            // Otherwise it parses the URL for attributes of unused spans.
            if settings.tracing.tracer is NoOpTracer { settings.tracing.tracer = nil }
            if configuration.isHTTP1Only { settings.httpVersion = .http1Only }
            settings.tlsConfiguration = configuration.tlsConfiguration
            settings.proxy = configuration.proxy.map { .init($0) }
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        }
    }

    extension TimeAmount {
        /// The duration in nanoseconds, clamped to a hundred years.
        fileprivate init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let clamped = min(max(seconds, 0), 3_155_760_000)
            self = .nanoseconds(clamped * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }

    extension HTTPClientRequest {
        fileprivate init(_ request: TransportRequest, _ watchdog: ExchangeWatchdog?) {
            self.init(url: request.url)
            method = HTTPMethod(rawValue: request.method.rawValue)
            for field in request.fields { headers.add(name: field.name.rawName, value: field.value) }
            // Otherwise it would offer deflate too, which many servers send raw, and which cannot be read.
            if request.fields[.acceptEncoding] == nil { headers.add(name: "Accept-Encoding", value: "gzip") }
            if let bytes = request.body { body = .bytes(ByteBuffer(bytes: bytes)) }
            if let stream = request.stream {
                let parts = SentParts(stream, request.transfer?.onProgress) {
                    watchdog?.sentBytes()
                } onEnd: {
                    watchdog?.sentAll()
                }
                body = .stream(parts, length: stream.length.map { .known(Int64($0)) } ?? .unknown)
            }
        }
    }
#endif
