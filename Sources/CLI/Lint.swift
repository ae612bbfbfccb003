import ArgumentParser
import Scenarios
import UV

/// The command `hypermock lint`.
struct Lint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files without serving them.",
        discussion: """
            Reports all problems with file, line and column, and how to fix them.

              hypermock lint --strict Scenarios

            Check the unsaved text of an editor:

              hypermock lint --stdin-filename Scenarios/orders.yaml - < buffer
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Scenario files or folders; - reads standard input. (default: Scenarios)",
            valueName: "paths"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Option(help: "Output format: text, json, or github (workflow annotations).")
    var format = IssueReport.Format.text

    @Option(
        help: ArgumentHelp(
            "Path to use for standard input, in messages and for relative body files.",
            discussion: "Default: stdin.json if the input begins with a brace, else stdin.yaml.",
            valueName: "path"
        )
    )
    var stdinFilename: String?

    @Option(
        name: .customLong("root-dir"),
        help: ArgumentHelp("Check a WireMock folder (mappings, __files).", valueName: "folder")
    )
    var rootFolder: String?

    @Flag(help: "Check the responses of all WireMock mappings as templates.")
    var globalResponseTemplating = false

    func run() async throws {
        let result = await ScenarioLoader.loadConcurrently(try sources())
        let report = IssueReport(
            result.issues + RootOverlap.issues(in: result.scenarios),
            width: StandardStream.output.columns
        )
        StandardStream.output.write(report.rendered(as: format))
        guard !result.hasErrors else { throw CommandFailure(.scenarios, report.summary) }
        let variants = result.scenarios.reduce(0) { $0 + $1.variants.count }
        let size = [(result.scenarios.count, "scenario"), (variants, "variant")].map(IssueReport.count)
        StandardStream.error.write("\(size.joined(separator: ", ")); \(report.summary)\n")
    }

    /// The arguments that name standard input.
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
                throw CommandFailure(.infrastructure, "hypermock: cannot read standard input: \(error)")
            }
        }
        return sources
    }
}
