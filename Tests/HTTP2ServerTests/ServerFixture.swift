import HTTP1Server
import HTTP2
import HTTP2Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// Responds with a closure, and reports clients that hang up.
private final class ClosureResponder: Responder {
    private let body: @Sendable (Request) -> Response
    private let hungUp: @Sendable (HangUp) -> Void

    init(_ body: @escaping @Sendable (Request) -> Response, _ hungUp: @escaping @Sendable (HangUp) -> Void) {
        self.body = body
        self.hungUp = hungUp
    }

    func respond(to request: Request) -> Response { body(request) }

    func clientHungUp(_ hangUp: HangUp) { hungUp(hangUp) }
}

/// A server in HTTP/2 and HTTP/1.1 that runs on its own thread.
struct TestServer {
    let port: Int
    let thread: LoopThread<Server>

    /// Connects with HTTP/2.
    func client(timeout: Int = 30_000, settings: [UInt8] = []) async throws -> HTTP2Client {
        try await HTTP2Client(port: port, timeout: timeout, settings: settings)
    }

    /// The server still responds on a new connection.
    func expectServing(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let client = try await client()
        try await client.request(1, "GET", "/alive")
        #expect(try await client.response(1).status == "200", sourceLocation: sourceLocation)
    }
}

/// Runs a server on a free port; afterward nothing of it is left.
func withServer<Value: Sendable>(
    limits: HTTP2Limits = HTTP2Limits(),
    timeouts: ConnectionTimeouts = ConnectionTimeouts(),
    turns: TurnLimits = TurnLimits(),
    respond: @escaping @Sendable (Request) -> Response = echo,
    hungUp: @escaping @Sendable (HangUp) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (TestServer) async throws -> Value
) async throws -> Value {
    var configuration = ServerConfiguration.fixture(limits: limits.request, timeouts: timeouts)
    configuration.turns = turns
    return try await withServer(
        configuration,
        protocols: {
            var protocols = ServedProtocols.http1
            protocols.http2 = ServedProtocols.http2(limits, heads: HeadCache())
            return protocols
        },
        responder: { ClosureResponder(respond, hungUp) },
        sourceLocation: sourceLocation
    ) { port, thread in
        try await body(TestServer(port: port, thread: thread))
    }
}
