import Scenarios

/// Cases of one variant that failed in the same way, with one client or several: told once.
struct FailedCase {
    /// What makes two cases the same to a reader.
    private struct Likeness: Hashable {
        let checks: [CheckReport]
    }

    let variant: VariantReport
    /// The first of them.
    let run: CaseReport
    /// `async`, `callbacks`, `async #2` for a second repetition.
    private(set) var clients: [String]

    /// All failed cases of a run, in its order.
    static func all(in report: RunReport) -> [FailedCase] {
        report.variants.flatMap(all)
    }

    private static func all(in variant: VariantReport) -> [FailedCase] {
        var found: [FailedCase] = []
        var places: [Likeness: Int] = [:]
        for run in variant.cases where run.status == .failed {
            let client = run.client.oneLine(60) + (run.repetition > 1 ? " #\(run.repetition)" : "")
            let likeness = Likeness(checks: (run.steps.flatMap(\.checks) + run.checks).filter { $0.status == .failed })
            if let place = places[likeness] {
                found[place].clients.append(client)
            } else {
                places[likeness] = found.count
                found.append(FailedCase(variant: variant, run: run, clients: [client]))
            }
        }
        return found
    }

    /// The clients in one line.
    var clientList: String {
        let shown = clients.prefix(6).joined(separator: ", ")
        return clients.count > 6 ? "\(shown) and \(clients.count - 6) more" : shown
    }

    var name: String { variant.name.oneLine() }

    /// The steps that failed; what was judged after the last one is in `checks`.
    var steps: [StepReport] { run.steps.filter { $0.status == .failed } }

    /// What failed after the last step.
    var checks: [CheckReport] { run.checks.filter { $0.status == .failed } }

    /// How many steps could not be run because of a failure.
    var skippedSteps: Int { run.steps.count { $0.status == .skipped && $0.missing == nil } }

    /// The server that a step can be tried against by hand, and what state it must be in.
    func serving(before step: StepReport) -> String {
        let server = "hypermock serve \(Shell.quoted(variant.file.oneLine()))"
        let earlier = run.steps.firstIndex { $0.location == step.location && $0.name == step.name } ?? 0
        return earlier == 0 ? server : "\(server), started anew, after the calls of \(counted(earlier, "earlier step"))"
    }

    /// What failed first, in one line.
    var message: String {
        run.steps.lazy.compactMap { CheckFailure.all(in: $0.checks).first }.first?.message
            ?? CheckFailure.all(in: run.checks).first?.message ?? ""
    }

    /// Everything that failed, a line each, after the name of its step.
    var messages: [String] {
        steps.flatMap { step in CheckFailure.all(in: step.checks).map { "\(step.name.oneLine()): \($0.message)" } }
            + CheckFailure.all(in: checks).map { "after the last step: \($0.message)" }
    }

    /// Where the first failed step, or the first failed check after the last step, stands.
    var location: SourceLocation {
        steps.first?.location ?? checks.first?.location ?? SourceLocation(file: variant.file)
    }
}

/// A check that failed, as people read it.
struct CheckFailure {
    let name: String
    /// At most 2000 bytes, or a little more.
    let expected: String
    /// At most 2000 bytes, or a little more.
    let actual: String
    let location: SourceLocation

    static func all(in checks: [CheckReport]) -> [CheckFailure] {
        checks.compactMap { check in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return CheckFailure(
                name: check.name.oneLine(60),
                expected: Excerpt.of(expected),
                actual: Excerpt.of(actual),
                location: check.location
            )
        }
    }

    /// `outcome: expected conflict, got success`.
    var message: String { "\(name): expected \(expected.oneLine()), got \(actual.oneLine())" }
}

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
