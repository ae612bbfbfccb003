/// Interactions that are served no more, and are in memory only because entries of the journal refer to them.
struct RetiredSources {
    private struct Share {
        let cost: Int
        var references: Int
    }

    /// What all of them take.
    private(set) var bytes = 0
    private var shares: [ObjectIdentifier: Share] = [:]

    mutating func add(_ source: InteractionSource, references: Int) {
        guard references > 0, shares[ObjectIdentifier(source)] == nil else { return }
        let share = Share(cost: source.cost, references: references)
        shares[ObjectIdentifier(source)] = share
        bytes += share.cost
    }

    /// An entry no longer refers to that interaction.
    @inline(__always)
    mutating func release(_ source: InteractionSource?) {
        guard bytes > 0, let source else { return }
        releaseShare(of: ObjectIdentifier(source))
    }

    private mutating func releaseShare(of identity: ObjectIdentifier) {
        guard var share = shares[identity] else { return }
        share.references -= 1
        shares[identity] = share.references > 0 ? share : nil
        if share.references == 0 { bytes -= share.cost }
    }
}
