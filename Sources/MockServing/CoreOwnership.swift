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

    func responder(on loop: Loop, log: RequestLog?, coding: MessageCoding) -> any Responder {
        switch self {
        case .confined(let core): return ConfinedResponder(core: core, loop: loop, log: log, coding: coding)
        case .shared(let core): return SharedResponder(core: core, loop: loop, log: log, coding: coding)
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

/// Words refusals in the admin API's form where they are for it.
private protocol MockResponder: Responder {
    var coding: MessageCoding { get }
    var log: RequestLog? { get }

    func complete(_ completion: AdminCompletion) -> Response
}

/// The result of work, with the request that it was done for.
private struct FinishedWork: Sendable {
    let request: IncomingRequest
    let result: any Sendable
}

extension MockResponder {
    /// The response as it goes out, or the work that it waits for.
    fileprivate func finish(_ response: Response, to request: IncomingRequest) -> Response {
        guard let preparation = response.preparation else { return coding.finish(response, to: request) }
        return Response(preparedBy: { FinishedWork(request: request, result: preparation()) })
    }

    func complete(_ result: any Sendable) -> Response {
        guard let work = result as? FinishedWork, let completion = work.result as? AdminCompletion else {
            return Response(status: 500)
        }
        let response = complete(completion)
        log?.append(work.request, .administration(response.status))
        return coding.finish(response, to: work.request)
    }

    func refusal(_ refusal: Refusal) -> Response {
        guard AdministrationPath.contains(refusal.target) else { return Response(refusal) }
        return AdminError(refusal.status, code: AdminError.Code.malformed, refusal.reason).response
    }
}

/// Answers with a core that belongs to this loop alone.
private final class ConfinedResponder: MockResponder {
    private let core: MockCore
    private let loop: Loop
    let log: RequestLog?
    let coding: MessageCoding

    init(core: MockCore, loop: Loop, log: RequestLog?, coding: MessageCoding) {
        self.core = core
        self.loop = loop
        self.log = log
        self.coding = coding
    }

    func respond(to request: consuming Request) -> Response {
        let now = loop.epochMilliseconds
        var request = IncomingRequest(consume request, receivedAt: now)
        if let answer = coding.prepare(&request) { return answer }
        let (response, outcome) = core.respond(to: request, isLogged: log != nil)
        if let outcome { log?.append(request, outcome) }
        return finish(response, to: request)
    }

    func complete(_ completion: AdminCompletion) -> Response {
        core.complete(completion)
    }
}

/// Answers with a core that other loops use too.
private final class SharedResponder: MockResponder {
    private let core: SharedCore
    private let loop: Loop
    let log: RequestLog?
    let coding: MessageCoding

    init(core: SharedCore, loop: Loop, log: RequestLog?, coding: MessageCoding) {
        self.core = core
        self.loop = loop
        self.log = log
        self.coding = coding
    }

    func respond(to request: consuming Request) -> Response {
        let now = loop.epochMilliseconds
        var request = IncomingRequest(consume request, receivedAt: now)
        if let answer = coding.prepare(&request) { return answer }
        let isLogged = log != nil
        let settled = request
        let (response, outcome) = core.withCore { $0.respond(to: settled, isLogged: isLogged) }
        if let outcome { log?.append(settled, outcome) }
        return finish(response, to: settled)
    }

    func complete(_ completion: AdminCompletion) -> Response {
        core.withCore { $0.complete(completion) }
    }
}

extension Loop {
    fileprivate var epochMilliseconds: Int64 { Int64(wallClock / 1000) }
}
