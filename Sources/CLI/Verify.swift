import ArgumentParser
import Contracts
import Scenarios
import UV

/// The command `hypermock verify`.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run contracts: drive the client against the mock server and judge what it makes of the answers.",
        discussion: """
            Every scenario with a contract runs in a sandbox of its own, with every client.

              hypermock verify Scenarios --report junit=report.xml

            Exit code 0: all contracts hold; 1: one does not; 4: a file is wrong; 5: nothing was selected.
            """
    )

    @Argument(help: "Scenario files, or folders of them.", completion: .file())
    var paths: [String] = ["Scenarios"]

    @OptionGroup(title: "What is run")
    var selection: SelectionOptions

    @OptionGroup(title: "How it is run")
    var running: RunningOptions

    @OptionGroup(title: "What is reported")
    var reporting: ReportingOptions

    func run() async throws {
        let scenarios = try IssueReport.scenarios(at: paths, isStrict: false)
        let items = selection.selection.items(of: scenarios)
        guard !items.isEmpty else { throw Failure(.nothingExecuted, nothingSelected(among: scenarios)) }
        let session = VerifySession(
            scenarios: scenarios,
            items: items,
            clients: running.clients,
            options: running.options,
            files: try reporting.files(),
            gates: reporting.minCoverage,
            isQuiet: reporting.quiet
        )
        if running.mutants {
            try await session.runMutants(running.styles)
        } else {
            try await session.run()
        }
    }

    private func nothingSelected(among scenarios: [Scenario]) -> String {
        let count = scenarios.count { $0.hasContract }
        guard count > 0 else {
            return "hypermock: nothing was run: no scenario under \(paths.joined(separator: ", ")) has a contract"
        }
        let names = Selection().items(of: scenarios).prefix(5).map { "\n  \($0.name)" }.joined()
        return
            "hypermock: nothing was run: the selection leaves none of \(count) scenarios with a contract, such as\(names)"
    }
}
