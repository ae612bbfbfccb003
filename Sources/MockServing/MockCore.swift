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
        if case .unmatched = reply, request.isForTheServer { return (.options, isLogged ? .options : nil) }
        let response = response(reply, to: request)
        return (response, isLogged ? RequestLog.Outcome(reply, response) : nil)
    }

    /// The answer to a call of the admin API whose work is done.
    func complete(_ completion: AdminCompletion) -> Response {
        response(of: completion.answer(engine))
    }

    /// Does what an answer asks for besides.
    private func response(of answer: AdminAnswer) -> Response {
        for effect in answer.effects { perform(effect) }
        return answer.response
    }

    private func response(_ reply: Reply, to request: IncomingRequest) -> Response {
        switch reply {
        case .mock(let reply): return compressed?.response(reply, to: request) ?? Response(reply)
        case .unmatched(let diagnosis): return Response(diagnosis)
        case .administration(let space, let path):
            return response(of: admin.respond(to: AdminRequest(request, path: path), space: space, engine: engine))
        case .unknownAddress(let error): return Response(error)
        }
    }
}

extension Response {
    /// What the server can do, whatever the scenarios say (RFC 9110 §9.3.7).
    fileprivate static let options = Response(
        status: 200,
        fields: [("Allow", "OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE")]
    )
}

extension IncomingRequest {
    /// Whether the request is `OPTIONS *`.
    fileprivate var isForTheServer: Bool {
        head[target].elementsEqual("*".utf8) && head[method].elementsEqual("OPTIONS".utf8)
    }

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
