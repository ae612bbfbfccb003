import Documents

/// Reports a run as GitHub-flavored Markdown of limited size, for the summary of a job.
package struct MarkdownReporter {
    private static let caseLimit = 20
    private static let kindLimit = 20

    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document.
    package var text: String {
        ([heading, table] + failures + notes).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private var heading: String {
        let headline = Headline(report)
        let mark =
            switch headline.status {
            case .passed, .known: "✅"
            case .failed: "❌"
            case .flaky: "⚠️"
            case .skipped: "⚪"
            }
        return "## \(mark) Contracts: \(headline.verdict)\n\n\(headline.detail)"
    }

    private var table: String {
        let table = CoverageTable(report)
        let rows = table.rows.map { row in
            [row.outcome] + row.cells.map { $0.failed > 0 ? "❌ \($0.text)" : $0.text }
        }
        let rule = ["---"] + table.methods.map { _ in "--:" }
        return ([["outcome"] + table.methods.map { MarkdownText.escaped($0) }, rule] + rows).map {
            "| \($0.joined(separator: " | ")) |"
        }.joined(separator: "\n")
    }

    private var failures: [String] {
        let cases = FailedCase.all(in: report)
        let rest = cases.dropFirst(Self.caseLimit)
        guard !cases.isEmpty else { return [] }
        return ["### Failures"] + cases.prefix(Self.caseLimit).map(block) + (rest.isEmpty ? [] : [rolledUp(rest)])
    }

    private func block(_ failed: FailedCase) -> String {
        var parts = [
            "<details><summary><code>\(MarkupText.escaped(failed.name))</code> "
                + "\(MarkupText.escaped(failed.variant.title.oneLine())) (\(MarkupText.escaped(failed.clientList)))</summary>"
        ]
        for step in failed.steps {
            parts.append("\(MarkdownText.code(step.location.description)) **\(MarkdownText.escaped(step.name))**")
            parts.append(MarkdownText.block(Self.text(of: CheckFailure.all(in: step.checks))))
            if !step.exchange.isEmpty { parts.append(MarkdownText.block(step.exchange.truncated(to: 5000))) }
        }
        if !failed.checks.isEmpty {
            parts += ["After the last step", MarkdownText.block(Self.text(of: CheckFailure.all(in: failed.checks)))]
        }
        parts += ["Rerun:", MarkdownText.block(failed.run.reproduction.oneLine(2000), language: "sh"), "</details>"]
        return parts.joined(separator: "\n\n")
    }

    private static func text(of failures: [CheckFailure]) -> String {
        failures.map { failure in
            let basis = failure.basis.map { "\n  basis:    \($0)" } ?? ""
            return "\(failure.name)\n  expected: \(failure.expected)\n  actual:   \(failure.actual)\(basis)"
        }.joined(separator: "\n")
    }

    private func rolledUp(_ cases: ArraySlice<FailedCase>) -> String {
        let kinds = FailureKind.all(of: cases)
        let more = kinds.count > Self.kindLimit ? ["- … and \(kinds.count - Self.kindLimit) more kinds"] : []
        let lines = kinds.prefix(Self.kindLimit).map {
            "- \($0.count) × \(MarkdownText.code($0.message)): \(MarkdownText.escaped($0.examples))"
        }
        return "And \(cases.count) more, by their first failure:\n\n" + (lines + more).joined(separator: "\n")
    }

    private var notes: [String] {
        report.notes.flatMap(list) + (report.seed.map { ["Seed \($0)."] } ?? [])
            + (report.interruption.map { ["**\(MarkdownText.escaped($0))**"] } ?? [])
    }

    private func list(_ note: RunNote) -> [String] {
        let more = note.lines.count > 20 ? ["- … and \(note.lines.count - 20) more"] : []
        let lines = note.lines.prefix(20).map { "- \(MarkdownText.code($0, limit: 2000))" } + more
        return ["### \(note.title)", lines.joined(separator: "\n")]
    }
}

/// Text for Markdown (CommonMark 0.31), with markup escaped.
enum MarkdownText {
    /// Returns one line of prose, of at most `limit` characters, with punctuation escaped (§2.4) and HTML as character references.
    static func escaped(_ text: String, limit: Int = 200) -> String {
        var escaped = ""
        for scalar in text.oneLine(limit).unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "@":
                escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns one line of code.
    static func code(_ text: String, limit: Int = 200) -> String {
        "<code>\(escaped(text, limit: limit))</code>"
    }

    /// Returns a fenced block whose fence is longer than any run of backticks inside (§4.5).
    static func block(_ text: String, language: String = "text") -> String {
        let lines = text.printableLines()
        let longest = lines.map { $0.prefix { $0 == " " || $0 == "`" }.count { $0 == "`" } }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(lines.joined(separator: "\n"))\n\(fence)"
    }
}
