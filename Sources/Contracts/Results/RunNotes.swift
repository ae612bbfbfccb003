import Documents

/// A note of a report beside the failures: a title and its lines.
struct RunNote {
    let title: String
    let lines: [String]
}

extension RunReport {
    /// The notes that have lines, in the order of reports.
    var notes: [RunNote] {
        [
            RunNote(title: "Failures by basis", lines: FailuresByBasis(self).lines),
            RunNote(title: "Not judged", lines: unjudged), RunNote(title: "Flaky", lines: flakes.map(\.text)),
            RunNote(title: "Known failures", lines: knownFailures.map(\.text)),
            RunNote(title: "Known failures whose date has passed", lines: drift.expired.map { $0.oneLine() }),
            RunNote(title: "Known failures that are fixed", lines: drift.fixed.map { $0.oneLine() }),
            RunNote(title: "Baseline entries that match no scenario", lines: drift.unmatched.map { $0.oneLine() }),
            RunNote(title: "Slow", lines: slowLines), RunNote(title: "Trend", lines: trendLines),
            RunNote(title: "Not run", lines: notRun.map { $0.name.oneLine() }),
            RunNote(title: "Unused interactions", lines: UnreachedInteractions(self).interactions.map(\.text)),
            RunNote(title: "Scenarios without a contract", lines: silent.map(\.text)),
        ].filter { !$0.lines.isEmpty }
    }

    /// The capabilities that clients lack, one line for each client; the protocols that no client supports; the steps
    /// and checks that their protocol excludes.
    var unjudged: [String] {
        let steps = cases.flatMap(\.steps)
        let untransferable = steps.count { $0.notJudged == .wire(WireProtocol.untransferable) }
        let foreign = steps.flatMap(\.checks).count { $0.notJudged == .wire(WireProtocol.connectionHeader) }
        return gaps + cases.unjudgedOpinions + unsupported.map { "over \($0.rawValue): no client supports it" }
            + (untransferable > 0 ? ["\(counted(untransferable, "step")): \(WireProtocol.untransferable)"] : [])
            + (foreign > 0 ? ["\(counted(foreign, "check")): \(WireProtocol.connectionHeader)"] : [])
    }

    /// The flaky variants in the order of the report; empty unless cases were repeated.
    package var flakes: [Flake] { variants.flatMap(\.flakes) }
}

/// A variant that one client both passed and failed in the same run: in several repetitions, or several attempts of one.
package struct Flake: Sendable, Hashable {
    /// `slug`, or `slug[GET,409]` with a matrix.
    package var variant: String
    package var client: String
    /// The numbers of the failed repetitions or attempts, from 1.
    package var failed: [Int]
    /// The number of repetitions or attempts.
    package var total: Int
    /// The first failure of a case that passed at a later attempt; nil for repetitions.
    package var message: String?

    /// `station[PUT,409] (async) failed in 2 of 10 repetitions`.
    var text: String {
        let times = "\(variant.oneLine()) (\(client.oneLine(60))) failed in \(failed.count) of \(total)"
        return times + (message.map { " attempts: \($0)" } ?? " repetitions")
    }
}

extension VariantReport {
    fileprivate var flakes: [Flake] {
        var clients: [String] = []
        for run in cases where !clients.contains(run.label) { clients.append(run.label) }
        return clients.compactMap(flake) + cases.filter { $0.status == .flaky }.map(flake)
    }

    private func flake(of run: CaseReport) -> Flake {
        let client = run.label + (run.repetition > 1 ? " #\(run.repetition)" : "")
        let failed = Array(1...max(run.failedAttempts.count, 1))
        let message = run.failedAttempts.first?.firstFailure ?? ""
        return Flake(variant: name, client: client, failed: failed, total: run.attempt, message: message)
    }

    private func flake(of client: String) -> Flake? {
        let cases = cases.filter { $0.label == client }
        let failed = cases.filter { $0.status == .failed }.map(\.repetition)
        guard !failed.isEmpty, failed.count < cases.count else { return nil }
        return Flake(variant: name, client: client, failed: failed, total: cases.count)
    }
}

/// The interactions that no case reached.
///
/// A matrix multiplies its interactions; one counts as reached if any variant reached it.
struct UnreachedInteractions {
    let interactions: [UnreachedInteraction]

    init(_ report: RunReport) {
        // Other shards may reach them.
        guard report.setup?.shard == nil else {
            interactions = []
            return
        }
        var variants: [String: Int] = [:]
        for variant in report.variants { variants[variant.slug, default: 0] += 1 }
        var misses: [SourceLocation: Int] = [:]
        var found: [UnreachedInteraction] = []
        for variant in report.variants {
            for interaction in variant.unreached {
                misses[interaction.location, default: 0] += 1
                if misses[interaction.location] == variants[variant.slug] { found.append(interaction) }
            }
        }
        interactions = found
    }
}

extension UnreachedInteraction {
    /// `file:12:5 'the station'`.
    fileprivate var text: String { location.description.oneLine() + (name.map { " '\($0.oneLine())'" } ?? "") }
}

/// A scenario without a contract, which judges nothing.
package struct ScenarioWithoutContract: Sendable, Hashable {
    package var slug: String
    package var file: String

    package init(slug: String, file: String) {
        self.slug = slug
        self.file = file
    }

    /// `slug (file)`.
    fileprivate var text: String { "\(slug.oneLine()) (\(file.oneLine()))" }
}
