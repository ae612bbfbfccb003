import Messages
package import Mocking
import Scenarios
import UV

/// What one owner, a loop or a lock, answers requests with: the engine and its admin API.
///
/// Not `Sendable`; see `HandlerOwnership` for how several loops share one.
package final class MockHandler {
    package let engine: Engine
    private let admin: AdminAPI
    /// Nil: answers go out as they are.
    private let compressed: CompressedAnswers?

    /// Does what the admin API cannot do here.
    private let perform: @Sendable (AdminEffect) -> Void

    init(
        engine: Engine,
        admin: AdminAPI,
        compressed: CompressedAnswers? = nil,
        perform: @escaping @Sendable (AdminEffect) -> Void
    ) {
        self.engine = engine
        self.admin = admin
        self.compressed = compressed
        self.perform = perform
    }

    /// Matches, advances and journals in one step.
    func respond(to request: Request, isLogged: Bool) -> HandlerAnswer {
        let reply = engine.respond(to: request)
        if case .unmatched = reply, request.isForTheServer { return HandlerAnswer(.options, isLogged ? .options : nil) }
        switch reply {
        case .mock(let reply): return answer(reply, to: request, isLogged: isLogged)
        case .unmatched(let diagnosis): return HandlerAnswer(Response(diagnosis), isLogged ? .notFound : nil)
        case .unknownAddress(let error): return HandlerAnswer(Response(error), isLogged ? .notFound : nil)
        case .administration(let mount, let path):
            return answer(admin.respond(to: AdminRequest(request, path: path), mount: mount, engine: engine))
        }
    }

    private func answer(_ reply: MockReply, to request: Request, isLogged: Bool = true) -> HandlerAnswer {
        if let work = reply.work {
            return .after {
                let response = work()
                return HandlerCompletion { handler in
                    handler.answer(handler.engine.finish(reply, with: response), to: request)
                }
            }
        }
        let outcome: RequestLog.Outcome? = isLogged ? .answered(reply) : nil
        guard let compressed else { return HandlerAnswer(Response(reply), outcome) }
        if let response = compressed.response(reply, to: request) { return HandlerAnswer(response, outcome) }
        return .after {
            let forms = CompressedAnswers.Forms(reply.response)
            return HandlerCompletion { handler in
                handler.compressed?.keep(forms, of: reply)
                return HandlerAnswer(forms.response(reply, to: request), .answered(reply))
            }
        }
    }

    /// Does what an answer of the admin API asks for besides.
    private func answer(_ answer: AdminAnswer) -> HandlerAnswer {
        for effect in answer.effects { perform(effect) }
        guard let work = answer.work else {
            return HandlerAnswer(answer.response, .administration(answer.response.rendered.status))
        }
        return .after {
            let completion = work()
            return HandlerCompletion { handler in handler.answer(completion.answer(handler.engine)) }
        }
    }
}

/// What a handler has to say to a request.
struct HandlerAnswer: Sendable {
    /// One that takes long to make has work, whose result is a `HandlerCompletion`.
    let response: Response
    /// What is to be logged; nil: nothing, or not yet.
    let outcome: RequestLog.Outcome?

    init(_ response: Response, _ outcome: RequestLog.Outcome?) {
        self.response = response
        self.outcome = outcome
    }

    /// An answer that the handler makes of what `work` returns on another thread.
    static func after(_ work: @escaping @Sendable () -> HandlerCompletion) -> HandlerAnswer {
        HandlerAnswer(Response(after: work), nil)
    }
}

/// The end of an answer whose work is done.
struct HandlerCompletion: Sendable {
    let answer: @Sendable (MockHandler) -> HandlerAnswer
}

extension Response {
    /// What the server can do, whatever the scenarios say (RFC 9110 §9.3.7).
    fileprivate static let options = Response(
        status: 200,
        fields: [("Allow", "OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE")]
    )
}

extension Request {
    /// Whether the request is `OPTIONS *`.
    fileprivate var isForTheServer: Bool {
        head[target].elementsEqual("*".utf8) && head[method].elementsEqual("OPTIONS".utf8)
    }
}

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
