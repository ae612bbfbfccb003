import Scenarios

extension ConsoleReporter {
    /// How many lines of an exchange, and of a value that was expected or came, are shown.
    private static let exchangeLimit = 40
    private static let valueLimit = 12

    /// A block for each of the first failed cases, then what the others have in common; empty when none has failed.
    var failures: String {
        let cases = FailedCase.all(in: report)
        let rest = cases.dropFirst(Self.caseLimit)
        return (cases.prefix(Self.caseLimit).map(block) + (rest.isEmpty ? [] : [rolledUp(Array(rest))]))
            .joined(separator: "\n")
    }

    private func rolledUp(_ cases: [FailedCase]) -> String {
        let kinds = FailureKind.all(of: cases)
        var lines = [style.bad("✗ and \(cases.count) more, by what went wrong first"), ""]
        for kind in kinds.prefix(Self.kindLimit) {
            lines += ["  \(kind.count) × \(kind.message)", "      " + style.faint(kind.examples)]
        }
        if kinds.count > Self.kindLimit { lines.append("  … and \(kinds.count - Self.kindLimit) more kinds") }
        lines += ["", "  all of them: --report html=report.html"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func block(_ failed: FailedCase) -> String {
        let title = failed.variant.title.oneLine()
        var lines = [
            "\(style.bad("✗ \(failed.name)"))  \(style.strong(title))  \(style.faint("(\(failed.clientList))"))"
        ]
        for step in failed.steps {
            let head = "\(step.location.description.oneLine())  \(style.strong(step.name.oneLine()))"
            lines += ["", "  \(head)", ""] + checks(CheckFailure.all(in: step.checks)) + exchange(of: step, failed)
        }
        for check in CheckFailure.all(in: failed.checks) {
            lines += ["", "  \(check.location.description.oneLine())  \(style.strong("after the last step"))", ""]
            lines += checks([check])
        }
        lines.append("")
        if failed.skippedSteps > 0 {
            lines.append("  \(counted(failed.skippedSteps, "step was", "steps were")) skipped because of that")
        }
        return (lines + ["  again: \(failed.run.reproduction.oneLine(2000))"]).joined(separator: "\n") + "\n"
    }

    /// The names in a column, then what was expected above what came.
    private func checks(_ checks: [CheckFailure]) -> [String] {
        let width = max(checks.map(\.name.count).max() ?? 0, 8)
        return checks.flatMap { check in
            let name = check.name + String(repeating: " ", count: width - check.name.count)
            let blank = String(repeating: " ", count: width)
            return values("    \(name)  expected  ", check.expected, style.good)
                + values("    \(blank)  actual    ", check.actual, style.bad)
        }
    }

    /// The label before the first line, a stroke before the others.
    private func values(_ label: String, _ text: String, _ mark: (String) -> String) -> [String] {
        let stroke = String(repeating: " ", count: label.count - 2) + style.faint("│") + " "
        return text.printableLines(atMost: Self.valueLimit).enumerated().map { index, line in
            (index == 0 ? label : stroke) + mark(line)
        }
    }

    private func exchange(of step: StepReport, _ failed: FailedCase) -> [String] {
        guard !step.exchange.isEmpty else { return [] }
        let lines = step.exchange.printableLines(atMost: Self.exchangeLimit).map { "    " + style.faint($0) }
        guard let curl = step.shortCurl else { return [""] + lines }
        let hint = "# while this runs: \(failed.serving(before: step))"
        return [""] + lines + ["", "    \(style.faint(hint))", "    \(curl)"]
    }
}

extension StepReport {
    /// The command, when it is short enough to be read and has no line breaks; the JSON report has all of them.
    var shortCurl: String? {
        guard let curl, curl.utf8.count <= 2000 else { return nil }
        let lines = curl.printableLines()
        return lines.count == 1 ? lines[0] : nil
    }
}
