/// A variant that one client sometimes passed and sometimes failed in the same run.
package struct Flake: Sendable, Hashable {
    /// `slug`, or `slug[GET,409]` with a matrix.
    package var variant: String
    package var client: String
    /// The repetitions that failed, from 1.
    package var failed: [Int]
    /// How many repetitions ran.
    package var total: Int
}

extension RunReport {
    /// In the order of the report; empty unless cases were repeated.
    package var flakes: [Flake] { variants.flatMap(\.flakes) }
}

extension VariantReport {
    fileprivate var flakes: [Flake] {
        var clients: [String] = []
        for run in cases where !clients.contains(run.client) { clients.append(run.client) }
        return clients.compactMap(flake)
    }

    private func flake(of client: String) -> Flake? {
        let cases = cases.filter { $0.client == client }
        let failed = cases.filter { $0.status == .failed }.map(\.repetition)
        guard !failed.isEmpty, failed.count < cases.count else { return nil }
        return Flake(variant: name, client: client, failed: failed, total: cases.count)
    }
}
