import Documents

/// Reports a run as text for a terminal: the failures, the coverage table and the counts.
package struct ConsoleReporter {
    /// The number of failed cases that are shown in full, and the number of kinds of the others.
    static let caseLimit = 10
    static let kindLimit = 15

    let report: RunReport
    let style: ConsoleStyle

    package init(_ report: RunReport, style: ConsoleStyle = ConsoleStyle()) {
        self.report = report
        self.style = style
    }

    /// The whole report: the failures with their exchanges, the table and the counts.
    package var text: String {
        [failures, report.variants.isEmpty ? "" : table, summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The failures and the counts.
    package var shortText: String {
        [failures, summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The table outcome × method with the number of steps that reached each pair; `3/5` where two did not.
    var table: String {
        let table = CoverageTable(report)
        let rows = table.rows.map { [$0.outcome] + $0.cells.map(\.text) }
        return TextTable([""] + table.methods.map { $0.oneLine(20) }, rows).text { row, column, cell in
            guard row > 0, column > 0 else { return style.faint(cell) }
            guard table.rows[row - 1].cells[column - 1].failed == 0 else { return style.bad(cell) }
            return cell == "·" ? style.faint(cell) : cell
        }
    }

    /// The counts and the notes.
    var summary: String {
        let headline = Headline(report)
        let mark =
            switch headline.status {
            case .passed, .known: style.good("✓ \(headline.verdict)")
            case .failed: style.bad("✗ \(headline.verdict)")
            case .flaky: style.strong("⚠ \(headline.verdict)")
            case .skipped: "– \(headline.verdict)"
            }
        var lines = ["\(mark)  \(style.faint(headline.detail))"]
        lines += report.notes.flatMap(listed)
        if let seed = report.seed { lines.append("seed \(seed)") }
        if let interruption = report.interruption { lines.append(style.bad(interruption)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the title and the first ten lines of a note.
    private func listed(_ note: RunNote) -> [String] {
        let more = note.lines.count > 10 ? ["  … and \(note.lines.count - 10) more"] : []
        return ["\(note.title.lowercased()):"] + note.lines.prefix(10).map { "  \($0)" } + more
    }
}

extension ConsoleReporter {
    /// The number of lines that are shown of an exchange, and of an expected or actual value.
    private static let exchangeLimit = 40
    private static let valueLimit = 12

    /// A block for each of the first failed cases, then the kinds of the others; empty if no case failed.
    var failures: String {
        let cases = FailedCase.all(in: report)
        let rest = cases.dropFirst(Self.caseLimit)
        return (cases.prefix(Self.caseLimit).map(block) + (rest.isEmpty ? [] : [rolledUp(Array(rest))]))
            .joined(separator: "\n")
    }

    private func rolledUp(_ cases: [FailedCase]) -> String {
        let kinds = FailureKind.all(of: cases)
        var lines = [style.bad("✗ and \(cases.count) more, by their first failure"), ""]
        for kind in kinds.prefix(Self.kindLimit) {
            lines += ["  \(kind.count) × \(kind.message)", "      " + style.faint(kind.examples)]
        }
        if kinds.count > Self.kindLimit { lines.append("  … and \(kinds.count - Self.kindLimit) more kinds") }
        lines += ["", "  see all: --report html=report.html"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func block(_ failed: FailedCase) -> String {
        let title = failed.variant.title.oneLine()
        var lines = [
            "\(style.bad("✗ \(failed.name)"))  \(style.strong(title))  \(style.faint("(\(failed.clientList))"))"
        ]
        for step in failed.steps {
            let head = "\(step.location.description.oneLine())  \(style.strong(step.name.oneLine()))"
            lines +=
                ["", "  \(head)", ""] + checks(CheckFailure.all(in: step.checks), of: step) + exchange(of: step, failed)
        }
        for check in CheckFailure.all(in: failed.checks) {
            lines += ["", "  \(check.location.description.oneLine())  \(style.strong("after the last step"))", ""]
            lines += checks([check])
        }
        lines.append("")
        if failed.skippedSteps > 0 {
            lines.append("  \(counted(failed.skippedSteps, "step was", "steps were")) skipped because of this failure")
        }
        lines += failed.reproductions.map { "  rerun: \($0.oneLine(2000))" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the names in a column, then the expected above the actual values.
    private func checks(_ checks: [CheckFailure], of step: StepReport? = nil) -> [String] {
        let width = max(checks.map(\.name.count).max() ?? 0, 8)
        return checks.flatMap { check in
            let name = check.name + String(repeating: " ", count: width - check.name.count)
            let blank = String(repeating: " ", count: width)
            return values("    \(name)  expected  ", check.expected, style.good)
                + values("    \(blank)  actual    ", check.actual, style.bad)
                + place(of: check, step).map { "    \(blank)  at        \(style.faint($0))" }
                + (check.basis.map { ["    \(blank)  basis     \(style.faint($0))"] } ?? [])
        }
    }

    /// Returns the place of a key that is on another line than its step.
    private func place(of check: CheckFailure, _ step: StepReport?) -> [String] {
        guard let step, step.location.line != check.location.line else { return [] }
        return [check.location.description.oneLine()]
    }

    /// Returns the lines with the label before the first and a stroke before the others.
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
        let hint = "# while this server runs: \(failed.serving(before: step))"
        return [""] + lines + ["", "    \(style.faint(hint))", "    \(curl)"]
    }
}

extension StepReport {
    /// The command if it is readable, which is at most 2000 bytes and one line; the JSON report has every command.
    var shortCurl: String? {
        guard let curl, curl.utf8.count <= 2000 else { return nil }
        let lines = curl.printableLines()
        return lines.count == 1 ? lines[0] : nil
    }
}

/// A table of text with the first column flush left and the others flush right.
struct TextTable {
    private let rows: [[String]]

    init(_ header: [String], _ rows: [[String]]) {
        self.rows = [header] + rows
    }

    /// The rows as lines.
    var text: String { text { _, _, cell in cell } }

    /// Returns the rows as lines, with each cell as `styled` returns it; the header is row 0.
    ///
    /// `styled` may add only what has no width, such as colors.
    func text(styled: (_ row: Int, _ column: Int, _ cell: String) -> String) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.enumerated().map { number, row in
            let cells = row.enumerated().map { column, cell in
                let blank = String(repeating: " ", count: widths[column] - cell.count)
                let shown = styled(number, column, cell)
                return column == 0 ? shown + blank : blank + shown
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
