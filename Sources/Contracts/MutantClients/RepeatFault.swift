import HALClient

/// Sends requests again that must not be repeated, or none at all.
struct RepeatFault: TransportMiddleware {
    /// The requests that are sent again after a reused connection has ended without a response.
    enum Repeats: Sendable {
        /// Those of idempotent methods (RFC 9110 §9.2.2).
        case safe
        case none
        case all
    }

    private let repeats: Repeats

    init(_ repeats: Repeats) {
        self.repeats = repeats
    }

    func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        var request = request
        if repeats == .none { request.isRetryable = false }
        do {
            return try await next(request)
        } catch {
            guard repeats == .all, error.kind == .reset else { throw error }
            return try await next(request)
        }
    }
}
