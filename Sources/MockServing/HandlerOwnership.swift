import UV

/// Who may touch the handler: one loop alone, or several, one after the other.
///
/// With one loop there is no lock anywhere between a request and its answer.
enum HandlerOwnership {
    /// The first loop alone; the handler is made on it.
    case confined(MockHandler)
    case shared(SharedHandler)

    func withHandler<Result: Sendable>(_ body: (MockHandler) throws -> Result) rethrows -> Result {
        switch self {
        case .confined(let handler): return try body(handler)
        case .shared(let handler): return try handler.withHandler(body)
        }
    }
}

/// A handler that several loops use; match, advance and journal of a request are one step under its lock.
///
/// The step takes a fifteenth of what a request costs, so two loops rarely meet there. What need not be under the lock
/// (parsing, the log, head and body on their way out) is not.
final class SharedHandler: Sendable {
    private let handler: Guarded<MockHandler>

    init(_ handler: sending MockHandler) {
        self.handler = Guarded(handler)
    }

    func withHandler<Result: Sendable>(_ body: (MockHandler) throws -> Result) rethrows -> Result {
        try handler.withLock { try body($0) }
    }
}
