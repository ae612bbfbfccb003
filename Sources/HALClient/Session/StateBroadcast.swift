/// Tells any number of listeners what state a session is in.
final class StateBroadcast: Sendable {
    private struct State {
        var latest: SessionState
        var listeners: [Int: AsyncStream<SessionState>.Continuation] = [:]
        var count = 0
    }

    /// How many states a listener may be late; older ones are left out for it.
    private static let backlog = 64

    private let state: Locked<State>

    init(_ first: SessionState) {
        state = Locked(State(latest: first))
    }

    deinit {
        for listener in state.withLock({ $0.listeners }).values { listener.finish() }
    }

    var latest: SessionState { state.withLock { $0.latest } }

    /// What is now, and then every change.
    func listen() -> AsyncStream<SessionState> {
        let (states, listener) = AsyncStream.makeStream(
            of: SessionState.self,
            bufferingPolicy: .bufferingNewest(Self.backlog)
        )
        let number = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = listener
            listener.yield(state.latest)
            return state.count
        }
        listener.onTermination = { [weak self] _ in self?.forget(number) }
        return states
    }

    func tell(_ latest: SessionState) {
        state.withLock { state in
            state.latest = latest
            for listener in state.listeners.values { listener.yield(latest) }
        }
    }

    private func forget(_ number: Int) {
        state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
}
