import ArgumentParser
import ContractTesting
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
    let options: ContractRunner.Options
    /// The URL of a running server; nil: start one.
    let server: String?
    /// The time after which no further case starts; nil: no limit.
    let runLimit: Duration?
    let output: VerifyOutput
    let gates: [CoverageGate]

    /// Runs the cases and writes the reports.
    ///
    /// - Throws: `CommandFailure` if a contract fails or the server is not available.
    func run(_ clients: [DriverKind]) async throws {
        let report = try await reportOfRun(clients)
        LastRun.keep(report)
        try output.write(report)
        try judge(report)
    }

    /// Runs the cases; if the connection to the server is lost, writes the reports of the finished ones first.
    private func reportOfRun(_ clients: [DriverKind]) async throws -> RunReport {
        do {
            return try await withServer { server, options, stop in
                try await report(of: clients, server, options, stop)
            }
        } catch let error as RunAborted {
            try output.write(withSilent(error.report))
            throw failure(error.cause)
        }
    }

    /// Throws the most severe failure, which determines the exit code.
    private func judge(_ report: RunReport) throws {
        guard report.status != .failed else { throw CommandFailure(.contracts, "") }
        guard !report.isInterrupted else {
            throw CommandFailure(.infrastructure, "hypermock: interrupted" + (report.cause.map { ": \($0)" } ?? ""))
        }
        guard report.status == .passed else {
            throw CommandFailure(.nothingExecuted, "hypermock: all steps were skipped")
        }
        let shortfalls = gates.compactMap { $0.shortfall(of: Coverage(report)) }
        guard shortfalls.isEmpty else {
            throw CommandFailure(.coverage, shortfalls.map { "hypermock: coverage: \($0)" }.joined(separator: "\n"))
        }
    }

    private func report(
        of clients: [DriverKind],
        _ server: any ContractServer,
        _ options: ContractRunner.Options,
        _ stop: StopSignal
    ) async throws -> RunReport {
        let runner = ContractRunner(items, clients: clients, server: server, options: options)
        var line = output.progress
        defer { line.clear() }
        return withSilent(try await runner.run(stop: stop) { line.show($0) })
    }

    private func withSilent(_ report: RunReport) -> RunReport {
        var report = report
        report.silent = silent
        return report
    }

    /// Tests the contracts with clients that are broken on purpose.
    ///
    /// - Throws: `CommandFailure` if the contracts do not detect one.
    func runMutants(_ styles: [APIStyle]) async throws {
        let (findings, verdicts) = try await withServer { server, options, stop in
            do {
                let findings = try await ExpectationTrial(items, server: server, options: options).run(stop: stop)
                let trial = MutantTrial(items, styles: styles, server: server, options: options)
                return (findings, try await trial.run(stop: stop))
            } catch let error as RunAborted {
                throw error.cause
            }
        }
        StandardStream.output.write(findings.failures + MutantTable(verdicts).text + findings.summary)
        guard findings.isPassed, verdicts.allSatisfy({ $0.killer != nil }) else { throw CommandFailure(.contracts, "") }
        guard verdicts.count == Mutant.all.count * styles.count else {
            throw CommandFailure(.infrastructure, "hypermock: interrupted")
        }
    }

    /// Runs `body` with a server and a closed port, and stops the server afterwards.
    ///
    /// The first signal ends the run after the cases in progress, the second one ends it at once.
    private func withServer<Value: Sendable>(
        _ body: (any ContractServer, ContractRunner.Options, StopSignal) async throws -> Value
    ) async throws -> Value {
        do {
            let closedPort = try await LoopThread.start { try ReservedPort(on: $0) }
            var options = options
            options.closedPort = try await closedPort.perform { $0.port }
            let events = try await ServeEvents.start(watching: nil)
            let stop = StopSignal()
            let watching = Task { await Self.stop(stop, at: events.stream) }
            let timing = runLimit.map { limit in Task { await Self.stop(stop, after: limit) } }
            let value = try await withServer { try await body($0, options, stop) }
            timing?.cancel()
            watching.cancel()
            await events.stop()
            try await closedPort.stop()
            return value
        } catch {
            throw failure(error)
        }
    }

    /// Returns the command's failure for errors of the server or the driver; other errors are returned unchanged.
    private func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as MockServerError: CommandFailure(.infrastructure, "hypermock: \(error.description)")
        case let error as UVError: CommandFailure(.infrastructure, "hypermock: \(error)")
        case let error as RemoteServerError: CommandFailure(.infrastructure, "hypermock: --server: \(error)")
        case let error as DriverFailure: CommandFailure(.infrastructure, "hypermock: --driver: \(error)")
        case _: error
        }
    }

    private func withServer<Value: Sendable>(
        _ body: (any ContractServer) async throws -> Value
    ) async throws -> Value {
        if let server {
            let remote = RemoteServer(url: server, adminToken: AdminMode.tokenOfEnvironment, scenarios: scenarios)
            try await remote.check(items)
            return try await body(remote)
        }
        let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
        let value = try await body(LocalContractServer(server))
        await server.stop()
        return value
    }

    private static func stop(_ stop: StopSignal, at events: AsyncStream<ServeEvents.Event>) async {
        var isFirst = true
        for await _ in events {
            guard isFirst else { Hypermock.exit(withError: ExitStatus.infrastructure.exitCode) }
            StandardStream.error.write("hypermock: no further case starts; interrupt again to stop at once\n")
            stop()
            isFirst = false
        }
    }

    private static func stop(_ stop: StopSignal, after limit: Duration) async {
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        let reason = "its time limit of \(limit) was reached (--run-timeout)"
        StandardStream.error.write("hypermock: no further case starts: \(reason)\n")
        stop(because: reason)
    }

    /// Limits that are high enough for each case to keep its sandbox and its requests.
    private var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.journalEntries = 1_000_000
        configuration.journalBytes = 1 << 30
        configuration.sandboxIdle = 86_400
        return configuration
    }

    /// The scenarios without a contract; empty if only some scenarios were selected.
    private var silent: [ScenarioWithoutContract] {
        let all = scenarios.filter(\.hasContract).reduce(0) { $0 + $1.variants.count }
        guard items.count == all else { return [] }
        return scenarios.filter { !$0.hasContract }.map { ScenarioWithoutContract(slug: $0.slug, file: $0.file) }
    }
}
