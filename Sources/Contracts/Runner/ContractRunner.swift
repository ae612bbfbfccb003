import Documents
import HAL
import HALClient
import HTTPTypes
import Scenarios

/// Runs contracts: every selected variant with every client, each in its own sandbox.
package struct ContractRunner: Sendable {
    /// The options of a run.
    package struct Options: Sendable {
        /// The number of cases that run concurrently.
        package var jobs = 1
        /// The seed that shuffles the cases; nil keeps the order of the files.
        package var seed: UInt64?
        /// Whether the longest cases start first, unless a seed shuffles them; else they start in their order.
        package var startsLongestFirst = true
        /// The number of times that each case runs.
        package var repetitions = 1
        /// The number of times that a failed case runs again.
        package var retries = 0
        /// The durations of variants in an earlier run, by their names: the longest cases start first.
        package var durations: [String: Duration] = [:]
        /// Whether no case starts after a failed one.
        package var isFailFast = false
        /// Whether a case ends after its first failed step.
        package var endsFailedCases = false
        /// The time limit of a step, after which it has no outcome; nil: the step's own time limit plus 5 s.
        package var stepLimit: Duration?
        /// Whether the runner waits before a step with `after` instead of advancing the clock of the sandbox.
        package var isRealTime = false
        /// The port of 127.0.0.1 for `target: closedPort`; the default is a privileged port.
        package var closedPort = 2
        /// The expectations that are judged.
        package var profile = Profile.hypermock
        /// The failures that are known.
        package var baseline = Baseline()
        /// Whether the report contains the requests of each step.
        package var keepsExchanges = false
        /// Whether each expectation is also mutated, and must fail then.
        package var mutatesExpectations = false
        /// The beginning of the command that reruns a case: `hypermock verify`.
        package var command = "hypermock verify"

        package init() {}
    }

    private let items: [Selection.Item]
    private let clients: [DriverKind]
    private let servers: [any ContractServer]
    private let options: Options

    /// Creates a runner that uses each client with each server.
    package init(
        _ items: [Selection.Item],
        clients: [DriverKind],
        servers: [any ContractServer],
        options: Options = Options()
    ) {
        self.items = items
        self.clients = clients
        self.servers = servers
        self.options = options
    }

    /// Creates a runner with one server.
    package init(
        _ items: [Selection.Item],
        clients: [DriverKind],
        server: any ContractServer,
        options: Options = Options()
    ) {
        self.init(items, clients: clients, servers: [server], options: options)
    }

    /// Runs all cases, or until `stop` is called, and returns their report in the order of the files.
    ///
    /// - Throws: ``RunAborted`` when the server or the driver fails.
    package func run(
        stop: StopSignal = StopSignal(),
        onProgress: (RunProgress) -> Void = { _ in }
    ) async throws -> RunReport {
        let startedAt = WallTime.now().date
        let marker = KnownFailureMarker(options.baseline, on: Baseline.day(of: startedAt))
        let start = ContinuousClock.now
        let plan = plan()
        let cases = plan.flatMap(\.self)
        let order = order(of: cases)
        var results = [CaseResult?](repeating: nil, count: cases.count)
        var remaining = RemainingTime()
        var progress = RunProgress(done: 0, total: cases.count, failed: 0, elapsed: .zero)
        var cause: (any Error)?
        // `nextResult`: the optimizer of Swift 6.3 loses the number of a task that returns `(Int, Result)` from `do` and
        // `catch`.
        await withThrowingTaskGroup(of: (Int, CaseResult).self) { group in
            var waiting = order[...]
            func begin() {
                guard !stop.isStopped, let index = waiting.popFirst() else { return }
                let run = cases[index]
                group.addTask { (index, try await run.result(marker, until: stop)) }
            }
            for _ in 0..<max(options.jobs, 1) { begin() }
            while let outcome = await group.nextResult() {
                guard case .success(let (index, result)) = outcome else {
                    // The running cases fail for the same reason, or finish.
                    if case .failure(let error) = outcome { cause = cause ?? error }
                    stop()
                    continue
                }
                results[index] = result
                progress.done += 1
                progress.elapsed = .now - start
                remaining.note(result.report.duration)
                progress.left = remaining.estimate(cases: cases.count - progress.done, jobs: options.jobs)
                if result.report.status == .failed {
                    progress.failed += 1
                    if options.isFailFast { stop() }
                }
                onProgress(progress)
                begin()
            }
        }
        for client in clients {
            await client.close()
            if cause == nil { cause = await client.verdict() }
        }
        for index in results.indices {
            await results[index]?.settle()
            results[index]?.mark(by: marker, item: cases[index].item)
        }
        var report = RunReport(startedAt: startedAt, duration: .now - start, seed: options.seed)
        report.isInterrupted = cause != nil || results.contains { $0 == nil }
        report.notRun = notRun(results, plan.map(\.count))
        report.variants = variants(of: results, plan.map(\.count))
        let reports = report.cases
        report.clients = clients.map { client in
            var report = ClientReport(client.name, capabilities: client.capabilities, cases: reports)
            report.version = client.version
            return report
        }
        if report.isInterrupted { report.cause = stop.cause }
        guard let cause else { return report }
        report.cause = "\(cause)"
        report.isAborted = true
        throw RunAborted(report: report, cause: cause)
    }

    /// Returns the numbers of the cases in the order in which they start.
    private func order(of cases: [CaseRun]) -> [Int] {
        guard let seed = options.seed else {
            guard options.startsLongestFirst else { return Array(cases.indices) }
            let durations = cases.map { options.durations[$0.item.name] ?? $0.item.variant.leastDuration }
            return cases.indices.sorted { (durations[$1], $0) < (durations[$0], $1) }
        }
        var order = Array(cases.indices)
        var generator = SeededGenerator(seed)
        order.shuffle(using: &generator)
        return order
    }

    /// Returns the cases of each variant: client by client, server by server, repetition by repetition.
    private func plan() -> [[CaseRun]] {
        items.map { item in
            let places = places(of: item.variant)
            let pairs = clients.flatMap { client in places.map { (client, $0) } }
            return pairs.flatMap { client, place in
                (1...max(options.repetitions, 1)).map { repetition in
                    CaseRun(
                        item: item,
                        client: client,
                        repetition: repetition,
                        server: place.server,
                        wire: place.wire,
                        options: options
                    )
                }
            }
        }
    }

    /// Returns the servers whose protocol reaches the variant, or else one server with the protocol that does.
    private func places(of variant: Variant) -> [(server: any ContractServer, wire: WireProtocol?)] {
        let suitable = servers.filter { $0.wire?.reaches(variant) ?? true }
        guard suitable.isEmpty else { return suitable.map { ($0, $0.wire) } }
        return servers.prefix(1).map { ($0, $0.wireUnderTLS) }
    }

    /// Returns the variants with a case without a result.
    private func notRun(_ results: [CaseResult?], _ counts: [Int]) -> [SelectedVariant] {
        var rest = results[...]
        return zip(items, counts).compactMap { item, count in
            defer { rest = rest.dropFirst(count) }
            guard rest.prefix(count).contains(where: { $0 == nil }) else { return nil }
            return SelectedVariant(position: item.position, name: item.name)
        }
    }

    private func variants(of results: [CaseResult?], _ counts: [Int]) -> [VariantReport] {
        var rest = results[...]
        return zip(items, counts).compactMap { item, count in
            let own = rest.prefix(count).compactMap { $0 }
            rest = rest.dropFirst(count)
            guard !own.isEmpty else { return nil }
            let reached = Set(own.flatMap(\.usage).filter { $0.served > 0 }.map(\.location))
            let unreached = item.variant.interactions.filter {
                // An interaction with `times: 0` must not be reached.
                !reached.contains($0.location) && $0.expectedCount?.atMost != 0
            }
            var report = VariantReport(
                slug: item.scenario.slug,
                values: item.variant.values,
                title: item.scenario.title,
                tags: item.scenario.tags,
                file: item.scenario.file,
                cases: own.map(\.report),
                unreached: unreached.map { UnreachedInteraction(name: $0.name, location: $0.location) }
            )
            report.position = item.position
            report.tlsFault = item.variant.nameOfTLSFault
            return report
        }
    }
}

/// The reason why a run was aborted, and the report of the cases before.
package struct RunAborted: Error, CustomStringConvertible {
    /// The report of the cases that ended.
    package let report: RunReport
    /// The error of the server or of the driver.
    package let cause: any Error

    package var description: String { "\(cause)" }
}

/// The report of a case, and the server's record of it.
struct CaseResult: Sendable {
    private(set) var report: CaseReport
    let usage: [InteractionUsage]
    let calls: [StepSequence.MadeCall]
    let sandbox: any ContractSandbox
    /// The number of requests that the steps account for.
    let received: Int
    /// The number of requests that a busy server may have received after the client gave up.
    let overdue: Int
    /// The place of the contract.
    let location: SourceLocation

    /// Adds the failed attempts before this one.
    mutating func follow(_ failed: [CaseReport]) {
        report.failedAttempts = failed
    }

    /// Marks the known failures.
    mutating func mark(by marker: KnownFailureMarker, item: Selection.Item) {
        marker.mark(&report, of: item.name, slug: item.scenario.slug)
    }

    /// Judges the number of outcomes of each call again, and reads the journal again, since an outcome or a request may have
    /// come after the last step.
    mutating func settle() async {
        for (index, call) in calls.enumerated() where index < report.checks.count {
            report.checks[index] = CaseJudge.exactlyOnce(call)
        }
        // A server that dropped the sandbox has no late request.
        let late = ((try? await sandbox.requests()) ?? []).dropFirst(received)
        guard late.count > overdue else { return }
        let lines = late.map { "\($0.method.rawValue) \($0.target)" }
        let verdict = Verdict.failed(expected: "no request after the last step", actual: lines.lines)
        report.checks.append(CheckReport("late", verdict, at: location))
    }
}

/// Runs one variant with one client: the steps in order, then the checks of the case.
struct CaseRun: Sendable {
    let item: Selection.Item
    let client: DriverKind
    let repetition: Int
    let server: any ContractServer
    /// The protocol; nil if the client and the server negotiate one.
    let wire: WireProtocol?
    let options: ContractRunner.Options

    /// Runs the case, and again while it fails and has retries left; marks known failures.
    ///
    /// - Throws: When the server cannot be used.
    func result(_ marker: KnownFailureMarker, until stop: StopSignal) async throws -> CaseResult {
        var failed: [CaseReport] = []
        while true {
            var result = try await attempt()
            result.mark(by: marker, item: item)
            guard result.report.status == .failed, failed.count < options.retries, !stop.isStopped else {
                result.follow(failed)
                return result
            }
            failed.append(result.report)
        }
    }

    /// Runs the case in a fresh sandbox.
    private func attempt() async throws -> CaseResult {
        let start = ContinuousClock.now
        let sandbox = try await server.openSandbox(slug: item.scenario.slug, values: item.variant.values)
        var run = StepSequence(of: item, client: client, server: server, sandbox, over: wire, options: options)
        do {
            for step in item.variant.contract {
                try await run.perform(step)
                if options.endsFailedCases, run.reports.last?.status == .failed { break }
            }
        } catch {
            await run.finish()
            throw error
        }
        await run.finish()
        let usage = try await sandbox.usage()
        var judge = CaseJudge(scenario: item.scenario, variant: item.variant, skipped: run.skipped)
        judge.wire = wire
        judge.contradicting = run.reports.first { $0.contradiction != nil }
        var checks = judge.judge(calls: run.calls, requests: try await sandbox.requests(), usage: usage)
        if options.mutatesExpectations {
            checks += MutationJudge(capabilities: client.capabilities).judge(judge, usage)
        }
        var report = CaseReport(
            client: client.name,
            wire: wire,
            repetition: repetition,
            duration: .now - start,
            steps: run.reports,
            checks: checks,
            address: sandbox.baseURL,
            reproduction: reproduction
        )
        report.runningServer = server.running?.url
        for call in run.calls { call.recorder.forgetDetails() }
        return CaseResult(
            report: report,
            usage: usage,
            calls: run.calls,
            sandbox: sandbox,
            received: run.receivedBefore,
            overdue: run.overdue.count,
            location: SourceLocation(file: item.scenario.file)
        )
    }

    private var reproduction: String {
        let words = [options.command, Shell.quoted(item.scenario.file), "--only", Shell.quoted(item.name)]
        let over = server.wire.flatMap { $0 == .http ? nil : "--over \($0.rawValue)" } ?? ""
        return (words + [client.arguments, over]).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Generates the same numbers for a seed on every platform and in every release (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
