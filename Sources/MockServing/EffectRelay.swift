import UV

/// Takes what the admin API wants done with the sockets to every loop.
final class EffectRelay: Sendable {
    /// How long requests that are under way may take when the admin API ends the server.
    private static let graceMilliseconds = 5000

    private let threads = Guarded<LoopThreads?>(nil)
    private let onShutdown: (@Sendable () -> Void)?

    /// `onShutdown` ends the server; nil: the relay does.
    init(onShutdown: (@Sendable () -> Void)?) {
        self.onShutdown = onShutdown
    }

    func connect(to threads: LoopThreads) {
        self.threads.withLock { $0 = threads }
    }

    /// Lets go of the loops, which hold the relay.
    func disconnect() {
        threads.withLock { $0 = nil }
    }

    func perform(_ effect: AdminEffect) {
        guard let threads = threads.withLock({ $0 }) else { return }
        switch effect {
        case .cancelPending(let group): threads.post { $0.cancelPending(group: group) }
        case .shutDown:
            guard let onShutdown else {
                Task { await threads.drain(graceMilliseconds: Self.graceMilliseconds) }
                return
            }
            onShutdown()
        }
    }
}
