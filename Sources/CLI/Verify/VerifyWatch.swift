import Contracts
import MockServing
import Scenarios
import UV

/// The runs of `verify --watch`: one of all cases, then one for each change of scenario files and for each key.
struct VerifyWatch {
    /// The cases of a run.
    private enum Extent {
        case all
        case failed
        /// The cases of the scenarios with these slugs.
        case scenarios(Set<String>)

        /// The reason why there may be no cases; nil: there must be.
        var reasonToRunNothing: String? {
            switch self {
            case .all: nil
            case .failed: "all contracts passed in their last run"
            case .scenarios: "the options select no variant of the changed scenarios"
            }
        }
    }

    private let command: Verify
    private let output: VerifyOutput
    private let hasKeys: Bool
    private var scenarios: [Scenario]
    private var report: ReloadReport
    /// The files with errors of which a previous version is in use.
    private var keptFiles: Set<String> = []
    private var failed = FailedVariants()
    private var last = Extent.all
    /// The failure of the last run; nil if it passed.
    private var failure: CommandFailure?

    private init(_ command: Verify, _ read: ScenarioLoader.Result, hasKeys: Bool) throws {
        self.command = command
        self.hasKeys = hasKeys
        output = try command.reporting.output(inputs: InputFiles(read))
        scenarios = ScenarioChanges(from: [], to: read).scenarios
        report = ReloadReport(read.issues)
    }

    /// Runs until a signal or a key ends the command.
    ///
    /// - Throws: The `CommandFailure` of the last run, without its message, which was printed.
    static func run(_ command: Verify, _ sources: ScenarioSources) async throws {
        let events: ServeEvents
        let hasKeys = TerminalKeys.areAvailable
        do {
            // A change during the first reading is read again.
            events = try await ServeEvents.start(watching: sources, keys: hasKeys)
        } catch let error as UVError {
            throw CommandFailure(.infrastructure, "hypermock: \(error)")
        }
        let read = await ScenarioLoader.loadConcurrently(sources)
        events.reuse(read)
        StandardStream.error.write(IssueDigest(read.issues).text)
        let result = await attempt {
            var watch = try VerifyWatch(command, read, hasKeys: hasKeys)
            await watch.run(.all)
            await watch.follow(events.stream)
            return watch.failure
        }
        await events.stop()
        if let failure = try result.get() { throw CommandFailure(failure.status, "") }
    }

    private static func attempt(
        _ body: () async throws -> CommandFailure?
    ) async -> Result<CommandFailure?, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    private mutating func follow(_ events: AsyncStream<ServeEvents.Event>) async {
        for await event in events {
            switch event {
            case .loaded(let result): await runChanges(result)
            case .key(.all): await run(.all)
            case .key(.failed): await run(.failed)
            case .key(.again): await run(last)
            case .certificates, .shutdown: break
            case .signal: return
            }
        }
    }

    /// Runs the scenarios that are new, have changed, or are as before again after an error.
    private mutating func runChanges(_ result: ScenarioLoader.Result) async {
        let changes = ScenarioChanges(from: scenarios, to: result)
        say(report.text(result, changes))
        let mended = keptFiles.subtracting(changes.keptFiles)
        keptFiles = Set(changes.keptFiles)
        scenarios = changes.scenarios
        let files = mended.union(changes.changes.filter { $0.kind != .removed }.map(\.file))
        let changed = scenarios.filter { $0.hasContract && files.contains($0.file) }
        if !changed.isEmpty { await run(.scenarios(Set(changed.map(\.slug)))) }
    }

    /// Makes one run, and prints its failure.
    private mutating func run(_ extent: Extent) async {
        last = extent
        do {
            let items = try selected(extent)
            if items.isEmpty, let reason = extent.reasonToRunNothing {
                say("hypermock: nothing was run: \(reason)\n")
            } else {
                let session = try command.session(items, of: scenarios, output)
                let report = try await session.run(command.running.clients)
                failed.update(by: report)
                failure = nil
                try gates(extent).judge(report)
            }
        } catch {
            let failure = error as? CommandFailure ?? CommandFailure(.infrastructure, "hypermock: \(error)")
            if !failure.message.isEmpty { say(failure.message + "\n") }
            self.failure = failure
        }
        say("hypermock: waiting for changes\(hasKeys ? " (\(WatchKey.help))" : "")\n")
    }

    /// Returns the selected cases of an extent.
    private func selected(_ extent: Extent) throws -> [Selection.Item] {
        switch extent {
        case .all: try command.selectedItems(of: scenarios)
        case .failed: try command.selectedItems(of: scenarios).filter { failed.names.contains($0.name) }
        // Variants are read when they are selected.
        case .scenarios(let slugs): try command.selectedItems(of: scenarios.filter { slugs.contains($0.slug) })
        }
    }

    /// The gates of a run; those of coverage are for all cases.
    private func gates(_ extent: Extent) -> RunGates {
        guard case .all = extent else { return RunGates(coverage: [], isFlakyRefused: command.reporting.failOnFlaky) }
        return command.reporting.gates
    }

    private func say(_ text: String) {
        StandardStream.error.write(text)
    }
}
