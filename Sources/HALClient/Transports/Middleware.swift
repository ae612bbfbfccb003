public import HAL

/// Wraps each hop of each call: it may change the request, answer in its place, look at the response, or send again.
///
/// Middlewares run in the order in which they are given and unwind in reverse. They see one hop at a time, redirects
/// among them, so that what one of them adds to a request for one origin does not travel to another.
public protocol Middleware: Sendable {
    /// Handles a hop; `next` is the rest of the way to the transport.
    func intercept(
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response
}

extension Middleware {
    /// The same middleware for hops to these origins alone; all others pass by it.
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
