/// What a run comes to, in words: the first thing that people read.
struct Headline {
    /// `all 12 cases passed`, `3 of 12 cases failed`.
    let verdict: String
    /// `5 variants, 20 steps (2 skipped), 80 checks, 1.3 s`.
    let detail: String

    init(_ report: RunReport) {
        let counts = RunCounts(report)
        let cases = counts.cases
        if cases.failed > 0 {
            verdict = "\(cases.failed) of \(counted(cases.total, "case")) failed"
        } else if cases.passed == 0 {
            verdict = cases.total == 0 ? "nothing was run" : "every step was skipped"
        } else {
            verdict = cases.total == 1 ? "the case passed" : "all \(cases.total) cases passed"
        }
        let skipped = counts.steps.skipped > 0 ? " (\(counts.steps.skipped) skipped)" : ""
        let parts = [
            counted(counts.variants.total, "scenario variant"), counted(counts.steps.total, "step") + skipped,
            Self.checks(counts.checks), report.duration.readable,
        ]
        detail = parts.joined(separator: ", ")
    }

    private static func checks(_ checks: RunCounts.Tally) -> String {
        var notes: [String] = []
        if checks.failed > 0 { notes.append("\(checks.failed) failed") }
        if checks.skipped > 0 { notes.append("\(checks.skipped) skipped") }
        return counted(checks.total, "check") + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}
