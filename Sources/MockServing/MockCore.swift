import HTTP1Server
package import Mocking
import Scenarios

/// What one owner, a loop or a lock, answers requests with: the engine and its admin API.
///
/// Not `Sendable`; see `CoreOwnership` for how several loops share one.
package final class MockCore {
    package let engine: Engine
    private let admin: AdminAPI
    private let log: RequestLog?

    /// Does what the admin API cannot do here.
    private let perform: @Sendable (AdminEffect) -> Void

    init(
        engine: Engine,
        admin: AdminAPI,
        log: RequestLog? = nil,
        perform: @escaping @Sendable (AdminEffect) -> Void
    ) {
        self.engine = engine
        self.admin = admin
        self.log = log
        self.perform = perform
    }

    /// The answer to a request that was complete at `now`, in milliseconds since 1970.
    func respond(to request: consuming Request, at now: Int64) -> Response {
        let request = IncomingRequest(request, receivedAt: now)
        let reply = engine.respond(to: request)
        if let log { log.append(request, reply: reply) }
        switch reply {
        case .mock(let reply): return Response(reply)
        case .unmatched(let diagnosis): return Response(diagnosis)
        case .administration(let space, let path):
            let answer = admin.respond(to: AdminRequest(request, path: path), space: space, engine: engine)
            for effect in answer.effects { perform(effect) }
            return answer.response
        case .unknownAddress(let error): return Response(error)
        }
    }

    /// The lines of the request log since the last call.
    package func takeLog() -> [UInt8] {
        log?.take() ?? []
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
        swap(&fields, &request.fields)
        swap(&body, &request.body)
    }
}
