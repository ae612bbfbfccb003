import Messages
import Mocking
import Scenarios
import UV

/// Answers the requests of one loop with its core, and words refusals in the admin API's form where they are for it.
final class MockResponder: Responder {
    /// The result of work, with the request that it was done for.
    private struct FinishedWork: Sendable {
        let request: Request
        let result: any Sendable
    }

    /// A request whose body has been expanded, or the answer where that is all there is to say.
    private struct ExpandedRequest: Sendable {
        var request: Request
        let answer: Response?

        init(_ request: Request, _ coding: MessageCoding) {
            var request = request
            answer = coding.prepare(&request)
            self.request = request
        }
    }

    private let ownership: CoreOwnership
    private let loop: Loop
    private let log: RequestLog?
    private let coding: MessageCoding

    init(_ ownership: CoreOwnership, on loop: Loop, log: RequestLog?, coding: MessageCoding) {
        self.ownership = ownership
        self.loop = loop
        self.log = log
        self.coding = coding
    }

    func respond(to request: consuming Request) -> Response {
        guard request.body.isEmpty || !coding.isLongWork(request) else {
            let (compressed, coding) = (copy request, coding)
            return Response(after: { ExpandedRequest(compressed, coding) })
        }
        if let answer = coding.prepare(&request) { return answer }
        return answer(request)
    }

    func complete(_ result: any Sendable) -> Response {
        switch result {
        case let work as FinishedWork:
            guard let completion = work.result as? CoreCompletion else { return Response(status: 500) }
            return finish(ownership.withCore { completion.answer($0) }, work.request)
        case let expanded as ExpandedRequest: return expanded.answer ?? answer(expanded.request)
        default: return Response(status: 500)
        }
    }

    private func answer(_ request: Request) -> Response {
        let isLogged = log != nil
        return finish(ownership.withCore { $0.respond(to: request, isLogged: isLogged) }, request)
    }

    func clientHungUp(_ hangUp: HangUp) {
        log?.append(hangUp, at: Int64(loop.wallClock / 1000))
    }

    func refusal(_ refusal: Refusal) -> Response {
        guard AdministrationPath.contains(refusal.target) else { return Response(refusal) }
        return AdminError(refusal.status, code: AdminError.Code.malformed, refusal.reason).response
    }

    /// Logs the answer, and gives it out as the client takes it.
    private func finish(_ answer: consuming CoreAnswer, _ request: Request) -> Response {
        if let work = answer.response.work {
            return Response(after: { FinishedWork(request: request, result: work()) })
        }
        if let outcome = answer.outcome { log?.append(request, outcome) }
        return coding.crossOrigin == nil ? answer.response : coding.finish(answer.response, to: request)
    }
}
