import Scenarios

/// Finds, for each mutant, the first scenario that detects it, over any of the protocols of some servers.
package struct MutantTrial: Sendable {
    private let items: [Selection.Item]
    private let servers: [any ContractServer]
    private let options: ContractRunner.Options
    private let styles: [APIStyle]
    private let connections: ClientConnections

    package init(
        _ items: [Selection.Item],
        styles: [APIStyle],
        servers: [any ContractServer],
        connections: ClientConnections = .standard,
        options: ContractRunner.Options
    ) {
        self.items = Self.ordered(items)
        self.styles = styles
        self.servers = servers
        self.connections = connections
        self.options = options
    }

    /// Tries the mutants concurrently, each until the first scenario that detects it.
    ///
    /// - Throws: ``RunAborted`` when the server cannot be used.
    package func run(_ mutants: [Mutant] = Mutant.all, stop: StopSignal = StopSignal()) async throws -> [MutantReport] {
        let trials = mutants.flatMap { mutant in styles.map { (mutant, $0) } }
        var verdicts = [MutantReport?](repeating: nil, count: trials.count)
        try await withThrowingTaskGroup(of: (Int, MutantReport).self) { group in
            var waiting = trials.enumerated().makeIterator()
            func begin() {
                guard !stop.isStopped, let (index, trial) = waiting.next() else { return }
                group.addTask { (index, try await verdict(on: trial.0, trial.1)) }
            }
            for _ in 0..<min(Self.trialsPerJob * max(options.jobs, 1), Self.maximumTrials) { begin() }
            while let (index, verdict) = try await group.next() {
                verdicts[index] = verdict
                begin()
            }
        }
        return verdicts.compactMap { $0 }
    }

    /// Runs one case after the other, so that the result is deterministic.
    private func verdict(on mutant: Mutant, _ style: APIStyle) async throws -> MutantReport {
        var verdict = MutantReport(mutant: mutant.name, style: style.rawValue, summary: mutant.summary, killer: nil)
        var rest = items[...]
        while !rest.isEmpty {
            let report = try await run(mutant, style, Array(rest))
            guard let failed = report.variants.last, failed.status == .failed else { return verdict }
            rest = rest.dropFirst(report.variants.count)
            // A failure that does not recur has another cause than the fault.
            let again = try await run(mutant, style, [items[rest.startIndex - 1]])
            guard again.status == .failed else { continue }
            verdict.killer = "\(failed.name): \(Self.culprit(in: failed))"
            return verdict
        }
        return verdict
    }

    private func run(
        _ mutant: Mutant,
        _ style: APIStyle,
        _ items: [Selection.Item]
    ) async throws -> RunReport {
        var options = options
        options.jobs = 1
        options.isFailFast = true
        options.endsFailedCases = true
        options.startsLongestFirst = false
        options.repetitions = 1
        options.seed = nil
        let kind = mutant.kind(style, connections)
        return try await ContractRunner(items, clients: [kind], servers: servers, options: options).run()
    }

    /// The name of the first failed step, or else of the first failed check after the last step.
    private static func culprit(in variant: VariantReport) -> String {
        let run = variant.cases.first { $0.status == .failed }
        let step = run?.steps.first { $0.status == .failed }?.name
        return step ?? run?.checks.first { $0.status == .failed }?.name ?? ""
    }

    /// A trial waits for the clock far more than it computes.
    private static let trialsPerJob = 8
    /// More lookups of host names at once would wait for each other until they look like faults.
    private static let maximumTrials = 64
    /// The number of variants of a scenario before those that wait.
    private static let eagerVariants = 8

    /// The items in the order in which they are likely to detect a mutant soon: the first variants of all scenarios, then the
    /// second ones, and so on, since later ones rarely detect more; those that wait after a few of each; then the rest.
    private static func ordered(_ items: [Selection.Item]) -> [Selection.Item] {
        var numbers: [String: Int] = [:]
        let ranked = items.map { item in
            let number = numbers[item.scenario.slug, default: 0]
            numbers[item.scenario.slug] = number + 1
            let waits = item.variant.contract.contains {
                $0.expectation.elapsedMilliseconds != nil || $0.delayMilliseconds > 0
            }
            return (rank: waits ? eagerVariants : number < eagerVariants ? number : eagerVariants + 1, item: item)
        }
        return (0...eagerVariants + 1).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.item) }
    }
}

/// The result of trying one mutant in one of its API styles.
package struct MutantReport: Sendable, Hashable {
    /// The name of the fault.
    package let mutant: String
    /// The API style: `async` or `callbacks`.
    package let style: String
    package let summary: String
    /// The variant and the step that detected the fault; nil if none did.
    package internal(set) var killer: String?

    package init(mutant: String, style: String, summary: String, killer: String?) {
        self.mutant = mutant
        self.style = style
        self.summary = summary
        self.killer = killer
    }
}

/// The results of a trial as a text table, the undetected mutants first.
package struct MutantTable {
    private let verdicts: [MutantReport]

    package init(_ verdicts: [MutantReport]) {
        self.verdicts = verdicts
    }

    /// A line for each mutant, or for each of its API styles where they differ, and the counts.
    package var text: String {
        let survivors = verdicts.filter { $0.killer == nil }
        let victims = verdicts.filter { $0.killer != nil }
        return block("survived", rows(of: survivors, \.summary))
            + block("detected", rows(of: victims) { $0.killer ?? "" }, heading: "by") + counts(survivors.count)
    }

    /// One row for each fault and text; the fault names the API styles unless the text applies to all of them.
    private func rows(
        of verdicts: [MutantReport],
        _ text: (MutantReport) -> String
    ) -> [(String, String)] {
        var groups: [(name: String, text: String, styles: [String])] = []
        for verdict in verdicts {
            let (name, text) = (verdict.mutant, text(verdict))
            if let place = groups.firstIndex(where: { $0.name == name && $0.text == text }) {
                groups[place].styles.append(verdict.style)
            } else {
                groups.append((name, text, [verdict.style]))
            }
        }
        return groups.map { group in
            let isWhole = group.styles.count == self.verdicts.count { $0.mutant == group.name }
            return (isWhole ? group.name : "\(group.name) (\(group.styles.listed))", group.text)
        }
    }

    private func block(_ title: String, _ rows: [(String, String)], heading: String = "the fault") -> String {
        guard !rows.isEmpty else { return "" }
        let width = max(title.count, rows.map(\.0.count).max() ?? 0)
        let lines = ([(title.uppercased(), heading)] + rows).map { name, text in
            name + String(repeating: " ", count: width - name.count) + "  " + text + "\n"
        }
        return lines.joined() + "\n"
    }

    private func counts(_ survivors: Int) -> String {
        let styles = Set(verdicts.map(\.style)).sorted().joined(separator: " and ")
        let faults = Set(verdicts.map(\.mutant)).count
        let end = survivors == 0 ? "all detected" : "\(survivors) survived"
        return "\(verdicts.count) broken clients (\(faults) faults; \(styles)): \(end)\n"
    }
}
