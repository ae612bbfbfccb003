package import HTTPServing
package import Messages
import Support
package import Testing
package import UV

extension ServerConfiguration {
    /// A configuration whose dates do not change.
    package static func fixture(
        maxConnections: Int = 10_000,
        limits: RequestLimits = RequestLimits(),
        timeouts: ConnectionTimeouts = ConnectionTimeouts()
    ) -> ServerConfiguration {
        ServerConfiguration(
            maxConnections: maxConnections,
            limits: limits,
            timeouts: timeouts,
            formatDate: { _ in [UInt8]("Sun, 06 Nov 1994 08:49:37 GMT".utf8) }
        )
    }
}

/// Runs a server on a free port and on its own thread; afterward nothing of it is left.
package func withServer<Value: Sendable>(
    _ configuration: ServerConfiguration,
    protocols: @escaping @Sendable () -> ServedProtocols,
    responder: @escaping @Sendable () -> any Responder,
    sourceLocation: SourceLocation,
    _ body: (_ port: Int, LoopThread<Server>) async throws -> Value
) async throws -> Value {
    try await withLoopThread(sourceLocation: sourceLocation) { loop in
        let server = Server(
            loop: loop,
            configuration: configuration,
            protocols: protocols(),
            responder: responder()
        )
        try server.listen(host: "127.0.0.1", port: 0)
        return server
    } closing: { server in
        server.closeAll()
    } _: { thread in
        try await body(try await thread.perform { $0.port }, thread)
    }
}

/// Responds 200 with the method, the target and the body.
@Sendable package func echo(_ request: Request) -> Response {
    var body = request.head[request.method] + [UInt8(ascii: " ")] + request.head[request.target]
    if !request.body.isEmpty { body += [UInt8(ascii: " ")] + request.body }
    return Response(status: 200, body: [UInt8](body))
}
