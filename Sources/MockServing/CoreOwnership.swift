import UV

/// Who may touch the core: one loop alone, or several, one after the other.
///
/// With one loop there is no lock anywhere between a request and its answer.
enum CoreOwnership {
    /// The first loop alone; the core is made on it.
    case confined(MockCore)
    case shared(SharedCore)

    func withCore<Result: Sendable>(_ body: (MockCore) throws -> Result) rethrows -> Result {
        switch self {
        case .confined(let core): return try body(core)
        case .shared(let core): return try core.withCore(body)
        }
    }
}

/// A core that several loops use; match, advance and journal of a request are one step under its lock.
///
/// The step takes a fifteenth of what a request costs, so two loops rarely meet there. What need not be under the lock
/// (parsing, the log, head and body on their way out) is not.
final class SharedCore: Sendable {
    private let core: Guarded<MockCore>

    init(_ core: sending MockCore) {
        self.core = Guarded(core)
    }

    func withCore<Result: Sendable>(_ body: (MockCore) throws -> Result) rethrows -> Result {
        try core.withLock { try body($0) }
    }
}
