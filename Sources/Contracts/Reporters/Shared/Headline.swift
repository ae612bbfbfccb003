/// The summary of a run in words.
struct Headline {
    /// `all 12 cases passed`, `3 of 12 cases failed`.
    let verdict: String
    /// The status that the mark shows: that of the run, but never passed for a run that ended early.
    let status: RunStatus
    /// `5 variants, 20 steps (2 skipped), 80 checks, 1.3 s`.
    let detail: String

    init(_ report: RunReport) {
        let counts = RunCounts(report)
        let cases = counts.cases
        let isComplete = !report.isInterrupted && cases.judged > 0
        status = report.status != .failed && !isComplete ? .skipped : report.status
        verdict = Self.verdict(counts, isInterrupted: report.isInterrupted)
        let skipped = counts.steps.skipped > 0 ? " (\(counts.steps.skipped) skipped)" : ""
        let parts = [
            counted(counts.variants.total, "scenario variant") + Self.over(report),
            counted(counts.steps.total, "step") + skipped,
            Self.checks(counts.checks), report.duration.readable,
        ]
        detail = parts.joined(separator: ", ")
    }

    /// ` over http, https, h2`; empty for plain HTTP/1.1, and for a server that chose the protocol itself.
    private static func over(_ report: RunReport) -> String {
        let used = Set(report.cases.compactMap(\.wire))
        guard !used.isSubset(of: [.http]) else { return "" }
        return " over " + WireProtocol.allCases.filter(used.contains).map(\.rawValue).joined(separator: ", ")
    }

    private static func verdict(_ counts: RunCounts, isInterrupted: Bool) -> String {
        let cases = counts.cases
        let flaky = cases.flaky > 0 ? ", \(cases.flaky) flaky" : ""
        if cases.failed > 0 { return "\(cases.failed) of \(counted(cases.total, "case")) failed\(flaky)" }
        if cases.total == 0 { return "nothing ran" }
        if cases.judged == 0 { return "every step was skipped" }
        let leftOut = leftOut(counts)
        if isInterrupted { return "\(counted(cases.passed, "case")) passed before the run ended\(flaky)\(leftOut)" }
        if cases.known + cases.flaky > 0 {
            let known = cases.known > 0 ? ", \(counted(cases.known, "known failure"))" : ""
            return "\(cases.passed) of \(counted(cases.total, "case")) passed\(known)\(flaky)\(leftOut)"
        }
        if cases.skipped > 0 { return "\(cases.passed) of \(cases.total) cases passed\(leftOut)" }
        return (cases.total == 1 ? "the case passed" : "all \(cases.total) cases passed") + leftOut
    }

    /// `, but 20 steps and 3 checks were not judged`; empty if all were.
    private static func leftOut(_ counts: RunCounts) -> String {
        let (steps, checks) = (counts.steps.skipped, counts.checks.skipped)
        let parts = [steps > 0 ? counted(steps, "step") : "", checks > 0 ? counted(checks, "check") : ""]
            .filter { !$0.isEmpty }
        return parts.isEmpty
            ? "" : ", but \(parts.joined(separator: " and ")) \(steps + checks == 1 ? "was" : "were") not judged"
    }

    private static func checks(_ checks: RunCounts.Tally) -> String {
        var notes: [String] = []
        if checks.failed > 0 { notes.append("\(checks.failed) failed") }
        if checks.known > 0 { notes.append("\(checks.known) failed as known") }
        if checks.skipped > 0 { notes.append("\(checks.skipped) skipped") }
        return counted(checks.total, "check") + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}

/// The numbers of variants, cases, steps and checks by their status.
package struct RunCounts: Sendable, Hashable {
    /// The counts by status.
    package struct Tally: Sendable, Hashable {
        package private(set) var passed = 0
        package private(set) var failed = 0
        package private(set) var flaky = 0
        package private(set) var known = 0
        package private(set) var skipped = 0

        package var total: Int { judged + failed + skipped }

        /// The number of those that neither failed nor were skipped.
        var judged: Int { passed + flaky + known }

        mutating func add(_ status: RunStatus) {
            switch status {
            case .passed: passed += 1
            case .failed: failed += 1
            case .flaky: flaky += 1
            case .known: known += 1
            case .skipped: skipped += 1
            }
        }
    }

    package private(set) var variants = Tally()
    package private(set) var cases = Tally()
    package private(set) var steps = Tally()
    package private(set) var checks = Tally()

    package init(_ report: RunReport) {
        for variant in report.variants {
            variants.add(variant.status)
            for run in variant.cases { add(run) }
        }
    }

    private mutating func add(_ run: CaseReport) {
        cases.add(run.status)
        for step in run.steps {
            steps.add(step.status)
            for check in step.checks { checks.add(check.status) }
        }
        for check in run.checks { checks.add(check.status) }
    }
}
