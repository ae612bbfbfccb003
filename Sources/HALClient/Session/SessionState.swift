/// The access of a session and the cause of its last change.
public struct SessionState: Sendable {
    /// The owner of the token; the user's token takes precedence.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// No token: calls are made without one.
        case none
        /// The app.
        case app
        /// The user.
        case user
    }

    /// The cause of the last change.
    public enum Cause: Sendable {
        /// The session began with the content of its store, which may be empty.
        case restored
        /// The app received its own token.
        case fetched
        /// A user logged in.
        case loggedIn
        /// The user's token was refreshed.
        case refreshed
        /// The session adopted a token.
        case adopted
        /// The user logged out.
        case loggedOut
        /// The authorization server refused the refresh token; the user's token is dropped.
        case refused(OAuthError)
        /// A token could not be obtained; existing tokens stay.
        case failed(Outcome<OAuthToken>)
        /// The tokens could not be stored or read; the session continues without the store.
        case notStored(TokenStoreError)

        /// The name of the cause: `refreshed`.
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

    /// The owner of the token of new calls.
    public let access: Access
    /// The cause of the last change.
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

/// Observes the changes of a session.
public protocol OAuthSessionDelegate: AnyObject, Sendable {
    /// Called after each change, in order, on any thread; the session waits until it returns.
    func session(_ session: OAuthSession, didChange state: SessionState)
}

/// Broadcasts the state of a session to any number of listeners.
final class StateBroadcast: Sendable {
    private struct State {
        var latest: SessionState
        var listeners: [Int: AsyncStream<SessionState>.Continuation] = [:]
        var count = 0
    }

    /// The number of states buffered for a listener; older ones are dropped.
    private static let backlog = 64

    private let state: Locked<State>

    init(_ first: SessionState) {
        state = Locked(State(latest: first))
    }

    deinit {
        for listener in state.withLock({ $0.listeners }).values { listener.finish() }
    }

    var latest: SessionState { state.withLock { $0.latest } }

    /// The current state, then every change.
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
