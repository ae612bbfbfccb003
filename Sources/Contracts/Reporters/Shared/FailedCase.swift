import Documents

/// The cases of one variant that failed in the same way, with one client or several.
struct FailedCase {
    /// The failures of a case; cases with equal failures are reported once.
    private struct Likeness: Hashable {
        let checks: [CheckReport]
    }

    let variant: VariantReport
    /// The first of them.
    var run: CaseReport
    /// `async`, `callbacks`, `async #2` for a second repetition.
    private(set) var clients: [String]
    /// The first case over each protocol.
    private var runs: [CaseReport]

    /// Returns the failed cases of a run, in its order.
    static func all(in report: RunReport) -> [FailedCase] {
        report.variants.flatMap(all)
    }

    private static func all(in variant: VariantReport) -> [FailedCase] {
        var found: [FailedCase] = []
        var places: [Likeness: Int] = [:]
        for run in variant.cases where run.status == .failed {
            let client = run.label.oneLine(60) + (run.repetition > 1 ? " #\(run.repetition)" : "")
            let failed = run.allChecks.filter { $0.status == .failed }
            let likeness = Likeness(checks: failed.map { $0.replacing(run.address, with: "") })
            if let place = places[likeness] {
                found[place].clients.append(client)
                if !found[place].runs.contains(where: { $0.wire == run.wire }) { found[place].runs.append(run) }
            } else {
                places[likeness] = found.count
                found.append(FailedCase(variant: variant, run: run, clients: [client], runs: [run]))
            }
        }
        return found
    }

    /// The commands that rerun the case, one for each protocol.
    var reproductions: [String] { runs.map(\.reproduction) }

    /// The clients in one line.
    var clientList: String {
        let shown = clients.prefix(6).joined(separator: ", ")
        return clients.count > 6 ? "\(shown) and \(clients.count - 6) more" : shown
    }

    var name: String { variant.name.oneLine() }

    /// The failed steps.
    var steps: [StepReport] { run.steps.filter { $0.status == .failed } }

    /// The failed checks after the last step.
    var checks: [CheckReport] { run.checks.filter { $0.status == .failed } }

    /// The number of steps that were skipped because of a failure.
    var skippedSteps: Int {
        run.steps.count {
            $0.notJudged?.isCircumstance == true
        }
    }

    /// The command that serves the scenario for trying a step by hand, or the running server, and the state that it needs.
    func serving(before step: StepReport) -> String {
        let https =
            variant.tlsFault.map { " --https-fault \($0)=\(CommandPort.fault)" }
            ?? (run.wire?.isSecure == true ? " --https" : "")
        let running = run.runningServer?.oneLine()
        let server = running ?? "hypermock serve\(https) \(Shell.quoted(variant.file.oneLine()))"
        let earlier = run.steps.firstIndex { $0.location == step.location && $0.name == step.name } ?? 0
        let start = running == nil ? "restarted" : "with its state reset"
        return earlier == 0 ? server : "\(server), \(start), after the calls of \(counted(earlier, "earlier step"))"
    }

    /// The first failure, in one line.
    var message: String { run.firstFailure }

    /// The first failure, in one line, with `…` for the address of the case, so that equal failures of several cases are
    /// equal texts.
    var commonMessage: String {
        let address = run.address
        let steps = run.steps.lazy.compactMap { step in
            CheckFailure.all(in: step.checks.map { $0.replacing(address, with: "…") }).first
        }
        let checks = run.checks.lazy.map { $0.replacing(address, with: "…") }
        return (steps.first ?? CheckFailure.all(in: Array(checks)).first)?.message ?? ""
    }

    /// All failures, one line each, with the name of the step.
    var messages: [String] {
        steps.flatMap { step in
            CheckFailure.all(in: step.checks).map { "\(step.name.oneLine()): \($0.messageWithBasis)" }
        } + CheckFailure.all(in: checks).map { "after the last step: \($0.messageWithBasis)" }
    }

    /// The place of the first failed check.
    var location: SourceLocation {
        run.allChecks.first { $0.status == .failed }?.location ?? SourceLocation(file: variant.file)
    }
}

extension CaseReport {
    /// The first failure, in one line; empty if there is none.
    var firstFailure: String { CheckFailure.all(in: allChecks).first?.message ?? "" }
}

extension CheckReport {
    /// Returns the report with another text in place of the address of its case, which no other case has.
    fileprivate func replacing(_ address: String, with text: String) -> CheckReport {
        guard !address.isEmpty, case .failed(let expected, let actual) = verdict else { return self }
        // 127.0.0.1 is also `localhost`, the second origin of some scenarios.
        let addresses = [address, address.replacing("//127.0.0.1:", with: "//localhost:")]
        let texts = [expected, actual].map { value in
            addresses.reduce(value) { $0.replacing($1, with: text) }
        }
        var copy = self
        copy.verdict = .failed(expected: texts[0], actual: texts[1])
        return copy
    }
}

/// A failed check as text.
struct CheckFailure {
    let name: String
    /// The expected value, truncated to 2000 bytes.
    let expected: String
    /// The actual value, truncated to 2000 bytes.
    let actual: String
    let location: SourceLocation
    /// `RFC 9110 §15.4.8`, or `opinion: …`; nil if none is given.
    let basis: String?

    static func all(in checks: [CheckReport]) -> [CheckFailure] {
        checks.compactMap { check in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return CheckFailure(
                name: check.name.oneLine(60),
                expected: expected.truncated(),
                actual: actual.truncated(),
                location: check.location,
                basis: check.basis?.text.oneLine()
            )
        }
    }

    /// `outcome: expected conflict, got success`.
    var message: String { "\(name): expected \(expected.oneLine()), got \(actual.oneLine())" }

    /// The message, followed by the basis in parentheses.
    var messageWithBasis: String { message + (basis.map { " (\($0))" } ?? "") }
}

/// The failed cases with the same message, summarized for reports that cannot show each.
struct FailureKind {
    let message: String
    private(set) var count = 0
    /// The names of the first three.
    private(set) var names: [String] = []

    /// Returns the kinds by descending count, then in the order of the run.
    static func all(of cases: some Sequence<FailedCase>) -> [FailureKind] {
        var kinds: [FailureKind] = []
        var places: [String: Int] = [:]
        for failed in cases {
            let message = failed.commonMessage
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
