import HAL
import HTTP1Server
import HTTPServing
import Messages
package import UV

/// A reverse proxy for one origin, on its own thread.
package final class ProxyServer: Sendable {
    /// The port on which it listens.
    package let port: Int

    private let thread: LoopThread<ProxyLoop>

    private init(_ thread: LoopThread<ProxyLoop>, port: Int) {
        self.thread = thread
        self.port = port
    }

    /// Starts a proxy; it accepts connections when this returns.
    ///
    /// - Throws: ``MockServerError`` if the port is not available, or the origin is the proxy itself.
    package static func start(_ configuration: ProxyConfiguration) async throws(MockServerError) -> ProxyServer {
        let mailbox = Guarded<LoopThread<ProxyLoop>?>(nil)
        do {
            let thread = try await LoopThread.start { loop in
                ProxyLoop(configuration, on: loop) { token, result in
                    mailbox.withLock { $0 }?.post { $0.finish(token, result) }
                }
            }
            mailbox.withLock { $0 = thread }
            do {
                let port = try await thread.perform { try $0.listen() }
                return ProxyServer(thread, port: port)
            } catch {
                _ = try? await thread.stop { $0.close() }
                throw error
            }
        } catch let error as MockServerError {
            throw error
        } catch {
            var listening = MockServerConfiguration()
            (listening.host, listening.port) = (configuration.host, configuration.port)
            throw .cannotListen(listening, port: configuration.port, error)
        }
    }

    /// The current activity of its loop.
    package var activity: LoopActivity {
        get async throws { try await thread.perform { $0.activity } }
    }

    /// Stops accepting connections, finishes pending requests within the grace, then closes all connections.
    package func stop(grace: Duration) async {
        if grace > .zero {
            let milliseconds = Int(millisecondsIn: grace / .seconds(1))
            await withCheckedContinuation { (drained: CheckedContinuation<Void, Never>) in
                let isPosted = thread.post { $0.drain(grace: milliseconds) { drained.resume() } }
                if !isPosted { drained.resume() }
            }
        }
        _ = try? await thread.stop { $0.close() }
    }
}

/// The loop of a proxy: its sockets, its log, and the requests that wait for the origin.
final class ProxyLoop {
    /// The interval of flushing the request log, and the longest wait for the reader of the last lines, in milliseconds.
    private static let (logInterval, lastLogTime) = (50, Int32(250))
    /// Milliseconds that a response may take longer than the origin.
    private static let margin = 5000

    private let configuration: ProxyConfiguration
    private let responder: ProxyResponder
    private let server: Server
    private let log: RequestLog?
    private var logTimer: LoopTimer?

    init(
        _ configuration: ProxyConfiguration,
        on loop: Loop,
        deliver: @escaping @Sendable (ResponseToken, Result<IncomingResponse, ProxyProblem>) -> Void
    ) {
        self.configuration = configuration
        log = configuration.log.map { RequestLog(format: .text, style: configuration.logStyle, output: $0) }
        responder = ProxyResponder(configuration, on: loop, log: log, deliver: deliver)
        var serving = MockServerConfiguration().server
        serving.maxConnections = configuration.maxConnections
        serving.limits.maxBodyBytes = configuration.maxBodyBytes
        serving.timeouts.response = Int(millisecondsIn: configuration.timeout / .seconds(1)) + Self.margin
        server = Server(loop: loop, configuration: serving, protocols: .http1, responder: responder)
    }

    /// The current activity of the loop, readable from other threads.
    var activity: LoopActivity { server.loop.activity }

    /// Starts to accept connections.
    ///
    /// - Returns: The port.
    /// - Throws: `UVError` if it is not available, ``MockServerError`` if the origin is this proxy.
    func listen() throws -> Int {
        if let log {
            logTimer = try LoopTimer(on: server.loop) { [loop = server.loop] in
                log.flush(at: Int64(loop.wallClock / 1000), waitingAtMost: 0)
            }
            logTimer?.start(afterMilliseconds: Self.logInterval, repeating: Self.logInterval)
        }
        let port = try server.listen(host: configuration.host, port: configuration.port)
        responder.listens(on: port)
        guard let origin = Origin(configuration.origin),
            UpstreamTargets.isServer(origin, on: configuration.host, port: port)
        else { return port }
        throw MockServerError(.listening, "\(origin) is this proxy itself; pass the address of another server")
    }

    /// Sends the response to the request that waits for the token.
    func finish(_ token: ResponseToken, _ result: Result<IncomingResponse, ProxyProblem>) {
        guard let response = responder.finish(token, result) else { return }
        server.answer(token, with: response)
    }

    func drain(grace: Int, _ completion: @escaping () -> Void) {
        server.drain(grace: grace, completion: completion)
    }

    func close() {
        responder.close()
        server.closeAll()
        logTimer?.close()
        logTimer = nil
        log?.flush(at: .max, waitingAtMost: Self.lastLogTime)
    }
}
