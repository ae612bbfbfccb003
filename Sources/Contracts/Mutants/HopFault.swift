import HALClient

/// A fault in what is sent after a redirect.
final class HopFault: Middleware {
    /// Changes a request; beside it the one before the redirect.
    typealias Change = @Sendable (inout Request, _ before: Request) -> Void

    private let change: Change
    private let before = Locked<Request?>(nil)

    init(_ change: @escaping Change) {
        self.change = change
    }

    /// A new call begins: its first request follows no redirect.
    func begin() {
        before.withLock { $0 = nil }
    }

    func intercept(
        _ request: Request,
        next: @Sendable (Request) async throws(ConnectionFailure) -> Response
    ) async throws(ConnectionFailure) -> Response {
        var changed = request
        if let before = before.withLock({ $0 }) { change(&changed, before) }
        let sent = changed
        before.withLock { $0 = sent }
        return try await next(sent)
    }
}
