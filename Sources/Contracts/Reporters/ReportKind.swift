/// The kinds of report files; each is a pure function of the run.
package enum ReportKind: String, Sendable, CaseIterable {
    case junit
    case json
    case html
    case tap
    case github
    case markdown
    /// The exchanges of a run that keeps them, without verdicts.
    case har

    /// The kinds that say what passed and failed.
    package static let verdicts = allCases.filter { $0 != .har }

    /// Returns the report of a run as the text of a file; places in HTML are links if an editor opens them.
    package func text(of report: RunReport, links: SourceLinks? = nil) -> String {
        switch self {
        case .junit: JUnitReporter(report).text
        case .json: JSONReporter(report).text
        case .html: HTMLReporter(report, links: links).text
        case .tap: TAPReporter(report).text
        case .github: GitHubReporter(report).text
        case .markdown: MarkdownReporter(report).text
        case .har: HARReporter(report).text
        }
    }
}
