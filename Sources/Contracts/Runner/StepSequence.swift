import HTTPTypes
import Scenarios

/// The steps of one case, each of which may build on those before it.
struct StepSequence {
    /// A call that was made, for the judgement at the end.
    struct MadeCall: Sendable {
        let step: Scenarios.Step
        let recorder: CallRecorder
    }

    private(set) var reports: [StepReport] = []
    private(set) var calls: [MadeCall] = []
    private let client: DriverKind
    private let driver: any Driver
    private let sandbox: any ContractSandbox
    private let address: ScenarioAddress
    private let limit: Duration?
    private let closedPort: Int
    private let mutatesExpectations: Bool
    private let needsTwoOrigins: Bool
    /// Whether a request changes what later ones are answered.
    private let isStateful: Bool
    /// How many requests the sandbox had received before.
    private var receivedBefore = 0
    /// The earlier steps in order: name, number of the call, whether it passed, and whether it was to succeed.
    private var sources: [(name: String, call: Int, isGood: Bool, isSuccess: Bool)] = []

    init(
        of item: Selection.Item,
        client: DriverKind,
        sandbox: any ContractSandbox,
        options: ContractRunner.Options
    ) {
        needsTwoOrigins = item.scenario.otherOrigin != nil
        isStateful = item.variant.interactions.contains { $0.state?.next != nil || !$0.responses.isConstant }
        self.client = client
        self.sandbox = sandbox
        limit = options.stepLimit
        closedPort = options.closedPort
        mutatesExpectations = options.mutatesExpectations
        driver = client.make()
        address = ScenarioAddress(sandbox.baseURL)
    }

    /// Tells the driver that there are no more steps.
    func finish() async {
        await driver.finish()
    }

    /// Makes the step's call and judges it, or skips it when it cannot be made.
    mutating func perform(_ step: Scenarios.Step) async throws {
        let number = reports.count + 1
        let report: StepReport
        switch target(of: step) {
        case .success(let target):
            // The runner's clock: a step waits for the server's, not for a test.
            if step.delayMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(step.delayMilliseconds)) }
            report = try await perform(step, DriverCall(id: number, target: target, request: request(of: step)))
        case .failure(let skip):
            var skipped = blankReport(of: step)
            skipped.skipReason = skip.reason
            skipped.missing = skip.missing
            report = skipped
        }
        let isSuccess = step.expectation.outcome == .success
        sources.append((step.name, number, report.status == .passed, isSuccess))
        reports.append(report)
    }

    /// - Throws: When the server cannot be used any more, or the driver.
    private mutating func perform(_ step: Scenarios.Step, _ call: DriverCall) async throws -> StepReport {
        let recorder = CallRecorder()
        calls.append(MadeCall(step: step, recorder: recorder))
        let limit = limit ?? .milliseconds(step.request.timeoutMilliseconds) + .seconds(5)
        let start = await make(call, recorder, within: limit)
        if let failure = recorder.failure, failure.extent == .run { throw failure }
        let requests = try await sandbox.requests()
        let received = Array(requests.dropFirst(receivedBefore))
        receivedBefore = requests.count
        return report(of: step, recorder, received, start: start)
    }

    /// Has the driver make the call, and waits until it has returned or the time is over.
    ///
    /// - Returns: when the call began.
    private func make(
        _ call: DriverCall,
        _ recorder: CallRecorder,
        within limit: Duration
    ) async -> ContinuousClock.Instant {
        do throws(DriverFailure) {
            try await driver.prepare()
        } catch {
            recorder.finish(error)
            return .now
        }
        let start = ContinuousClock.now
        let task = Task { [driver] in
            do throws(DriverFailure) {
                try await driver.perform(call) { recorder.record($0) }
                recorder.finish(nil)
            } catch {
                recorder.finish(error)
            }
        }
        guard await !recorder.wait(atMost: limit) else { return start }
        recorder.giveUp()
        task.cancel()
        // It returns at once when it is told to; what it then says of the reason belongs into the report.
        _ = await recorder.wait(atMost: Self.patience)
        return start
    }

    private func report(
        of step: Scenarios.Step,
        _ recorder: CallRecorder,
        _ received: [ReceivedRequest],
        start: ContinuousClock.Instant
    ) -> StepReport {
        let judge = StepJudge(step: step, capabilities: client.capabilities)
        let first = recorder.reports.first
        var report = blankReport(of: step)
        report.duration = (first?.at ?? .now) - start
        report.outcome = first?.outcome.outcome.rawValue
        let exchange = ExchangeText(received: received, reported: first?.outcome, baseURL: sandbox.baseURL)
        report.exchange = exchange.text
        report.curl = exchange.curl
        let late = recorder.isGivenUp ? "none within \(Int(report.duration / .milliseconds(1))) ms" : nil
        if let failure = recorder.failure {
            report.checks = judge.missingOutcome([late, failure.message].compactMap { $0 }.joined(separator: ": "))
        } else if let first {
            let evidence = Evidence(
                reported: first.outcome,
                address: address,
                received: received,
                elapsed: report.duration
            )
            report.checks = judge.judge(evidence)
            if mutatesExpectations, report.status == .passed {
                report.checks += MutationJudge(capabilities: client.capabilities).judge(step, evidence)
            }
        } else {
            report.checks = judge.missingOutcome(late ?? "none: the client has returned without one")
        }
        return report
    }

    private func blankReport(of step: Scenarios.Step) -> StepReport {
        let target =
            switch step.request.address {
            case .url(let url): url
            case .follow(let link): "relation '\(link.relation)'"
            case .target(let target): target.rawValue
            }
        return StepReport(
            name: step.name,
            location: step.location,
            method: step.request.method.rawValue,
            target: target,
            expectedOutcome: step.expectation.outcome.rawValue
        )
    }
}

extension StepSequence {
    /// Why a step is not run.
    private struct Skip: Error {
        let reason: String
        var missing: Capability?

        init(_ reason: String, missing: Capability? = nil) {
            self.reason = reason
            self.missing = missing
        }

        init(lackOf capability: Capability) {
            self.init(capability.lack, missing: capability)
        }
    }

    /// The first step that was not run.
    var skipped: StepReport? { reports.first { $0.status == .skipped } }

    /// How long a driver may take to return when it is told to.
    private static let patience = Duration.seconds(5)

    /// What the step asks for, with absolute addresses.
    private func request(of step: Scenarios.Step) -> StepRequest {
        guard case .oauth(var session)? = step.request.authorization else { return step.request }
        session.tokenURL = address.absolute(session.tokenURL)
        var request = step.request
        request.authorization = .oauth(session)
        return request
    }

    private func target(of step: Scenarios.Step) -> Result<DriverCall.Destination, Skip> {
        guard !needsTwoOrigins || address.hasOtherOrigin else {
            return .failure(Skip("only a server at http://127.0.0.1 is at another origin as well, localhost"))
        }
        if isStateful, let skipped {
            let reason = "the server's state depends on step '\(skipped.name)', which was skipped"
            return .failure(Skip(reason, missing: skipped.missing))
        }
        if case .oauth? = step.request.authorization, !client.capabilities.contains(.session) {
            return .failure(Skip(lackOf: .session))
        }
        switch step.request.address {
        case .url(let url): return .success(.url(address.absolute(url)))
        case .target(.closedPort): return .success(.url("http://127.0.0.1:\(closedPort)/"))
        // No name has an address under this one (RFC 6761 §6.4).
        case .target(.unresolvableHost): return .success(.url("http://unresolvable.invalid/"))
        case .follow(let link):
            guard client.capabilities.contains(.follow) else { return .failure(Skip(lackOf: .follow)) }
            let source = link.step.map { name in sources.last { $0.name == name } } ?? sources.last { $0.isSuccess }
            guard let source else { return .failure(Skip("no step before it is to succeed")) }
            guard source.isGood else {
                let report = reports[source.call - 1]
                let fate = report.status == .skipped ? "was skipped" : "has failed"
                return .failure(Skip("step '\(source.name)' \(fate)", missing: report.missing))
            }
            return .success(.follow(link, fromCall: source.call))
        }
    }
}
