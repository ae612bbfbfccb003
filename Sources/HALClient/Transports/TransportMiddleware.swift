public import HAL

/// Wraps each hop of each call: it may change the request, return its own response, inspect the response, or retry.
///
/// Middlewares run in their order and unwind in reverse. They see one hop at a time, redirects included, so that the
/// fields which one of them adds for one origin are not sent to another.
public protocol TransportMiddleware: Sendable {
    /// Handles a hop; `next` calls the other middlewares and the transport, and may be called after the hop has ended.
    func intercept(
        _ request: TransportRequest,
        next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse
}

extension TransportMiddleware {
    /// Restricts the middleware to hops to these origins.
    public func scoped(to origins: Origin...) -> some TransportMiddleware {
        ScopedMiddleware(wrapped: self, origins: Set(origins))
    }
}

private struct ScopedMiddleware<Wrapped: TransportMiddleware>: TransportMiddleware {
    let wrapped: Wrapped
    let origins: Set<Origin>

    func intercept(
        _ request: TransportRequest,
        next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        guard let origin = request.origin, origins.contains(origin) else { return try await next(request) }
        return try await wrapped.intercept(request, next: next)
    }
}

/// A transport with its middlewares around it.
struct MiddlewareChain: Transport {
    let transport: any Transport
    let middlewares: [any TransportMiddleware]

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        try await send(request, from: 0)
    }

    private func send(_ request: TransportRequest, from index: Int) async throws(ConnectionFailure) -> TransportResponse
    {
        guard middlewares.indices.contains(index) else { return try await transport.send(request) }
        return try await middlewares[index].intercept(request) { request throws(ConnectionFailure) in
            try await send(request, from: index + 1)
        }
    }
}
