import Scenarios

/// A run as text for people: the failures, the table of coverage, and the counts.
package struct ConsoleReporter {
    private let report: RunReport
    private let style: ConsoleStyle

    package init(_ report: RunReport, style: ConsoleStyle = ConsoleStyle()) {
        self.report = report
        self.style = style
    }

    /// Everything: what failed, each with what one needs to see why, then the table and the counts.
    package var text: String { failures + (report.variants.isEmpty ? "" : "\n\(table)") + "\n\(summary)" }

    /// A block for each case that has failed; empty when none has.
    package var failures: String {
        report.variants.flatMap { variant in
            variant.cases.filter { $0.status == .failed }.map { block(variant, $0) }
        }.joined(separator: "\n")
    }

    /// Outcome × method, with the number of steps that have reached each.
    package var table: String {
        let coverage = Coverage(report)
        let rows = ExpectedOutcome.allCases.map { outcome in
            [outcome.rawValue]
                + coverage.methods.map { method in
                    let count = coverage.count(outcome, method)
                    return count == 0 ? "·" : "\(count)"
                }
        }
        return TextTable([""] + coverage.methods, rows).text
    }

    /// The counts, in a line or two.
    package var summary: String {
        let counts = RunCounts(report)
        var lines = [
            "\(phrase(counts.variants.total, "scenario or variant", "scenarios and variants")), \(phrase(counts.cases.total, "case", "cases")), "
                + "\(phrase(counts.steps.total, "step", "steps")): \(verdict(counts))"
        ]
        let unreached = report.variants.flatMap(\.unreached)
        if !unreached.isEmpty {
            lines.append("\(phrase(unreached.count, "interaction was", "interactions were")) never reached")
        }
        if let seed = report.seed { lines.append("seed \(seed)") }
        if report.isInterrupted { lines.append(style.bad("the run ended before every case had run")) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func verdict(_ counts: RunCounts) -> String {
        let skipped = counts.steps.skipped > 0 ? ", \(counts.steps.skipped) skipped" : ""
        let checks = "\(counts.checks.passed) of \(counts.checks.total - counts.checks.skipped) checks hold"
        let time = report.duration.seconds
        guard counts.cases.failed > 0 else { return style.good("all passed") + "\(skipped), \(checks), \(time)" }
        return style.bad("\(phrase(counts.cases.failed, "case", "cases")) failed") + "\(skipped), \(checks), \(time)"
    }

    private func phrase(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }
}

extension ConsoleReporter {
    private func block(_ variant: VariantReport, _ run: CaseReport) -> String {
        let repetition = run.repetition > 1 ? ", repetition \(run.repetition)" : ""
        var lines = [style.bad("✗ \(variant.name) (\(run.client)\(repetition))") + "  \(variant.title)"]
        for step in run.steps where step.status == .failed { lines += self.lines(of: step) }
        for check in run.checks where check.status == .failed {
            lines += ["  \(check.location)"] + self.lines(of: check)
        }
        let skipped = run.steps.count { $0.status == .skipped }
        if skipped > 0 { lines.append("  \(phrase(skipped, "step was", "steps were")) skipped because of that") }
        return (lines + ["  again: \(run.reproduction)"]).joined(separator: "\n") + "\n"
    }

    private func lines(of step: StepReport) -> [String] {
        var lines = ["  \(step.location): \(style.strong(step.name)), \(step.method) \(step.target)"]
        for check in step.checks where check.status == .failed { lines += self.lines(of: check) }
        if !step.exchange.isEmpty {
            lines += step.exchange.split(separator: "\n", omittingEmptySubsequences: false).map {
                "    " + style.faint($0)
            }
        }
        if let curl = step.curl { lines.append("    served: \(curl)") }
        return lines
    }

    private func lines(of check: CheckReport) -> [String] {
        guard case .failed(let expected, let actual) = check.verdict else { return [] }
        return ["    \(check.name)"] + indented("expected", expected) + indented("actual", actual)
    }

    /// The label before the first line, blanks before the others.
    private func indented(_ label: String, _ text: String) -> [String] {
        let margin = String(repeating: " ", count: 10)
        let first = "      \(label)" + String(repeating: " ", count: max(10 - label.count, 1))
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            (index == 0 ? first : "      \(margin)") + line.printable
        }
    }
}

extension Duration {
    /// `1.25 s`.
    var seconds: String {
        let milliseconds = Int(self / .milliseconds(1))
        let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(fraction) s"
    }
}

extension StringProtocol {
    /// Without control characters, so that an answer cannot write into a terminal.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    scalar != "\t" && scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
                }
            )
        )
    }
}
