import ArgumentParser
import Scenarios
import UV

/// The command `hypermock lint`.
struct Lint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files without serving them.",
        discussion: """
            Reports every problem of every file with its line and column, and how to mend it.

              hypermock lint --strict Scenarios
            """
    )

    @Argument(help: "Scenario files, or folders of them.", completion: .file())
    var paths: [String] = ["Scenarios"]

    @Flag(help: "Warnings are errors.")
    var strict = false

    @Option(help: "text, json or github (annotations of a workflow run).")
    var format = IssueReport.Format.text

    func run() async throws {
        let result = await ScenarioLoader.loadConcurrently(
            ScenarioSources(paths: paths, isStrict: strict, scope: .eachVariant)
        )
        let report = IssueReport(result.issues)
        StandardStream.output.write(report.rendered(as: format))
        guard !result.hasErrors else { throw Failure(.scenarios, report.summary) }
        let variants = result.scenarios.reduce(0) { $0 + $1.variants.count }
        let size = [(result.scenarios.count, "scenario"), (variants, "variant")].map(IssueReport.count)
        StandardStream.error.write("\(size.joined(separator: ", ")); \(report.summary)\n")
    }
}
