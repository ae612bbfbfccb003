/// Failed cases with the same message, rolled up for reports that cannot show each.
struct FailureKind {
    let message: String
    private(set) var count = 0
    /// The first few.
    private(set) var names: [String] = []

    /// The commonest first; those that are equally common in the order of the run.
    static func all(of cases: some Sequence<FailedCase>) -> [FailureKind] {
        var kinds: [FailureKind] = []
        var places: [String: Int] = [:]
        for failed in cases {
            let message = failed.message
            let place = places[message] ?? kinds.count
            if place == kinds.count {
                places[message] = place
                kinds.append(FailureKind(message: message))
            }
            kinds[place].count += 1
            if kinds[place].names.count < 3 { kinds[place].names.append(failed.name) }
        }
        return kinds.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(
            \.element
        )
    }

    /// `a, b, c, …`.
    var examples: String { names.joined(separator: ", ") + (count > names.count ? ", …" : "") }
}
