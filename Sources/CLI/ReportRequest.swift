import ArgumentParser
import Contracts

/// The value of `--report`: `junit=report.xml`; `json=-` is for the standard output.
struct ReportRequest: ExpressibleByArgument {
    let kind: ReportKind
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
        self.kind = kind
        path = String(parts[1])
    }

    var isStandardOutput: Bool { path == "-" }
}
