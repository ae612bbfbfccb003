/// Whose token goes with the calls of a session, and what led to it.
public struct SessionState: Sendable {
    /// Whose token it is; the user's comes first.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Nobody's: calls go without.
        case none
        /// The app's own.
        case app
        /// The user's.
        case user
    }

    /// What led to it.
    public enum Cause: Sendable {
        /// The session began with what its store had, perhaps nothing.
        case restored
        /// The app got a token of its own.
        case fetched
        /// A user logged in.
        case loggedIn
        /// The user's token was refreshed.
        case refreshed
        /// A token was given to the session.
        case adopted
        /// The user logged out.
        case loggedOut
        /// The authorization server takes the refresh token no longer; the user's token is dropped.
        case refused(OAuthError)
        /// A token could not be had, for now at least; those that there are stay.
        case failed(Outcome<OAuthToken>)
        /// The tokens could not be kept, or what was kept could not be read; the session goes on without.
        case notStored(TokenStoreError)

        /// The cause without what it carries: `refreshed`.
        public var name: String {
            switch self {
            case .restored: "restored"
            case .fetched: "fetched"
            case .loggedIn: "loggedIn"
            case .refreshed: "refreshed"
            case .adopted: "adopted"
            case .loggedOut: "loggedOut"
            case .refused: "refused"
            case .failed: "failed"
            case .notStored: "notStored"
            }
        }
    }

    /// Whose token goes with calls from now on.
    public let access: Access
    /// What led to it.
    public let cause: Cause
}

extension SessionState: CustomStringConvertible {
    /// `user: refreshed`.
    public var description: String {
        switch cause {
        case .refused(let error): "\(access): refused, \(error)"
        case .failed(let outcome): "\(access): failed, \(outcome)"
        case .notStored(let error): "\(access): not stored, \(error)"
        case .restored, .fetched, .loggedIn, .refreshed, .adopted, .loggedOut: "\(access): \(cause.name)"
        }
    }
}

/// Hears of every change of a session.
public protocol OAuthSessionDelegate: AnyObject, Sendable {
    /// Is called after each change, in order, on no particular thread; the session waits for its return.
    func session(_ session: OAuthSession, didChange state: SessionState)
}

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
