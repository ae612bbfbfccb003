import UV

/// The calls of other servers that wait or are in progress: at most so many at a time, and none after the server has ended.
final class UpstreamCalls: Sendable {
    enum Admission: Hashable {
        /// With the number of the call, from 1.
        case admitted(Int)
        case full
        case closed
    }

    /// The maximum number of calls.
    static let most = 1000
    /// The maximum number of bytes that they keep.
    static let mostBytes = 64 << 20

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var bytes = 0
        var last = 0
        var isClosed = false
        var ports: Set<Int> = []
    }

    private let state = Guarded(State())

    /// The ports of loopback addresses that are never called: the server's own.
    var ownPorts: Set<Int> { state.withLock { $0.ports } }

    func avoid(_ ports: Set<Int>) {
        state.withLock { $0.ports.formUnion(ports) }
    }

    /// Starts a call that keeps so many bytes; `finish` gets its number and its result, unless the server has ended.
    func start<Result: Sendable>(
        bytes: Int,
        _ run: @escaping @Sendable () async -> Result,
        then finish: @escaping @Sendable (Int, Result) -> Void = { _, _ in }
    ) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            guard state.tasks.count < Self.most, state.bytes + bytes <= Self.mostBytes else { return .full }
            state.last += 1
            state.bytes += bytes
            let number = state.last
            state.tasks[number] = Task { [self] in
                let result = await run()
                if remove(number, bytes) { finish(number, result) }
            }
            return .admitted(number)
        }
    }

    /// Cancels all calls.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            defer { state.tasks = [:] }
            return state.tasks
        }
        for task in tasks.values { task.cancel() }
    }

    private func remove(_ number: Int, _ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.tasks.removeValue(forKey: number) != nil else { return false }
            state.bytes -= bytes
            return true
        }
    }
}
