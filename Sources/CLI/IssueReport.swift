import ArgumentParser
import Contracts
import Documents
import HAL
import Scenarios
import UV

/// The problems of scenario files as text, JSON, or GitHub annotations.
struct IssueReport {
    /// The values of `lint --format`.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case github
    }

    private let issues: [ScenarioIssue]
    /// The width of source lines in columns; nil: the width of standard error.
    private let width: Int?

    init(_ issues: [ScenarioIssue], width: Int? = nil) {
        self.issues = issues
        self.width = width
    }

    /// Loads the scenarios, and prints warnings to standard error; many are summed up.
    ///
    /// - Throws: `CommandFailure` with all problems if a file has an error.
    static func read(_ sources: ScenarioSources) async throws -> ScenarioLoader.Result {
        let result = await ScenarioLoader.loadConcurrently(sources)
        let report = IssueReport(result.issues)
        guard !result.hasErrors else { throw CommandFailure(.scenarios, report.text + report.summary) }
        StandardStream.error.write(IssueDigest(result.issues).text)
        return result
    }

    func rendered(as format: Format) -> String {
        switch format {
        case .text: return text
        case .json: return json
        case .github: return annotations
        }
    }

    /// A block for each problem: file, line, column, message, the source line with a caret, and a fix.
    var text: String {
        let columns = (width ?? StandardStream.error.columns).map { $0 - SourceExcerpt.signs } ?? SourceExcerpt.width
        return issues.map { $0.text(width: columns) + "\n" }.joined()
    }

    /// For example `2 errors, 1 warning`; notes only if there are any.
    var summary: String {
        let counts = ScenarioIssue.Severity.allCases.map { severity in
            (severity, issues.count { $0.severity == severity })
        }
        return counts.filter { $0.0 != .note || $0.1 > 0 }.map { Self.count($0.1, $0.0.rawValue) }
            .joined(separator: ", ")
    }

    /// For example `1 error`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private var json: String {
        let problems = issues.map { issue -> JSONValue in
            [
                "severity": .string(issue.severity.rawValue),
                "file": .string(issue.location.file),
                "line": .number(JSONNumber(issue.location.line)),
                "column": .number(JSONNumber(issue.location.column)),
                "message": .string(issue.message),
                "fix": issue.suggestion.map { .string($0) } ?? .null,
            ]
        }
        return JSONValue.object(["version": 1, "problems": .array(problems)]).serialized(pretty: true) + "\n"
    }

    private var annotations: String {
        issues.map { issue in
            let place = issue.location
            let message = [issue.message, issue.suggestion].compactMap { $0 }.joined(separator: "; ")
            let properties = [("file", place.file), ("line", "\(place.line)"), ("col", "\(place.column)")]
            let command = issue.severity == .note ? "notice" : issue.severity.rawValue
            return WorkflowCommand(command, properties, message).line
        }.joined()
    }
}
