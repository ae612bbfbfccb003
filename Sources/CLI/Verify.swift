import ArgumentParser
import Contracts
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command `hypermock verify`.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Run contracts: drive the client against the mock server and judge what it makes of the answers.",
        discussion: """
            Every scenario with a contract runs in its own sandbox, with every client.

              hypermock verify Scenarios --report junit=report.xml

            A client in another language, through a program that makes its calls:

              hypermock verify Scenarios --driver "python3 Tests/Drivers/hal_driver.py"

            Exit code 0: all contracts hold; 1: one does not; 2: wrong usage;
            3: no server, no driver, or a report that cannot be written;
            4: a file is wrong; 5: nothing was selected; 6: too little coverage.
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

    func validate() throws {
        guard running.mutants, !reporting.report.isEmpty else { return }
        throw ValidationError("--report: there is none of --mutants, which prints a table")
    }

    func run() async throws {
        try OpenFiles.prepareVerifying(cores: ProcessInfo.processInfo.activeProcessorCount)
        let read = try await IssueReport.read(ScenarioSources(paths: paths.map(\.shortPath)))
        let scenarios = read.scenarios
        let items = try selectedItems(of: scenarios)
        guard !items.isEmpty else { throw Failure(.nothingExecuted, nothingSelected(among: scenarios)) }
        let session = VerifySession(
            scenarios: scenarios,
            items: items,
            options: running.options,
            server: running.server,
            runLimit: running.runTimeout.map { .seconds($0) },
            output: try reporting.output(inputs: InputFiles(read)),
            gates: reporting.minCoverage
        )
        if running.mutants {
            try await session.runMutants(running.styles)
        } else {
            let clients = try await running.clients()
            let result: Result<Void, any Error>
            do { result = .success(try await session.run(clients.kinds)) } catch { result = .failure(error) }
            await clients.close()
            try result.get()
        }
    }

    private func selectedItems(of scenarios: [Scenario]) throws -> [Selection.Item] {
        let items = selection.selection.items(of: scenarios)
        guard selection.lastFailed else { return items }
        let failed = try LastRun.read().failed
        guard !failed.isEmpty else {
            throw Failure(.nothingExecuted, "hypermock: nothing was run: nothing has failed when it last ran here")
        }
        return items.filter { failed.contains($0.name) }
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

extension String {
    /// A path below the working folder without what leads there, so that reports are short and the same elsewhere.
    fileprivate var shortPath: String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return hasPrefix(folder) && count > folder.count ? String(dropFirst(folder.count)) : self
    }
}
