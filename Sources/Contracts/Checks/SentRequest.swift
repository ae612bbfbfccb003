import HAL
import HTTPTypes
import Matching
import Scenarios

/// The request that a step tells the client to send, which the server must receive once unless `received` says otherwise.
struct SentRequest {
    /// The part of the request that the runner knows before the call.
    enum Target: Hashable {
        /// The path and the query below the address of the sandbox.
        case path(String)
        /// The target of a link, which the client finds; an embedded resource needs no request.
        case link(mayBeEmbedded: Bool)
        /// An address that no request reaches.
        case unreachable
    }

    let method: String
    let target: Target
    /// Whether the step expects a connection failure, after which a client may repeat an idempotent request by itself.
    let expectsFailure: Bool
    /// Whether the client may give up before a busy server receives the request.
    var mayBeOverdue = false

    /// The methods whose requests a client may repeat (RFC 9110 §9.2.2).
    private static let idempotent: Set = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
    /// The statuses after which a client may send another request (RFC 9110 §15.4).
    private static let redirects: Set = [301, 302, 303, 307, 308]

    /// Whether it is this request; a link has an unknown target.
    func isSame(_ request: ReceivedRequest) -> Bool {
        guard case .path(let path) = target else { return false }
        return request.method.rawValue == method && Self.isSame(request.target, path)
    }

    /// Judges the requests of the step: the one that it names, and one for each redirect.
    func judge(_ received: [ReceivedRequest]) -> Verdict {
        if mayBeOverdue, received.isEmpty { return .passed }
        let isMet: Bool
        switch target {
        case .unreachable: isMet = received.isEmpty
        case .path(let path): isMet = isFirst(of: received) { Self.isSame($0.target, path) } && isOnce(received)
        case .link(let mayBeEmbedded):
            isMet = (mayBeEmbedded && received.isEmpty) || isFirst(of: received) { _ in true } && isOnce(received)
        }
        let actual = received.map { "\($0.method.rawValue) \($0.target)" }
        let text = ([received.isEmpty ? "no request" : counted(received.count, "request")] + actual).joined(
            separator: "\n"
        )
        return .compared(expected, text, isMet: isMet)
    }

    private var expected: String {
        switch target {
        case .path(let path): "\(method) \(path), once"
        case .link: "\(method), once"
        case .unreachable: "no request"
        }
    }

    private func isFirst(of received: [ReceivedRequest], _ hasTarget: (ReceivedRequest) -> Bool) -> Bool {
        received.first.map { $0.method.rawValue == method && hasTarget($0) } ?? false
    }

    /// Whether each request but the first follows a redirect, or repeats an idempotent one that got no response.
    private func isOnce(_ received: [ReceivedRequest]) -> Bool {
        zip(received, received.dropFirst()).allSatisfy { before, request in
            if Self.redirects.contains(before.status) { return true }
            let isRepeated = request.method == before.method && request.target == before.target
            return expectsFailure && isRepeated && Self.idempotent.contains(request.method.rawValue)
        }
    }

    /// Compares a target in origin form or absolute form, without a fragment.
    private static func isSame(_ received: String, _ path: String) -> Bool {
        received == path || URIReference(received).description == URIReference(path).description
            || received.hasSuffix(path) && received.contains("://")
    }
}

extension StepJudge {
    /// Judges the requests of a step that does not expect any by `received`; nil if it opts out.
    func sentRequest(_ evidence: Evidence) -> CheckReport? {
        guard step.expectation.received == nil, step.expectation.isReceiptJudged, step.expectation.attempts == nil,
            let sent = evidence.sent
        else {
            return nil
        }
        return report("received", sent.judge(evidence.received))
    }
}
