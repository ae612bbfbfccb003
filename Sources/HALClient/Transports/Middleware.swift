public import HAL

/// Wraps each hop of each call: it may change the request, return its own response, inspect the response, or retry.
///
/// Middlewares run in their order and unwind in reverse. They see one hop at a time, redirects included, so that the
/// fields which one of them adds for one origin are not sent to another.
public protocol Middleware: Sendable {
    /// Handles a hop; `next` calls the other middlewares and the transport.
    func intercept(
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response
}

extension Middleware {
    /// Restricts the middleware to hops to these origins.
    public func scoped(to origins: Origin...) -> some Middleware {
        ScopedMiddleware(wrapped: self, origins: Set(origins))
    }
}

private struct ScopedMiddleware<Wrapped: Middleware>: Middleware {
    let wrapped: Wrapped
    let origins: Set<Origin>

    func intercept(
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response {
        guard let origin = request.origin, origins.contains(origin) else { return try await next(request) }
        return try await wrapped.intercept(request, next: next)
    }
}

/// A transport with its middlewares around it.
struct MiddlewareChain: Transport {
    let transport: any Transport
    let middlewares: [any Middleware]

    func send(_ request: Request) async throws(ConnectionFailure) -> Response {
        try await send(request, from: 0)
    }

    private func send(_ request: Request, from index: Int) async throws(ConnectionFailure) -> Response {
        guard middlewares.indices.contains(index) else { return try await transport.send(request) }
        return try await middlewares[index].intercept(request) { request throws(ConnectionFailure) in
            try await send(request, from: index + 1)
        }
    }
}
