import UV

/// Orders the changes of the files of mappings: of several changes of one mapping, the last one that began decides.
///
/// Changes begin and end on the loop, and touch the files on other threads in any order.
final class MappingFileOrder: Sendable {
    /// A change of the files of some mappings.
    struct Change: Sendable {
        fileprivate let number: Int
        let identifiers: Set<String>
    }

    private struct Changes {
        var newest = 0
        /// The number of changes that have not ended.
        var open = 0
        /// The newest change of each mapping, while changes are open.
        var begun: [String: Int] = [:]
    }

    private let changes = Guarded(Changes())
    /// The newest change of each mapping that has touched its file, while changes are open.
    private let done = Guarded<[String: Int]>([:])

    /// Begins a change, at the moment when the mappings are read or chosen.
    func begin(_ identifiers: some Sequence<String> & Sendable) -> Change {
        let identifiers = Set(identifiers)
        return changes.withLock { changes in
            changes.newest += 1
            changes.open += 1
            for identifier in identifiers { changes.begun[identifier] = changes.newest }
            return Change(number: changes.newest, identifiers: identifiers)
        }
    }

    /// Ends a change; returns whether no other change of these mappings has begun since.
    func end(_ change: Change) -> Bool {
        changes.withLock { changes in
            let isNewest = change.identifiers.allSatisfy { changes.begun[$0] == change.number }
            changes.open -= 1
            if changes.open == 0 {
                changes.begun = [:]
                done.withLock { $0 = [:] }
            }
            return isNewest
        }
    }

    /// Runs `touch` alone, with the mappings whose files no later change has touched.
    func perform<Failure: Error>(
        _ change: Change,
        _ touch: (Set<String>) throws(Failure) -> Void
    ) throws(Failure) {
        let result: Result<Void, Failure> = done.withLock { done in
            let current = change.identifiers.filter { done[$0, default: 0] <= change.number }
            for identifier in current { done[identifier] = change.number }
            return Result { () throws(Failure) in try touch(current) }
        }
        try result.get()
    }
}
