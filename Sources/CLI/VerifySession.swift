import Contracts
import MockServing
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of `hypermock verify`: the server, the cases, the reports.
struct VerifySession {
    let scenarios: [Scenario]
    let items: [Selection.Item]
    let clients: [DriverKind]
    let options: ContractRunner.Options
    let files: [ReportFile]
    let gates: [CoverageGate]
    let isQuiet: Bool

    /// Runs everything.
    ///
    /// - Throws: `Failure` when a contract does not hold, or the server cannot be used.
    func run() async throws {
        DescriptorLimit.raise()
        let report = try await reportOfRun()
        let style = ConsoleStyle(isColoured: Self.isColoured)
        let reporter = ConsoleReporter(report, style: style)
        StandardStream.output.write(isQuiet ? reporter.failures + reporter.summary : reporter.text)
        for file in files { try file.write(report) }
        try judge(report)
    }

    /// The worst that there is to say decides on the exit code.
    private func judge(_ report: RunReport) throws {
        guard report.status != .failed else { throw Failure(.contracts, "") }
        guard !report.isInterrupted else { throw Failure(.infrastructure, "hypermock: interrupted") }
        guard report.status == .passed else { throw Failure(.nothingExecuted, "hypermock: every step was skipped") }
        let shortfalls = gates.compactMap { $0.shortfall(of: Coverage(report)) }
        guard shortfalls.isEmpty else {
            throw Failure(.coverage, shortfalls.map { "hypermock: coverage: \($0)" }.joined(separator: "\n"))
        }
    }

    private func reportOfRun() async throws -> RunReport {
        try await withServer { server, stop in
            let runner = ContractRunner(items, clients: clients, server: server, options: options)
            let line = ProgressLine(isShown: !isQuiet)
            let report = try await runner.run(stop: stop) { line.show($0) }
            line.clear()
            return report
        }
    }

    /// Judges the scenarios by clients that are broken on purpose.
    ///
    /// - Throws: `Failure` when one is not found out.
    func runMutants(_ styles: [HALClientDriver.Style]) async throws {
        DescriptorLimit.raise()
        let verdicts = try await withServer { server, stop in
            try await MutantTrial(items, styles: styles, server: server, options: options).run(stop: stop)
        }
        StandardStream.output.write(verdicts.table)
        guard verdicts.allSatisfy({ $0.killer != nil }) else { throw Failure(.contracts, "") }
        guard verdicts.count == Mutant.all.count * styles.count else {
            throw Failure(.infrastructure, "hypermock: interrupted")
        }
    }

    /// Starts a server, which is gone when this returns; a signal ends the run early.
    private func withServer<Value: Sendable>(
        _ body: (VerifyServer, RunStop) async throws -> Value
    ) async throws -> Value {
        do {
            let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
            let console = try await Console.start(watching: nil, isStrict: false)
            let stop = RunStop()
            let watching = Task {
                for await _ in console.events { stop() }
            }
            let value = try await body(VerifyServer(server: server), stop)
            watching.cancel()
            await console.stop()
            await server.stop()
            return value
        } catch let error as MockServerError {
            throw Failure(.infrastructure, "hypermock: \(error.description)")
        } catch let error as UVError {
            throw Failure(.infrastructure, "hypermock: \(error)")
        }
    }

    /// No case may lose its sandbox or its requests to the others.
    private var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.journalEntries = 1_000_000
        configuration.journalBytes = 1 << 30
        configuration.sandboxIdle = 86_400
        return configuration
    }

    private static var isColoured: Bool {
        let environment = ProcessInfo.processInfo.environment
        return StandardStream.output.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }
}

/// The line that shows how far a run has come, on a terminal.
struct ProgressLine {
    private let isShown: Bool

    init(isShown: Bool) {
        self.isShown = isShown && StandardStream.error.isTerminal
    }

    func show(_ progress: ContractRunner.Progress) {
        guard isShown else { return }
        let failed = progress.failed > 0 ? ", \(progress.failed) failed" : ""
        let left = progress.elapsed / progress.done * (progress.total - progress.done)
        let seconds = Int((left / .seconds(1)).rounded(.up))
        StandardStream.error.write("\r\u{1B}[K\(progress.done) of \(progress.total)\(failed), \(seconds) s left")
    }

    /// Leaves nothing of the line.
    func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
    }
}
