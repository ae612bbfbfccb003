/// A transport with a limit of simultaneous exchanges: further ones wait in their order.
///
/// Exchanges are limited instead of calls, because a call may depend on another one: of a middleware, for example.
final class QueuedTransport: Transport {
    private enum Waiter {
        /// Has its place, but is not suspended yet.
        case arriving
        case suspended(CheckedContinuation<Bool, Never>)
        /// Was admitted, or canceled, before it was suspended.
        case decided(isAdmitted: Bool)
    }

    private struct State {
        var limit: Int
        var underWay = 0
        var waiters: [UInt64: Waiter] = [:]
        /// The first place whose waiter may still wait, and the next free place.
        var first: UInt64 = 0
        var next: UInt64 = 0
    }

    private let transport: any Transport
    private let state: Locked<State>

    /// Makes a transport; a limit below 1 is 1.
    init(_ transport: any Transport, limit: Int) {
        self.transport = transport
        state = Locked(State(limit: max(limit, 1)))
    }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        if let place = enter(), await !isAdmitted(at: place) { throw ConnectionFailure(.cancelled, request: request) }
        defer { leave() }
        return try await transport.send(request)
    }

    /// Changes the limit, and begins the exchanges that it allows.
    func limit(to limit: Int) {
        admit { $0.limit = max(limit, 1) }
    }

    /// Begins an exchange and returns nil, or returns its place among the waiting ones.
    func enter() -> UInt64? {
        state.withLock { state in
            guard state.underWay >= state.limit || !state.waiters.isEmpty else {
                state.underWay += 1
                return nil
            }
            defer { state.next += 1 }
            state.waiters[state.next] = .arriving
            return state.next
        }
    }

    /// Waits until the exchange at a place may begin; false if its task was canceled before.
    func isAdmitted(at place: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { suspend($0, at: place) }
        } onCancel: {
            cancel(place)
        }
    }

    /// Ends an exchange, and begins the next one.
    func leave() {
        admit { $0.underWay -= 1 }
    }

    private func admit(after change: (inout State) -> Void) {
        let admitted = state.withLock { state in
            change(&state)
            var admitted: [CheckedContinuation<Bool, Never>] = []
            while state.underWay < state.limit, state.first < state.next {
                defer { state.first += 1 }
                switch state.waiters[state.first] {
                case .arriving?: state.waiters[state.first] = .decided(isAdmitted: true)
                case .suspended(let continuation)?:
                    state.waiters[state.first] = nil
                    admitted.append(continuation)
                case .decided?, nil: continue
                }
                state.underWay += 1
            }
            return admitted
        }
        for continuation in admitted { continuation.resume(returning: true) }
    }

    private func suspend(_ continuation: CheckedContinuation<Bool, Never>, at place: UInt64) {
        let isAdmitted: Bool? = state.withLock { state in
            guard case .decided(let isAdmitted)? = state.waiters[place] else {
                state.waiters[place] = .suspended(continuation)
                return nil
            }
            state.waiters[place] = nil
            return isAdmitted
        }
        if let isAdmitted { continuation.resume(returning: isAdmitted) }
    }

    private func cancel(_ place: UInt64) {
        let continuation: CheckedContinuation<Bool, Never>? = state.withLock { state in
            switch state.waiters[place] {
            case .arriving?: state.waiters[place] = .decided(isAdmitted: false)
            case .suspended(let continuation)?:
                state.waiters[place] = nil
                return continuation
            case .decided?, nil: break
            }
            return nil
        }
        continuation?.resume(returning: false)
    }
}
