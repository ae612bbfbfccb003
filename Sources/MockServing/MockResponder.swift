import Messages
import Mocking
import UV

/// Responds to the requests of one loop with its handler; refusals of admin calls have the admin API's form.
final class MockResponder: Responder {
    /// The result of work, with its request.
    private struct FinishedWork: Sendable {
        let request: Request
        let result: any Sendable
    }

    /// A request with its decompressed body, or the response if that failed.
    private struct ExpandedRequest: Sendable {
        var request: Request
        let answer: Response?

        init(_ request: Request, _ features: ServerFeatures) {
            var request = request
            answer = features.prepare(&request)
            self.request = request
        }
    }

    private let ownership: HandlerOwnership
    private let loop: Loop
    private let log: RequestLog?
    private let features: ServerFeatures
    /// Whether its port has the admin API alone.
    private let isForAdministration: Bool
    /// nil: the state is not shared.
    var sharedState: SharedState?

    init(
        _ ownership: HandlerOwnership,
        on loop: Loop,
        log: RequestLog?,
        features: ServerFeatures,
        isForAdministration: Bool = false
    ) {
        self.ownership = ownership
        self.loop = loop
        self.log = log
        self.features = features
        self.isForAdministration = isForAdministration
    }

    func respond(to request: consuming Request) -> Response {
        guard request.body.isEmpty || !features.isLongWork(request) else {
            let (compressed, features) = (copy request, features)
            return Response(after: { ExpandedRequest(compressed, features) })
        }
        if let answer = features.prepare(&request) { return answer }
        return answer(request)
    }

    func complete(_ result: any Sendable) -> Response {
        switch result {
        case let work as FinishedWork:
            guard let completion = work.result as? HandlerCompletion else { return Response(status: 500) }
            return finish(ownership.withHandler { completion.answer($0) }, work.request)
        case let expanded as ExpandedRequest: return expanded.answer ?? answer(expanded.request)
        default: return Response(status: 500)
        }
    }

    private func answer(_ request: Request) -> Response {
        isForAdministration ? answerAtAdminPort(request) : decide(request)
    }

    /// Responds to a request at a port without scenarios.
    private func answerAtAdminPort(_ request: Request) -> Response {
        var request = request
        request.isAtAdminPort = true
        let target = Array(request.head[request.target])
        guard !AdministrationPath.contains(target) else { return decide(request) }
        let response =
            target.elementsEqual("/".utf8)
            ? Response(status: 302, fields: [("Location", "/__admin/")])
            : AdminError.noSuchResource("this port has only the admin API, below /__admin").response
        return finish(HandlerAnswer(response, .administration(response.rendered.status)), request)
    }

    private func decide(_ request: Request) -> Response {
        let isLogged = log != nil
        if let sharedState { return finish(sharedState.respond(to: request, isLogged: isLogged), request) }
        return finish(ownership.withHandler { $0.respond(to: request, isLogged: isLogged) }, request)
    }

    func piece(of state: inout any Sendable) -> [UInt8]? {
        sharedState?.follow()
        guard var journal = state as? LiveJournal, let tail = ownership.withHandler({ journal.tail(in: $0.engine) })
        else {
            return nil
        }
        defer { state = journal }
        return journal.events(of: tail)
    }

    func clientHungUp(_ hangUp: HangUp) {
        log?.append(hangUp, at: Int64(loop.wallClock / 1000))
    }

    func handshakeFailed(_ handshake: FailedHandshake) {
        log?.append(handshake, at: Int64(loop.wallClock / 1000))
    }

    func connectionHasProblem(_ problem: ConnectionProblem) {
        log?.append(problem, at: Int64(loop.wallClock / 1000))
    }

    func refusal(_ refusal: Refusal) -> Response {
        guard AdministrationPath.contains(refusal.target) else { return Response(refusal) }
        return AdminError(refusal.status, code: AdminError.Code.malformed, refusal.reason).response
    }

    /// Logs the event, and completes the response with the server's features.
    func finish(_ answer: consuming HandlerAnswer, _ request: Request) -> Response {
        if case .token = answer.response.later { return answer.response }
        if case .work(let work) = answer.response.later {
            return Response(after: { FinishedWork(request: request, result: work()) })
        }
        if let event = answer.event { log?.append(request, event) }
        return features.crossOrigin == nil ? answer.response : features.finish(answer.response, to: request)
    }
}

extension Response {
    /// Creates a response that shares the rendered bytes of a reply.
    init(_ reply: MockReply) {
        self.init(reply.response, delayMilliseconds: reply.delayMilliseconds, group: reply.pendingGroup)
    }

    /// Creates a response with a media type and a body.
    init(status: Int, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [("Content-Type", contentType)], body: body)
    }

    /// Creates a 404 response with an explanation in the form that the request asks for.
    init(_ explanation: some Explanation) {
        self.init(status: 404, contentType: explanation.contentType, body: explanation.body)
    }
}
