import Messages
package import Mocking
import UV

/// Responds to requests with an engine and its admin API, for one owner: a loop or a lock.
///
/// Not `Sendable`; see `HandlerOwnership` for how several loops share one.
package final class MockHandler {
    package let engine: Engine
    let admin: AdminAPI
    /// The compressed responses; nil: compression is off.
    private let compressed: CompressedAnswers?
    /// nil: webhooks are off.
    private let webhooks: WebhookSender?
    /// nil: requests are not forwarded.
    private let forwarder: Forwarder?

    /// Performs the effects of the admin API.
    private let perform: @Sendable (AdminEffect) -> Void

    init(
        engine: Engine,
        admin: AdminAPI,
        compressed: CompressedAnswers? = nil,
        webhooks: WebhookSender? = nil,
        forwarder: Forwarder? = nil,
        perform: @escaping @Sendable (AdminEffect) -> Void
    ) {
        self.engine = engine
        self.admin = admin
        self.compressed = compressed
        self.webhooks = webhooks
        self.forwarder = forwarder
        self.perform = perform
    }

    /// Chooses, commits and journals in one step.
    func respond(to request: Request, isLogged: Bool) -> HandlerAnswer {
        answer(engine.respond(to: request), to: request, isLogged: isLogged)
    }

    /// Responds to a request with the engine's reply.
    func answer(_ reply: Reply, to request: Request, isLogged: Bool) -> HandlerAnswer {
        if case .unmatched = reply, request.isForTheServer { return HandlerAnswer(.options, isLogged ? .options : nil) }
        switch reply {
        case .mock(let reply): return answer(reply, to: request, isLogged: isLogged)
        case .unmatched(let diagnosis):
            return HandlerAnswer(Response(diagnosis), isLogged ? .unmatched(diagnosis) : nil)
        case .unknownAddress(let error):
            return HandlerAnswer(Response(error), isLogged ? .unknownAddress(error) : nil)
        case .administration(let mount, let path):
            return answer(admin.respond(to: AdminRequest(request, path: path), mount: mount, engine: engine))
        }
    }

    private func answer(_ reply: MockReply, to request: Request, isLogged: Bool = true) -> HandlerAnswer {
        if let work = reply.work {
            if let forwarder, let call = work.forwarded {
                if let token = forwarder.forward(call, for: reply) {
                    return HandlerAnswer(Response(.token(token)), nil)
                }
                return answer(engine.finish(reply, with: ProxyProblem.busy.response.rendered), to: request)
            }
            return .after {
                let response = work()
                return HandlerCompletion { handler in
                    handler.answer(handler.engine.finish(reply, with: response), to: request)
                }
            }
        }
        if let webhooks, reply.hasWebhooks { webhooks.send(engine.webhooks(after: reply, to: request)) }
        let event: RequestLog.Event? = isLogged ? .answered(reply) : nil
        guard let compressed else { return HandlerAnswer(Response(reply), event) }
        if let response = compressed.response(reply, to: request) { return HandlerAnswer(response, event) }
        return .after {
            let forms = CompressedAnswers.Forms(reply.response)
            return HandlerCompletion { handler in
                handler.compressed?.keep(forms, of: reply)
                return HandlerAnswer(forms.response(reply, to: request), .answered(reply))
            }
        }
    }

    /// Completes a reply with the response to its request that was forwarded.
    func finish(_ forwarding: FinishedForwarding, isLogged: Bool) -> HandlerAnswer {
        let reply = engine.finish(forwarding.reply, with: forwarding.response)
        if let incoming = forwarding.incoming {
            let exchange = ForwardedExchanges.Kept(request: forwarding.request, response: incoming)
            admin.services.recording?.exchanges.add(exchange, id: reply.journalID)
        }
        if let webhooks, reply.hasWebhooks { webhooks.send(engine.webhooks(after: reply, to: forwarding.request)) }
        return HandlerAnswer(Response(reply), isLogged ? .answered(reply) : nil)
    }

    func perform(_ effects: [AdminEffect]) {
        for effect in effects { perform(effect) }
    }

    /// Performs the effects of an answer, and returns its response.
    private func answer(_ answer: AdminAnswer) -> HandlerAnswer {
        perform(answer.effects)
        guard let work = answer.work else {
            return HandlerAnswer(answer.response, .administration(answer.response.rendered.status))
        }
        return .after {
            let completion = work()
            return HandlerCompletion { handler in handler.answer(completion.answer(handler.engine)) }
        }
    }
}

/// A handler's response to a request.
struct HandlerAnswer: Sendable {
    /// The response; one that takes long has work, whose result is a `HandlerCompletion`.
    let response: Response
    /// The event for the log; nil: not logged, or not yet.
    let event: RequestLog.Event?

    init(_ response: Response, _ event: RequestLog.Event?) {
        self.response = response
        self.event = event
    }

    /// Creates an answer from the result of `work`, which runs on another thread.
    static func after(_ work: @escaping @Sendable () -> HandlerCompletion) -> HandlerAnswer {
        HandlerAnswer(Response(after: work), nil)
    }
}

/// Completes an answer whose work is done.
struct HandlerCompletion: Sendable {
    let answer: @Sendable (MockHandler) -> HandlerAnswer
}

extension Response {
    /// The response to `OPTIONS *` (RFC 9110 §9.3.7), independent of scenarios.
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

/// The ownership of a handler: confined to one loop, or shared by several under a lock.
///
/// With one loop there is no lock between a request and its response.
enum HandlerOwnership {
    /// Confined to the only loop, on which the handler was created.
    case confined(MockHandler)
    case shared(SharedHandler)

    func withHandler<Result: Sendable>(_ body: (MockHandler) throws -> Result) rethrows -> Result {
        switch self {
        case .confined(let handler): return try body(handler)
        case .shared(let handler): return try handler.withHandler(body)
        }
    }
}

/// A handler that several loops share; choosing, committing and journaling are one step under its lock.
///
/// The step takes a fifteenth of a request's time, so two loops rarely contend. Everything else, such as parsing,
/// logging and writing, happens outside of the lock.
final class SharedHandler: Sendable {
    private let handler: Guarded<MockHandler>

    init(_ handler: sending MockHandler) {
        self.handler = Guarded(handler)
    }

    func withHandler<Result: Sendable>(_ body: (MockHandler) throws -> Result) rethrows -> Result {
        try handler.withLock { try body($0) }
    }
}
