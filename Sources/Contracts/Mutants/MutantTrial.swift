import Scenarios

/// Finds out which scenario finds out which broken client.
package struct MutantTrial: Sendable {
    /// What became of one broken client in one of its two APIs.
    package struct Verdict: Sendable, Hashable {
        /// `name/style`.
        package let mutant: String
        package let summary: String
        /// The variant and the step that found it out; nil: none has.
        package let killer: String?
    }

    private let items: [Selection.Item]
    private let server: any ContractServer
    private let options: ContractRunner.Options
    private let styles: [HALClientDriver.Style]

    package init(
        _ items: [Selection.Item],
        styles: [HALClientDriver.Style],
        server: any ContractServer,
        options: ContractRunner.Options
    ) {
        // A matrix has many variants, most of which find out nothing that one scenario has not.
        self.items = items.filter { $0.variant.values.isEmpty } + items.filter { !$0.variant.values.isEmpty }
        self.styles = styles
        self.server = server
        self.options = options
    }

    /// Tries all broken clients, several at a time, each until the first scenario that finds it out.
    ///
    /// - Throws: When the server cannot be used.
    package func run(_ mutants: [Mutant] = Mutant.all, stop: RunStop = RunStop()) async throws -> [Verdict] {
        let trials = mutants.flatMap { mutant in styles.map { (mutant, $0) } }
        var verdicts = [Verdict?](repeating: nil, count: trials.count)
        try await withThrowingTaskGroup(of: (Int, Verdict).self) { group in
            var waiting = trials.enumerated().makeIterator()
            func begin() {
                guard !stop.isStopped, let (index, trial) = waiting.next() else { return }
                group.addTask { (index, try await verdict(on: trial.0, trial.1)) }
            }
            // A trial waits for the clock far more than it computes.
            for _ in 0..<(8 * max(options.jobs, 1)) { begin() }
            while let (index, verdict) = try await group.next() {
                verdicts[index] = verdict
                begin()
            }
        }
        return verdicts.compactMap { $0 }
    }

    /// One case after the other, so that the same scenario finds it out each time.
    private func verdict(on mutant: Mutant, _ style: HALClientDriver.Style) async throws -> Verdict {
        var options = options
        options.jobs = 1
        options.isFailFast = true
        let kind = mutant.kind(style)
        let report = try await ContractRunner(items, clients: [kind], server: server, options: options).run()
        let failed = report.variants.first { $0.status == .failed }
        let step = failed?.cases.first?.steps.first { $0.status == .failed }
        let killer = failed.map { variant in variant.name + (step.map { ": \($0.name)" } ?? "") }
        return Verdict(mutant: kind.name, summary: mutant.summary, killer: killer)
    }
}

extension [MutantTrial.Verdict] {
    /// The table of all broken clients and what has found each out, and the counts.
    package var table: String {
        let rows = map { verdict in
            let killer = verdict.killer.map { "found out by  \($0)" } ?? "SURVIVED: \(verdict.summary)"
            return "\(verdict.mutant.padded(to: self.map(\.mutant.count).max() ?? 0))  \(killer)\n"
        }
        let survivors = count { $0.killer == nil }
        return rows.joined()
            + "\n\(count) broken clients, \(survivors == 0 ? "all found out" : "\(survivors) survived")\n"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(width - count, 0))
    }
}
