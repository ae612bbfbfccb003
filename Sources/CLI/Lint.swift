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

            An editor's buffer, without saving it:

              hypermock lint --stdin-filename Scenarios/orders.yaml - < buffer
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Scenario files, or folders of them; - reads standard input. (default: Scenarios)",
            valueName: "paths"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @Flag(help: "Warnings are errors.")
    var strict = false

    @Option(help: "text, json or github (annotations of a workflow run).")
    var format = IssueReport.Format.text

    @Option(
        help: ArgumentHelp(
            "The file that standard input stands for: its name and folder.",
            discussion: "By default stdin.yaml, or stdin.json for what begins with a brace.",
            valueName: "path"
        )
    )
    var stdinFilename: String?

    @Option(name: .customLong("root-dir"), help: ArgumentHelp("A WireMock folder to check.", valueName: "folder"))
    var rootFolder: String?

    @Flag(help: "Check the response of every WireMock mapping as a template.")
    var globalResponseTemplating = false

    func run() async throws {
        let result = await ScenarioLoader.loadConcurrently(try sources())
        let report = IssueReport(
            result.issues + RootOverlap.issues(in: result.scenarios),
            width: StandardStream.output.columns
        )
        StandardStream.output.write(report.rendered(as: format))
        guard !result.hasErrors else { throw Failure(.scenarios, report.summary) }
        let variants = result.scenarios.reduce(0) { $0 + $1.variants.count }
        let size = [(result.scenarios.count, "scenario"), (variants, "variant")].map(IssueReport.count)
        StandardStream.error.write("\(size.joined(separator: ", ")); \(report.summary)\n")
    }

    /// The names of standard input on a command line.
    private static let standardInput: Set = ["-", "/dev/stdin"]

    private func sources() throws -> ScenarioSources {
        let isDefault = paths.isEmpty && rootFolder == nil
        var sources = ScenarioSources(
            paths: isDefault ? ["Scenarios"] : paths.filter { !Self.standardInput.contains($0) },
            wireMockFolder: rootFolder,
            isStrict: strict,
            scope: .eachVariant
        )
        sources.templatesAll = globalResponseTemplating
        if paths.contains(where: Self.standardInput.contains) {
            do {
                let bytes = try StandardInput.read(limit: ScenarioReader.maximumBytes)
                sources.texts = [ScenarioSources.Text(bytes, path: stdinFilename)]
            } catch {
                throw Failure(.infrastructure, "standard input cannot be read: \(error)")
            }
        }
        return sources
    }
}
