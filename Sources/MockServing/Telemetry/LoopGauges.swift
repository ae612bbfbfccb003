import UV

/// The current counts of all loops, readable from any thread.
final class LoopGauges: Sendable {
    private let activities = Guarded<[LoopActivity]>([])

    /// Adds the loops that have started.
    func observe(_ loops: [LoopActivity]) {
        activities.withLock { $0 = loops }
    }

    /// The open connections of all loops.
    var connections: Int { sum { $0.connections } }

    /// The responses in progress of all loops: delayed ones, and those that are sent in steps.
    var pendingResponses: Int { sum { $0.pendingResponses } }

    private func sum(_ count: (LoopActivity) -> Int) -> Int {
        activities.withLock { $0 }.reduce(0) { $0 + count($1) }
    }
}
