import ArgumentParser
import Contracts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The reports of `verify`.
struct ReportingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a report (\(ReportKind.allCases.map(\.rawValue).joined(separator: ", "))); - is stdout. Repeatable.",
            valueName: "kind=path"
        )
    )
    var report: [ReportRequest] = []

    @Option(
        help: ArgumentHelp(
            "Required coverage: percent of outcomes × methods, or an outcome with methods (conflict:GET,PUT). Repeatable.",
            valueName: "spec"
        )
    )
    var minCoverage: [CoverageGate] = []

    @Option(
        help: ArgumentHelp("Make places in the HTML report links that open in this editor.", valueName: "editor")
    )
    var editor: Editor?

    @Flag(help: "Exit with code 1 if a case passed only at a later attempt.")
    var failOnFlaky = false

    @Flag(help: "Print only failures and counts.")
    var quiet = false

    func validate() throws {
        let twice = report.first { one in report.count { OutputFile.isSame($0.path, one.path) } > 1 }
        guard let twice else { return }
        throw ValidationError(
            "--report: two reports cannot be written to \(twice.isStandardOutput ? "the standard output" : twice.path)"
        )
    }

    /// The minimum results of the run.
    var gates: RunGates { RunGates(coverage: minCoverage, isFlakyRefused: failOnFlaky) }

    /// Checks and prepares the report files before the run.
    ///
    /// - Throws: `CommandFailure` if a report cannot be written.
    func output(inputs: InputFiles) throws -> VerifyOutput {
        let links = editor.map { SourceLinks($0, in: FileManager.default.currentDirectoryPath) }
        return try VerifyOutput(report, isQuiet: quiet, links: links, inputs: inputs)
    }
}

extension Editor: ExpressibleByArgument {}

extension CoverageGate: ExpressibleByArgument {
    /// Parses the value of `--min-coverage`.
    public init?(argument: String) {
        self.init(argument)
    }
}

/// The value of `--report`, such as `junit=report.xml`, or `json=-` for the standard output.
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
