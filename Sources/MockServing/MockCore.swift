import HTTP1Server
package import Mocking
import Scenarios

/// What one owner, a loop or a lock, answers requests with: the engine and its admin API.
///
/// Not `Sendable`; see `CoreOwnership` for how several loops share one.
package final class MockCore {
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

    /// Matches, advances and journals in one step; what is to be logged is said only where it is.
    func respond(to request: IncomingRequest, isLogged: Bool) -> (response: Response, outcome: RequestLog.Outcome?) {
        let reply = engine.respond(to: request)
        return (response(reply, to: request), isLogged ? RequestLog.Outcome(reply) : nil)
    }

    private func response(_ reply: Reply, to request: IncomingRequest) -> Response {
        switch reply {
        case .mock(let reply): return compressed?.response(reply, to: request) ?? Response(reply)
        case .unmatched(let diagnosis): return Response(diagnosis)
        case .administration(let space, let path):
            let answer = admin.respond(to: AdminRequest(request, path: path), space: space, engine: engine)
            for effect in answer.effects { perform(effect) }
            return answer.response
        case .unknownAddress(let error): return Response(error)
        }
    }
}

extension IncomingRequest {
    /// The same bytes for the engine: moved, so that not even a reference is counted.
    init(_ request: consuming Request, receivedAt: Int64) {
        self.init(
            head: [],
            method: request.method,
            target: request.target,
            fields: [],
            body: [],
            receivedAt: receivedAt
        )
        swap(&head, &request.head)
        swap(&peer, &request.peer)
        swap(&fields, &request.fields)
        swap(&body, &request.body)
    }
}
