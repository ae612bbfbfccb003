import HTTPServing
import Messages
import UV

/// Responses that are not known when the request is complete.
///
/// Further requests of this client wait for them; other clients do not.
extension Connection {
    /// The request whose response comes later.
    struct Waiting {
        let framing: ResponseFraming
        /// The token with which the responder answers; nil if the response is made by work on another thread.
        let token: ResponseToken?
    }

    /// Waits for the response, which `resume` sends.
    func wait(for later: Response.Later, _ framing: ResponseFraming) {
        switch later {
        case .work(let work):
            waiting = Waiting(framing: framing, token: nil)
            runInBackground(work) { [self] result in
                guard machine.phase == .answering else { return }
                resume(with: server.responder.complete(result))
            }
        case .token(let token):
            guard server.hold(token, for: self) else {
                // The responder has used a token twice, and its response could be for either request.
                waiting = Waiting(framing: framing, token: nil)
                return resume(with: Response(status: 500))
            }
            waiting = Waiting(framing: framing, token: token)
            machine.wait(now: now)
        }
    }

    /// Sends the response that the connection waits for, unless it is again one that comes later.
    func resume(with response: Response) {
        guard machine.phase == .answering, let framing = waiting?.framing else { return }
        stopWaiting()
        if let later = response.later { return wait(for: later, framing) }
        send(response, framing, hasMoreInput: hasBacklog)
        flush()
        resumeInput()
    }

    func stopWaiting() {
        if let token = waiting?.token { server.release(token) }
        waiting = nil
        machine.stopWaiting()
    }

    func runInBackground<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then completion: @escaping (Value) -> Void
    ) {
        do { try loop.runInBackground(work, then: completion) } catch { perform(machine.close()) }
    }
}
