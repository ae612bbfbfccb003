import Documents

/// Reports a run as annotations of GitHub Actions: one for each failed case, at the line of the failed step.
///
/// GitHub shows at most ten errors a step, so the tenth summarizes the rest.
package struct GitHubReporter {
    private static let quota = 10

    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The lines; empty if nothing failed.
    package var text: String {
        let cases = FailedCase.all(in: report)
        var commands = cases.prefix(cases.count > Self.quota ? Self.quota - 1 : Self.quota).map(Self.annotation)
        let rest = cases.dropFirst(Self.quota - 1)
        if cases.count > Self.quota { commands.append(Self.rolledUp(rest)) }
        commands += report.unjudged.map { WorkflowCommand("notice", [("title", "not judged")], $0) }
        commands += report.flakes.prefix(Self.quota).map { WorkflowCommand("warning", [("title", "flaky")], $0.text) }
        commands += report.drift.lines.map { WorkflowCommand("warning", [("title", "baseline")], $0) }
        if let interruption = report.interruption { commands.append(WorkflowCommand("warning", [], interruption)) }
        return commands.map(\.line).joined()
    }

    private static func annotation(of failed: FailedCase) -> WorkflowCommand {
        let place = failed.location
        let messages = failed.messages
        let more = messages.count > 5 ? ["… and \(messages.count - 5) more"] : []
        let lines = messages.prefix(5) + more + failed.reproductions.map { "rerun: \($0.oneLine(1000))" }
        return WorkflowCommand(
            "error",
            [
                ("file", place.file.oneLine()), ("line", "\(place.line)"), ("col", "\(place.column)"),
                ("title", "\(failed.name) (\(failed.clientList))"),
            ],
            lines.joined(separator: "\n")
        )
    }

    private static func rolledUp(_ cases: ArraySlice<FailedCase>) -> WorkflowCommand {
        let kinds = FailureKind.all(of: cases)
        let more = kinds.count > 10 ? ["… and \(kinds.count - 10) more kinds"] : []
        let lines = kinds.prefix(10).map { "\($0.count) × \($0.message) (\($0.examples))" } + more
        let title = "and \(counted(cases.count, "more failed case"))"
        return WorkflowCommand("error", [("title", title)], lines.joined(separator: "\n"))
    }
}

/// A line that GitHub Actions turns into an annotation.
///
/// See https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
package struct WorkflowCommand {
    private let text: String

    /// - Parameters:
    ///   - name: `error`, `warning` or `notice`.
    ///   - properties: `file`, `line`, `col`, `title`.
    ///   - message: One line or several.
    package init(_ name: String, _ properties: [(String, String)], _ message: String) {
        let written = properties.map { "\($0)=\(Self.escaped($1, isProperty: true))" }.joined(separator: ",")
        text = "::\(name)\(written.isEmpty ? "" : " \(written)")::\(Self.escaped(message))\n"
    }

    /// The line with its end.
    package var line: String { text }

    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case ":" where isProperty: escaped += "%3A"
            case "," where isProperty: escaped += "%2C"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
