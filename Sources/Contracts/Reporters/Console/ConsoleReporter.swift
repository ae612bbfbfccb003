import Scenarios

/// A run as text for people: the failures, the table of coverage, and the counts.
package struct ConsoleReporter {
    /// How many failed cases are told in full, and how many kinds of the others.
    static let caseLimit = 10
    static let kindLimit = 15

    let report: RunReport
    let style: ConsoleStyle

    package init(_ report: RunReport, style: ConsoleStyle = ConsoleStyle()) {
        self.report = report
        self.style = style
    }

    /// Everything: what failed, each with what one needs to see why, then the table and the counts.
    package var text: String {
        [failures, report.variants.isEmpty ? "" : table, summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The failures and the counts.
    package var shortText: String {
        [failures, summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Outcome × method, with the number of steps that have reached each; `3/5` where two have not.
    var table: String {
        let table = CoverageTable(report)
        let rows = table.rows.map { [$0.outcome] + $0.cells.map(\.text) }
        return TextTable([""] + table.methods.map { $0.oneLine(20) }, rows).text { row, column, cell in
            guard row > 0, column > 0 else { return style.faint(cell) }
            guard table.rows[row - 1].cells[column - 1].failed == 0 else { return style.bad(cell) }
            return cell == "·" ? style.faint(cell) : cell
        }
    }

    /// The counts, in a few lines.
    var summary: String {
        let headline = Headline(report)
        let mark =
            switch headline.status {
            case .passed: style.good("✓ \(headline.verdict)")
            case .failed: style.bad("✗ \(headline.verdict)")
            case .skipped: "– \(headline.verdict)"
            }
        var lines = ["\(mark)  \(style.faint(headline.detail))"]
        lines += listed("not judged", report.gaps) + listed("flaky", report.flakes.map(\.text)) + unreached
        if let seed = report.seed { lines.append("seed \(seed)") }
        if let interruption = report.interruption { lines.append(style.bad(interruption)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var unreached: [String] {
        let interactions = NeverReached(report).interactions.map(\.text)
        return listed("unused interactions", interactions) + listed("without a contract", report.silent.map(\.text))
    }

    /// The first ten under a label; nothing when there is none.
    private func listed(_ label: String, _ texts: [String]) -> [String] {
        guard !texts.isEmpty else { return [] }
        let more = texts.count > 10 ? ["  … and \(texts.count - 10) more"] : []
        return ["\(label):"] + texts.prefix(10).map { "  \($0)" } + more
    }
}
