import HTTP1Server
import Mocking
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

    func responder(on loop: Loop) -> any Responder {
        switch self {
        case .confined(let core): return ConfinedResponder(core: core, loop: loop)
        case .shared(let core): return SharedResponder(core: core, loop: loop)
        }
    }
}

/// A core that several loops use; match, advance and journal of a request are one step under its lock.
final class SharedCore: Sendable {
    private let core: Guarded<MockCore>

    init(_ core: sending MockCore) {
        self.core = Guarded(core)
    }

    func withCore<Result: Sendable>(_ body: (MockCore) throws -> Result) rethrows -> Result {
        try core.withLock { try body($0) }
    }
}

/// Answers with a core that belongs to this loop alone.
private final class ConfinedResponder: Responder {
    private let core: MockCore
    private let loop: Loop

    init(core: MockCore, loop: Loop) {
        self.core = core
        self.loop = loop
    }

    func respond(to request: consuming Request) -> Response {
        core.respond(to: request, at: loop.epochMilliseconds)
    }
}

/// Answers with a core that other loops use too.
private final class SharedResponder: Responder {
    private let core: SharedCore
    private let loop: Loop

    init(core: SharedCore, loop: Loop) {
        self.core = core
        self.loop = loop
    }

    func respond(to request: Request) -> Response {
        let now = loop.epochMilliseconds
        return core.withCore { $0.respond(to: request, at: now) }
    }
}

extension Loop {
    fileprivate var epochMilliseconds: Int64 { Int64(wallClock / 1000) }
}
