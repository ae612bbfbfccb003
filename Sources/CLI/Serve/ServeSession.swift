import Contracts
import Documents
import MockServing
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of `hypermock serve`, from loading the files to the end of the last connection.
struct ServeSession {
    let sources: ScenarioSources
    let configuration: MockServerConfiguration
    let portFile: String?
    /// The file for the certificate that clients trust.
    let authorityFile: String?
    let grace: Duration
    /// The time between a signal to stop and the stop.
    let drainDelay: Duration
    let watches: Bool
    /// The collector of spans and metrics; nil: none gets them.
    let telemetry: TelemetryOptions?

    /// Serves until a signal or the admin API stops it.
    ///
    /// - Throws: `CommandFailure` if a scenario file is invalid or the server cannot listen.
    func run() async throws {
        CurrentProcess.returnLargeBlocks()
        let connections = try OpenFiles.prepareServing(
            threads: configuration.threads,
            connections: configuration.maxConnections
        )
        let read = try await IssueReport.read(sources)
        let scenarios = withoutUnshared(read.scenarios)
        let inputs = InputFiles(read, others: configuration.https?.files ?? [])
        let file = try portFile.map { try OutputFile($0, kind: "port file", inputs: inputs) }
        var certificate = try authorityFile.map { path in
            AuthorityOutput(try OutputFile(path, kind: "CA file", inputs: inputs))
        }
        do {
            let channel = AsyncStream.makeStream(of: ServeEvents.Event.self)
            var configuration = configuration
            configuration.maxConnections = connections
            configuration.onShutdown = { channel.continuation.yield(.shutdown) }
            configuration.spanCounts = telemetry?.traces.map { _ in Guarded(SpanCounts()) }
            let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
            var watched = sources
            watched.includedFolders = read.includedFolders
            let events = try await ServeEvents.start(
                watching: watches ? watched : nil,
                certificates: configuration.https.map { CertificateWatch(files: $0.files, watches: watches) },
                channel,
                server: (server.activities, telemetry == nil ? grace : grace + TelemetryExporter.lastTime)
            )
            events.reuse(read)
            // To read large files takes several times the memory of what they contain.
            if CurrentProcess.usage.residentBytes > Self.largeServer { CurrentProcess.releaseMemory() }
            Self.say(CertificateReport.text(server.certificateWarnings))
            try certificate?.write(server.certificateAuthority)
            try file?.write(ServeAnnouncement(server).ports, waitingForReader: true)
            announce(server, scenarios)
            let exporter = await startExporter(of: server, configuration)
            await follow(events, server, ReloadReport(read.issues), certificate, exporter)
            await events.stop()
        } catch let error as MockServerError {
            let status: ExitStatus = error.code == .scenarios ? .scenarios : .infrastructure
            throw CommandFailure(status, "hypermock: \(error.description)")
        } catch let error as UVError {
            throw CommandFailure(.infrastructure, "hypermock: \(error)")
        }
    }

    /// The resident memory in bytes from which a server returns what loading has freed: twice that of a small one.
    private static let largeServer = 48 << 20

    /// Leaves out the scenarios whose state several servers cannot share, with a warning, unless all are like that.
    private func withoutUnshared(_ scenarios: [Scenario]) -> [Scenario] {
        guard configuration.sharedState != nil, !sources.isStrict else { return scenarios }
        let shared = scenarios.filter { $0.unsharedPart == nil }
        guard !shared.isEmpty else { return scenarios }
        for scenario in scenarios {
            guard let part = scenario.unsharedPart else { continue }
            let reason = "it has \(part), which servers cannot share"
            Self.say("\(scenario.file): warning: this scenario is not served: \(reason); serve it alone\n")
        }
        return shared
    }

    /// The rows of the address table at least, on any terminal, and those of a terminal that it leaves to other lines.
    private static let (leastRows, otherRows) = (5, 8)

    private func announce(_ server: MockServer, _ scenarios: [Scenario]) {
        let table = AddressTable(scenarios, rootSlugs: configuration.rootScenarios)
        let hasAdmin = configuration.adminAccess != .off
        let announcement = ServeAnnouncement(server, authorityFile: authorityFile, hasAdmin: hasAdmin)
        let isTerminal = StandardStream.output.isTerminal
        let page = isTerminal || configuration.adminPort != nil ? announcement.page : ""
        let advice = isTerminal ? ServeAnnouncement.advice(watching: watches ? sources.paths : []) : ""
        let rows = StandardStream.output.rows.map { max(Self.leastRows, $0 - Self.otherRows) }
        let addresses = table.text(rows: rows, columns: StandardStream.output.columns, hasPage: !page.isEmpty)
        StandardStream.output.write(announcement.text + page + addresses + advice)
        guard case .token(let token) = configuration.adminAccess, AdminMode.tokenOfEnvironment == nil else { return }
        StandardStream.error.write("admin token: \(token)\n")
    }

    /// Starts to send spans and metrics, if there is a collector.
    private func startExporter(
        of server: MockServer,
        _ configuration: MockServerConfiguration
    ) async -> TelemetryExporter? {
        guard var telemetry, let transport = ClientTransport.ofPlatform.shared else { return nil }
        if configuration.sharedState != nil, telemetry.traces != nil {
            // Each server has the requests of all others in its journal.
            telemetry.traces = nil
            telemetry.notes.append("with --shared-state, metrics are sent, but no spans")
        }
        for note in telemetry.notes { Self.say("hypermock: \(note)\n") }
        let exporter = TelemetryExporter(
            telemetry,
            server,
            counts: configuration.spanCounts ?? Guarded(SpanCounts()),
            transport: transport
        ) { Self.say($0) }
        await exporter.start()
        return exporter
    }

    /// Handles events until the server has stopped.
    ///
    /// The first signal, or the admin API, stops it after the requests in progress; the second signal stops it at once.
    private func follow(
        _ events: ServeEvents,
        _ server: MockServer,
        _ report: ReloadReport,
        _ certificate: AuthorityOutput?,
        _ exporter: TelemetryExporter?
    ) async {
        var (report, certificate) = (report, certificate)
        var stopping: Task<Void, Never>?
        for await event in events.stream {
            switch event {
            case .loaded(let result):
                await didLoad(result, server, &report)
            case .certificates(let isSettled):
                let text = await CertificateReport.reload(server, isSettled: isSettled)
                Self.say(text + (text.isEmpty ? "" : certificate?.update(server.certificateAuthority) ?? ""))
            case .signal where stopping == nil, .shutdown where stopping == nil:
                configuration.readiness.beginDraining()
                let delay: Duration = if case .signal = event { drainDelay } else { .zero }
                stopping = Task {
                    if delay > .zero { try? await Task.sleep(for: delay) }
                    await server.stop(grace: grace) { await exporter?.finish() }
                    events.end()
                }
            case .shutdown, .key: break
            case .signal:
                await server.stop()
                return
            }
        }
    }

    private func didLoad(
        _ result: ScenarioLoader.Result,
        _ server: MockServer,
        _ report: inout ReloadReport
    ) async {
        guard let changes = try? await server.update(to: result) else { return }
        Self.say(report.text(result, changes))
    }

    /// Prints to standard error, and waits at most 250 ms for a slow reader, so that signals are still handled.
    private static func say(_ text: String) {
        guard !text.isEmpty else { return }
        StandardStream.error.write(Array(text.utf8), waitingAtMost: 250)
    }
}

/// The table of addresses and titles that `serve` prints at start.
struct AddressTable {
    private let rows: [(address: String, title: String)]

    init(_ scenarios: [Scenario], rootSlugs: [String]) {
        let root = scenarios.filter { rootSlugs.isEmpty ? $0.isRoot : rootSlugs.contains($0.slug) }
        let served = root.isEmpty ? "every scenario without a matrix" : root.map(\.title).joined(separator: "; ")
        rows = [("/", served)] + scenarios.map { (Self.address(of: $0), $0.title) }
    }

    /// Two columns, and one row for each scenario with all its variants.
    ///
    /// On a terminal of `columns`, titles are cut. If there are more than `rows`, the last one tells how many are not
    /// listed, and where.
    func text(rows limit: Int?, columns: Int?, hasPage: Bool) -> String {
        let limit = limit ?? .max
        let shown = rows.count > limit ? rows.prefix(limit - 1) : rows[...]
        let width = shown.map(\.address.count).max() ?? 0
        let table = shown.map { row in
            let line = "  " + row.address + String(repeating: " ", count: width - row.address.count) + "  " + row.title
            guard let columns, line.count > columns, columns > 1 else { return line + "\n" }
            return line.prefix(columns - 1) + "…\n"
        }
        let left = rows.count - shown.count
        let place = hasPage ? "; the page lists all" : ""
        return table.joined() + (left > 0 ? "  … and \(left) more\(place)\n" : "")
    }

    private static func address(of scenario: Scenario) -> String {
        "/~" + scenario.slug + scenario.matrixKeys.map { ":{\($0)}" }.joined() + "/"
    }
}

/// The lines that `serve` and `verify` print when scenario files have changed.
struct ReloadReport {
    /// The maximum number of files that a line names.
    private static let mostFiles = 10

    /// The issues that were printed and still exist.
    private var known: Set<ScenarioIssue>

    init(_ issues: [ScenarioIssue]) {
        known = Set(issues)
    }

    /// Returns the issues of changed files, the changes, and the files whose previous version is in use.
    ///
    /// Empty if nothing has changed.
    mutating func text(_ result: ScenarioLoader.Result, _ changes: ScenarioChanges) -> String {
        let changed = Set(changes.changes.map(\.file))
        let issues = result.issues.filter { !known.contains($0) || changed.contains($0.location.file) }
        known = Set(result.issues)
        var text = IssueDigest(issues).text
        let errors = issues.filter(\.isOfUnservedFile).map(\.location.file)
        let broken = changes.keptFiles.filter { file in
            errors.contains { file == $0 || file.hasPrefix($0 + "/") }
        }
        for file in broken { text += "hypermock: \(file) not reloaded: its previous version is still in use\n" }
        if !changes.changes.isEmpty { text += "hypermock: \(Self.summary(changes.changes))\n" }
        return text
    }

    /// For example `reloaded orders.yaml (/~orders); removed old.yaml (/~old)`.
    private static func summary(_ changes: [ScenarioChanges.Change]) -> String {
        let kinds: [ScenarioChanges.Kind] = [.reloaded, .added, .removed]
        return kinds.compactMap { kind in
            let files = changes.filter { $0.kind == kind }
            guard !files.isEmpty else { return nil }
            let more = files.count > mostFiles ? [" and \(files.count - mostFiles) more"] : []
            let names = files.prefix(mostFiles).map(name).joined(separator: ", ") + more.joined()
            return "\(kind.rawValue) \(names)"
        }.joined(separator: "; ")
    }

    private static func name(_ change: ScenarioChanges.Change) -> String {
        let file = change.file.split(separator: "/").last.map(String.init) ?? change.file
        return change.slug.map { "\(file) (/~\($0))" } ?? file
    }
}
