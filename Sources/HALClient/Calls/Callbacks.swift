import Dispatch

/// One closure for each class of outcome, all optional; exactly one of them is called, once.
///
/// Without a closure for the outcome, `unhandled` is called if it is set.
public struct Callbacks<Model: Sendable>: Sendable {
    /// Receives the value of the outcome.
    public typealias Handler<Value> = @Sendable (Value) -> Void

    /// 200 to 299.
    public var success: Handler<Representation<Model>>?
    /// 3xx that was not followed.
    public var redirection: Handler<CallError.Redirection>?
    /// 401.
    public var authenticationRequired: Handler<CallError.AuthenticationRequired>?
    /// 409.
    public var conflict: Handler<Representation<Model>>?
    /// The other 400 to 499.
    public var clientError: Handler<CallError.ClientError>?
    /// 503.
    public var serverUnavailable: Handler<CallError.ServerUnavailable>?
    /// The other 500 to 599, and every status that HTTP does not define.
    public var serverError: Handler<CallError.ServerError>?
    /// No complete, well-formed response.
    public var connectionFailure: Handler<ConnectionFailure>?
    /// 200 to 299 with a body that cannot be decoded as requested.
    public var undecodable: Handler<CallError.Undecodable>?
    /// Every outcome without its own closure.
    public var unhandled: Handler<Outcome<Model>>?
    /// A redirect to remember or a deprecated link: before the outcome, any number of times.
    public var notice: Handler<CallNotice>?

    /// Makes callbacks.
    public init(
        success: Handler<Representation<Model>>? = nil,
        redirection: Handler<CallError.Redirection>? = nil,
        authenticationRequired: Handler<CallError.AuthenticationRequired>? = nil,
        conflict: Handler<Representation<Model>>? = nil,
        clientError: Handler<CallError.ClientError>? = nil,
        serverUnavailable: Handler<CallError.ServerUnavailable>? = nil,
        serverError: Handler<CallError.ServerError>? = nil,
        connectionFailure: Handler<ConnectionFailure>? = nil,
        undecodable: Handler<CallError.Undecodable>? = nil,
        unhandled: Handler<Outcome<Model>>? = nil,
        notice: Handler<CallNotice>? = nil
    ) {
        self.success = success
        self.redirection = redirection
        self.authenticationRequired = authenticationRequired
        self.conflict = conflict
        self.clientError = clientError
        self.serverUnavailable = serverUnavailable
        self.serverError = serverError
        self.connectionFailure = connectionFailure
        self.undecodable = undecodable
        self.unhandled = unhandled
        self.notice = notice
    }

    /// Calls the closure of the outcome.
    func call(with outcome: Outcome<Model>) {
        let handled: Void? =
            switch outcome {
            case .success(let value): success?(value)
            case .redirection(let value): redirection?(value)
            case .authenticationRequired(let value): authenticationRequired?(value)
            case .conflict(let value): conflict?(value)
            case .clientError(let value): clientError?(value)
            case .serverUnavailable(let value): serverUnavailable?(value)
            case .serverError(let value): serverError?(value)
            case .connectionFailure(let value): connectionFailure?(value)
            case .undecodable(let value): undecodable?(value)
            }
        if handled == nil { unhandled?(outcome) }
    }
}

/// A running call with callbacks.
///
/// Releasing the handle does not cancel the call.
public struct CallHandle: Sendable {
    let task: Task<Void, Never>

    /// Ends the call as a connection failure of the kind `cancelled`; without effect once it has ended.
    public func cancel() {
        task.cancel()
    }
}

/// Connects a call with callbacks to the client that makes it, through any wrappers.
final class CallbackDelivery: Sendable {
    private let state = Locked<(queue: DispatchQueue, observations: [@Sendable () -> Void])>((.main, []))

    /// The queue of callbacks for calls that name none.
    var queue: DispatchQueue {
        get { state.withLock(\.queue) }
        set { state.withLock { $0.queue = newValue } }
    }

    /// Adds an observation to run after the callbacks.
    func add(_ observation: @escaping @Sendable () -> Void) {
        state.withLock { $0.observations.append(observation) }
    }

    /// Runs the observations, after the callbacks.
    func tellObservers() {
        let observations = state.withLock { state in
            defer { state.observations = [] }
            return state.observations
        }
        for observation in observations { observation() }
    }
}
