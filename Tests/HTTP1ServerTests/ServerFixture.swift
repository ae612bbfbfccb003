import HTTP1Server
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// Answers with a closure.
final class ClosureResponder: Responder {
    private let body: @Sendable (Request) -> Response
    private let observe: @Sendable (ServerEvent) -> Void

    init(_ body: @escaping @Sendable (Request) -> Response, observe: @escaping @Sendable (ServerEvent) -> Void) {
        (self.body, self.observe) = (body, observe)
    }

    func respond(to request: Request) -> Response {
        body(request)
    }

    /// The work of these tests is done when there is a response.
    func complete(_ result: any Sendable) -> Response {
        observe(.completion)
        return result as? Response ?? Response(status: 500)
    }

    func clientHungUp(_ hangUp: HangUp) {
        observe(.hangUp)
    }
}

/// A call that the responder of a server receives besides requests.
enum ServerEvent: Sendable {
    /// The work for a response is done.
    case completion
    /// A client has closed its side before it had its response.
    case hangUp
}

/// What a test has in hand of a server that runs on its own thread.
struct TestServer {
    let port: Int
    let thread: LoopThread<Server>

    func client(timeout: Int = 30_000) async throws -> RawClient {
        try await RawClient(port: port, timeout: timeout)
    }

    /// Sends the text on a connection of its own and reads until the server ends it.
    func exchange(_ text: String) async throws -> (text: String, ending: RawClient.Ending) {
        let client = try await client()
        try await client.send(text)
        client.finishSending()
        let (bytes, ending) = await client.readToEnd()
        return (String(decoding: bytes, as: UTF8.self), ending)
    }

    /// The server still answers a new connection.
    func expectServing(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let client = try await client()
        try await client.send("GET /alive HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.readResponse().status == 200, sourceLocation: sourceLocation)
    }
}

/// Runs a server on a free port; afterward nothing of it is left.
func withServer<Value: Sendable>(
    maxConnections: Int = 10_000,
    limits: RequestLimits = RequestLimits(),
    timeouts: ConnectionTimeouts = ConnectionTimeouts(),
    respond: @escaping @Sendable (Request) -> Response = echo,
    observe: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (TestServer) async throws -> Value
) async throws -> Value {
    try await withServer(
        .fixture(maxConnections: maxConnections, limits: limits, timeouts: timeouts),
        protocols: { .http1 },
        responder: { ClosureResponder(respond, observe: observe) },
        sourceLocation: sourceLocation
    ) { port, thread in
        try await body(TestServer(port: port, thread: thread))
    }
}
