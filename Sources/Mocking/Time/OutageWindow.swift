import Scenarios

/// The windows of an outage; times are in milliseconds.
struct OutageWindow: Sendable, Hashable {
    let after: Int64
    let duration: Int64
    let period: Int64?

    init(_ definition: OutageDefinition) {
        after = Int64(definition.after) * 1000
        duration = Int64(definition.duration) * 1000
        period = definition.period.map { Int64($0) * 1000 }
    }

    /// Returns the time until the end of the outage, or nil if there is none so long after the beginning.
    func remaining(after elapsed: Int64) -> Int64? {
        guard elapsed >= after else { return nil }
        let inPeriod = period.map { (elapsed - after) % $0 } ?? elapsed - after
        return inPeriod < duration ? duration - inPeriod : nil
    }
}
