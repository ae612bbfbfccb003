/// The reports that are written into files.
package enum ReportKind: String, Sendable, CaseIterable {
    case junit

    /// The report of a run as the text of a file.
    package func text(of report: RunReport) -> String {
        switch self {
        case .junit: JUnitReporter(report).text
        }
    }
}
