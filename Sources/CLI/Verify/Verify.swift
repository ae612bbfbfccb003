import ArgumentParser
import Contracts
import MockServing
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
        abstract: "Test clients against the contracts of scenarios.",
        discussion: """
            Starts a mock server, makes the calls of each contract with each client, and compares the outcomes. Each \
            case has its own isolated state.

              hypermock verify Scenarios --report junit=report.xml

            Without a checkout of the package, run the contracts that the command contains:

              hypermock verify --builtin --driver "python3 driver.py"

            Test a client in another language by a driver, a program that makes its calls:

              hypermock verify Scenarios --driver "python3 Tests/Drivers/hal_driver.py"

            Record the failures of a client once, and fail later runs for new ones only:

              hypermock verify --builtin --driver ./driver --baseline k.yaml --write-baseline
              hypermock verify --builtin --driver ./driver --baseline k.yaml

            Run failed cases again, and report those that pass then as flaky:

              hypermock verify Scenarios --retries 2 --fail-on-flaky

            While you write scenarios, run those that change, each time that you save one:

              hypermock verify Scenarios --watch

            Run each contract over HTTP/1.1 and HTTP/2, with and without TLS:

              hypermock verify Scenarios --over all

            Exit code 0: all contracts passed; 1: a contract failed; 2: usage error; 3: the server, the driver or a \
            report file is not available; 4: a scenario file is invalid; 5: no contract was selected; 6: coverage is \
            too low.
            """
    )

    @Argument(
        help: ArgumentHelp("Scenario files or folders. (default: Scenarios)", valueName: "paths"),
        completion: .file()
    )
    var paths: [String] = []

    @Flag(help: "Run the shipped contracts, which the command contains. Reports call their files builtin:….")
    var builtin = false

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup(title: "Known failures")
    var known: BaselineOptions

    @OptionGroup(title: "Execution")
    var running: RunningOptions

    @OptionGroup(title: "Earlier runs")
    var earlier: StateOptions

    @OptionGroup(title: "Reports")
    var reporting: ReportingOptions

    func validate() throws {
        guard !builtin || paths.isEmpty else {
            throw ValidationError("--builtin cannot be combined with paths; builtin:links is one of its folders")
        }
        try known.validate(beside: reporting.report)
        try validateWatch()
        if earlier.noState, selection.lastFailed || selection.shardBy == .time {
            throw ValidationError("--last-failed and --shard-by time cannot be combined with --no-state")
        }
        guard running.mutants else { return }
        guard reporting.report.isEmpty else {
            throw ValidationError("--report cannot be combined with --mutants, which prints a table")
        }
        guard known.baseline == nil else {
            throw ValidationError("--baseline cannot be combined with --mutants, which tests the contracts")
        }
    }

    /// Throws `ValidationError` for options that make no sense with `--watch`.
    private func validateWatch() throws {
        guard running.watch else { return }
        let others = [
            ("--builtin, whose files do not change", builtin),
            ("--server, which reads its own files", running.server != nil),
            ("--mutants", running.mutants), ("--repeat-until", running.repeatUntil != nil),
            ("--write-baseline", known.writeBaseline),
            ("--last-failed; the key f runs failed cases again", selection.lastFailed),
        ]
        guard let other = others.first(where: \.1) else { return }
        throw ValidationError("--watch cannot be combined with \(other.0)")
    }

    func run() async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        try OpenFiles.prepareVerifying(cores: cores, servers: running.wires.count)
        var sources = ScenarioSources(paths: chosenPaths.map(\.shortPath))
        sources.addBuiltinScenarios()
        guard !running.watch else { return try await VerifyWatch.run(self, sources) }
        let read = try await IssueReport.read(sources)
        let output = try reporting.output(inputs: InputFiles(read))
        let session = try session(try selectedItems(of: read.scenarios), of: read.scenarios, output)
        if running.mutants {
            try await session.runMutants(running.styles)
        } else {
            try reporting.gates.judge(try await session.run(running.clients))
        }
    }

    /// Prepares one run of selected cases.
    ///
    /// - Throws: `CommandFailure` if there are none, or the baseline is invalid.
    func session(
        _ selected: [Selection.Item],
        of scenarios: [Scenario],
        _ output: VerifyOutput
    ) throws -> VerifySession {
        var selected = selected
        for index in selected.indices { selected[index].position = index }
        guard !selected.isEmpty else { throw CommandFailure(.nothingExecuted, nothingSelected(among: scenarios)) }
        let state = earlier.state
        let items = selection.shard(of: selected, durations: state?.durations ?? [:])
        if items.isEmpty { StandardStream.error.write("hypermock: no selected variant belongs to this shard\n") }
        let baseline = try known.read()
        var options = running.options
        options.keepsExchanges = reporting.report.contains { $0.kind == .har }
        options.baseline = baseline?.known ?? Baseline()
        options.durations = state?.durations ?? [:]
        var setup = RunSetup(
            version: Product.version,
            paths: chosenPaths,
            shard: selection.shard,
            options: options,
            selected: selected,
            of: scenarios
        )
        setup.command = RunCommand(CommandLine.arguments.dropFirst()).text
        setup.slow = running.slow.map { .seconds($0) }
        return VerifySession(
            scenarios: scenarios,
            items: items,
            options: options,
            baseline: baseline,
            servers: running.source,
            setup: setup,
            runLimit: running.runLimit,
            deadline: running.maxDuration.map { RunDeadline(after: .seconds($0)) },
            output: output,
            state: state
        )
    }

    private var chosenPaths: [String] {
        guard paths.isEmpty else { return paths }
        return [builtin ? BuiltinScenarios.prefix : "Scenarios"]
    }

    /// Returns the cases that the options select.
    ///
    /// - Throws: `CommandFailure` if they refer to an earlier run, and there was none or it did not fail.
    func selectedItems(of scenarios: [Scenario]) throws -> [Selection.Item] {
        let items = selection.selection.items(of: scenarios)
        guard selection.lastFailed else { return items }
        guard let state = try RunState.read(for: "--last-failed") else {
            let reason = "no previous run: \(RunState.path) does not exist"
            throw CommandFailure(.nothingExecuted, "hypermock: --last-failed: \(reason)")
        }
        let failed = state.failed.names
        guard !failed.isEmpty else {
            throw CommandFailure(.nothingExecuted, "hypermock: nothing was run: all contracts passed in the last run")
        }
        return items.filter { failed.contains($0.name) }
    }

    private func nothingSelected(among scenarios: [Scenario]) -> String {
        let count = scenarios.count { $0.hasContract }
        guard count > 0 else {
            return "hypermock: nothing was run: no scenario under \(chosenPaths.joined(separator: ", ")) has a contract"
        }
        let names = Selection().items(of: scenarios).prefix(5).map { "\n  \($0.name)" }.joined()
        return
            "hypermock: nothing was run: the options select none of \(count) scenarios with a contract, such as\(names)"
    }
}

extension String {
    /// The path relative to the working folder, if it is inside, so that reports do not depend on the machine.
    fileprivate var shortPath: String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return hasPrefix(folder) && count > folder.count ? String(dropFirst(folder.count)) : self
    }
}
