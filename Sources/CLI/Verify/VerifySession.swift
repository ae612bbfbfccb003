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

/// One run of `hypermock verify`: the server, the cases, the reports.
struct VerifySession {
    let scenarios: [Scenario]
    let items: [Selection.Item]
    let options: ContractRunner.Options
    let baseline: VerifyBaseline?
    let servers: VerifyServers.Source
    /// The part of the run in its report.
    let setup: RunSetup
    /// The number of runs that end with the first failure; nil: one run.
    let runLimit: Int?
    /// The time at which the run ends; nil: no limit.
    let deadline: RunDeadline?
    let output: VerifyOutput
    /// The results of earlier runs; nil if they are neither used nor stored.
    let state: RunState?
    /// Stopped by the first signal, so that no further run starts.
    private let interruption = StopSignal()

    /// Runs the cases with the clients that `makeClients` returns, and writes the reports.
    ///
    /// - Throws: `CommandFailure` if the server or the driver is not available, or a file cannot be written.
    func run(_ makeClients: (VerifyTrust) async throws -> VerifyClients) async throws -> RunReport {
        var report = try await reportOfRuns(makeClients)
        try baseline?.settle(&report)
        if var state {
            report.trend = state.trend(of: report)
            state.keep(report)
        }
        try output.write(report)
        return report
    }

    /// Runs the cases until one fails, or a limit is reached; returns the report of the last complete run.
    private func reportOfRuns(
        _ makeClients: (VerifyTrust) async throws -> VerifyClients
    ) async throws -> RunReport {
        guard let runLimit else { return try await reportOfRun(options, makeClients) }
        var complete: RunReport?
        var number = 1
        while true {
            var options = options
            options.seed = options.seed.map { $0 &+ UInt64(number - 1) }
            let report = try await reportOfRun(options, makeClients)
            if report.status == .failed {
                say("run \(number) failed" + (report.seed.map { " with seed \($0)" } ?? ""))
                return report
            }
            if report.isInterrupted || interruption.isStopped {
                // A signal interrupts all runs; the time limit ends them.
                guard !interruption.isStopped, report.cause == deadline?.cause, let complete else {
                    return report.interrupted
                }
                say("no failure in \(number - 1) runs")
                return complete
            }
            guard number < runLimit else {
                say("no failure in \(number) runs")
                return report
            }
            complete = report
            number += 1
        }
    }

    private func say(_ text: String) {
        StandardStream.error.write("hypermock: \(text)\n")
    }

    /// Runs the cases; if the connection to the server is lost, writes the reports of the finished ones first.
    private func reportOfRun(
        _ options: ContractRunner.Options,
        _ makeClients: (VerifyTrust) async throws -> VerifyClients
    ) async throws -> RunReport {
        do {
            return try await withServers(options) { servers, options, stop in
                let clients = try await makeClients(servers.trust)
                return try await Self.run {
                    try await report(of: clients.kinds, servers.all, options, stop)
                } thenAlways: {
                    await clients.close()
                }
            }
        } catch let error as RunAborted {
            try output.write(completed(error.report))
            throw failure(error.cause)
        }
    }

    private func report(
        of clients: [DriverKind],
        _ servers: [any ContractServer],
        _ options: ContractRunner.Options,
        _ stop: StopSignal
    ) async throws -> RunReport {
        let (supported, unsupported) = try split(servers, by: clients.map(\.capabilities))
        let runner = ContractRunner(items, clients: clients, servers: supported, options: options)
        var line = output.progress
        defer { line.clear() }
        var report = completed(try await runner.run(stop: stop) { line.show($0) })
        report.unsupported = unsupported
        return report
    }

    /// Returns the servers whose protocol a client supports, and the other protocols.
    ///
    /// - Throws: `CommandFailure` if no client supports any.
    private func split(
        _ servers: [any ContractServer],
        by capabilities: [Capabilities]
    ) throws -> (supported: [any ContractServer], unsupported: [WireProtocol]) {
        let supported = servers.filter { server in
            capabilities.contains { server.wire?.isSupported(by: $0) ?? true }
        }
        let unsupported = servers.compactMap(\.wire).filter { !supported.compactMap(\.wire).contains($0) }
        guard !supported.isEmpty else {
            let names = unsupported.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(.nothingExecuted, "hypermock: nothing was run: no client supports \(names)")
        }
        return (supported, unsupported)
    }

    /// Returns the report with what the runner does not know.
    private func completed(_ report: RunReport) -> RunReport {
        var report = report
        report.silent = silent
        report.setup = setup
        return report
    }

    /// Tests the contracts with clients that are broken on purpose.
    ///
    /// - Throws: `CommandFailure` if the contracts do not detect one.
    func runMutants(_ styles: [APIStyle]) async throws {
        let (findings, verdicts) = try await withServers(options) { servers, options, stop in
            let connections = servers.trust.connections
            let supported = try split(servers.all, by: [ClientTransport.ofPlatform.capabilities]).supported
            do {
                let expectations = ExpectationTrial(
                    items,
                    servers: supported,
                    connections: connections,
                    options: options
                )
                let findings = try await expectations.run(stop: stop)
                let trial = MutantTrial(
                    items,
                    styles: styles,
                    servers: supported,
                    connections: connections,
                    options: options
                )
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

    /// Runs `body` with servers and a closed port, and stops the servers afterward.
    ///
    /// The first signal ends the run after the cases in progress, the second one ends it at once.
    private func withServers<Value: Sendable>(
        _ options: ContractRunner.Options,
        _ body: (VerifyServers, ContractRunner.Options, StopSignal) async throws -> Value
    ) async throws -> Value {
        do {
            let closedPort = try await LoopThread.start { try ReservedPort(on: $0) }
            var options = options
            options.closedPort = try await closedPort.perform { $0.port }
            let events = try await ServeEvents.start(watching: nil)
            let stop = StopSignal()
            let watching = Task { await self.stop(stop, at: events.stream) }
            let timing = deadline.map { deadline in Task { await deadline.stop(stop) } }
            let servers = try await VerifyServers.begin(servers, scenarios, items)
            let value = try await Self.run {
                try await body(servers, options, stop)
            } thenAlways: {
                await servers.end()
            }
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
        case let error as DriverFailure:
            CommandFailure(
                .infrastructure,
                "hypermock: --driver: \(error)\nhypermock driver check --driver … finds the mistakes of a driver"
            )
        case _: error
        }
    }

    /// Runs `body`, and then `cleanup`, also if `body` throws.
    private static func run<Value: Sendable>(
        _ body: () async throws -> Value,
        thenAlways cleanup: () async -> Void
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await cleanup()
        return try result.get()
    }

    private func stop(_ stop: StopSignal, at events: AsyncStream<ServeEvents.Event>) async {
        var isFirst = true
        for await _ in events {
            guard isFirst else { Hypermock.exit(withError: ExitStatus.infrastructure.exitCode) }
            StandardStream.error.write("hypermock: no further case starts; interrupt again to stop at once\n")
            interruption()
            stop()
            isFirst = false
        }
    }

    /// The scenarios without a contract; empty if only some scenarios were selected.
    private var silent: [ScenarioWithoutContract] {
        guard setup.unselected.isEmpty else { return [] }
        return scenarios.filter { !$0.hasContract }.map { ScenarioWithoutContract(slug: $0.slug, file: $0.file) }
    }
}

extension RunReport {
    /// The report as that of a run that ended early.
    fileprivate var interrupted: RunReport {
        var report = self
        report.isInterrupted = true
        return report
    }
}
