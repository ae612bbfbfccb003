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
    /// A server that runs already; nil: an own one.
    let server: String?
    /// After this time no case is begun any more; nil: every case is.
    let runLimit: Duration?
    let output: VerifyOutput
    let gates: [CoverageGate]

    /// Runs everything.
    ///
    /// - Throws: `Failure` when a contract does not hold, or the server cannot be used.
    func run(_ clients: [DriverKind]) async throws {
        let report = try await reportOfRun(clients)
        LastRun.keep(report)
        try output.write(report)
        try judge(report)
    }

    /// What had ended when the server was lost is reported as well.
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

    /// The worst that there is to say decides on the exit code.
    private func judge(_ report: RunReport) throws {
        guard report.status != .failed else { throw Failure(.contracts, "") }
        guard !report.isInterrupted else {
            throw Failure(.infrastructure, "hypermock: interrupted" + (report.cause.map { ": \($0)" } ?? ""))
        }
        guard report.status == .passed else { throw Failure(.nothingExecuted, "hypermock: every step was skipped") }
        let shortfalls = gates.compactMap { $0.shortfall(of: Coverage(report)) }
        guard shortfalls.isEmpty else {
            throw Failure(.coverage, shortfalls.map { "hypermock: coverage: \($0)" }.joined(separator: "\n"))
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

    /// Judges the scenarios by clients that are broken on purpose.
    ///
    /// - Throws: `Failure` when one is not found out.
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
        guard findings.isPassed, verdicts.allSatisfy({ $0.killer != nil }) else { throw Failure(.contracts, "") }
        guard verdicts.count == Mutant.all.count * styles.count else {
            throw Failure(.infrastructure, "hypermock: interrupted")
        }
    }

    /// Provides the server and the port that nobody listens on, which are gone when this returns; a signal ends the run
    /// early, and a second one at once.
    private func withServer<Value: Sendable>(
        _ body: (any ContractServer, ContractRunner.Options, StopSignal) async throws -> Value
    ) async throws -> Value {
        do {
            let closedPort = try await LoopThread.start { try ReservedPort(on: $0) }
            var options = options
            options.closedPort = try await closedPort.perform { $0.port }
            let console = try await Console.start(watching: nil)
            let stop = StopSignal()
            let watching = Task { await Self.stop(stop, at: console.events) }
            let timing = runLimit.map { limit in Task { await Self.stop(stop, after: limit) } }
            let value = try await withServer { try await body($0, options, stop) }
            timing?.cancel()
            watching.cancel()
            await console.stop()
            try await closedPort.stop()
            return value
        } catch {
            throw failure(error)
        }
    }

    /// What the command says of an error of the server; others stay as they are.
    private func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as MockServerError: Failure(.infrastructure, "hypermock: \(error.description)")
        case let error as UVError: Failure(.infrastructure, "hypermock: \(error)")
        case let error as RemoteServerError: Failure(.infrastructure, "hypermock: --server: \(error)")
        case let error as DriverFailure: Failure(.infrastructure, "hypermock: --driver: \(error)")
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

    private static func stop(_ stop: StopSignal, at events: AsyncStream<Console.Event>) async {
        var isFirst = true
        for await _ in events {
            guard isFirst else { Hypermock.exit(withError: ExitStatus.infrastructure.exitCode) }
            StandardStream.error.write("hypermock: no case is begun any more; once more ends at once\n")
            stop()
            isFirst = false
        }
    }

    private static func stop(_ stop: StopSignal, after limit: Duration) async {
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        StandardStream.error.write("hypermock: \(limit) have passed (--run-timeout): no case is begun any more\n")
        stop(because: "its time limit of \(limit) was reached (--run-timeout)")
    }

    /// No case may lose its sandbox or its requests to the others.
    private var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.journalEntries = 1_000_000
        configuration.journalBytes = 1 << 30
        configuration.sandboxIdle = 86_400
        return configuration
    }

    /// The scenarios without a contract; none when only some were selected.
    private var silent: [ScenarioWithoutContract] {
        let all = scenarios.filter(\.hasContract).reduce(0) { $0 + $1.variants.count }
        guard items.count == all else { return [] }
        return scenarios.filter { !$0.hasContract }.map { ScenarioWithoutContract(slug: $0.slug, file: $0.file) }
    }
}
