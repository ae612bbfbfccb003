import HAL
import HTTPTypes
import Scenarios

/// Runs the steps of one case in order; a step may use the resources of earlier ones.
struct StepSequence {
    /// A call that was made, for the checks of the case.
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
    private let wire: WireProtocol?
    /// Whether the variant has a port of its own, with a TLS fault.
    private let hasOwnPort: Bool
    private let runningServer: RunningServer?
    private let limit: Duration?
    private let isRealTime: Bool
    private let closedPort: Int
    private let profile: Profile
    private let basesOfScenario: Bases
    private let mutatesExpectations: Bool
    private let keepsExchanges: Bool
    /// The address that the scenario's second origin needs and the server lacks; nil: it lacks none.
    private let missingOrigin: String?
    private let allowsUnmatched: Bool
    /// Whether responses depend on which connections the client reuses.
    private let dependsOnReuse: Bool
    /// Whether each request can change later responses.
    private let isStateful: Bool
    /// Whether requests of methods that are not safe can, because there are live resources.
    private let isLive: Bool
    /// The number of requests that the sandbox received before the step.
    private(set) var receivedBefore = 0
    /// The first failed step whose requests the server did not receive as the step asks, so that its state is another.
    private var disturbing: String?
    /// The relations that the client found embedded, by the number of the call.
    private var embedded: [Int: [String]] = [:]
    private let expectsHandshakeFailure: Bool
    /// The requests that a busy server had not received when the client gave up at its time limit.
    private(set) var overdue: [SentRequest] = []
    /// The earlier steps in order: name, number of the call, whether it ended as it should, and whether it expects a success.
    private var sources: [(name: String, call: Int, isGood: Bool, isSuccess: Bool)] = []

    init(
        of item: Selection.Item,
        client: DriverKind,
        server: any ContractServer,
        _ sandbox: any ContractSandbox,
        over wire: WireProtocol?,
        options: ContractRunner.Options
    ) {
        allowsUnmatched = item.scenario.allowsUnmatched
        isStateful = item.variant.interactions.contains { $0.state?.next != nil || !$0.responses.isConstant }
        isLive = !item.variant.resources.isEmpty
        self.client = client
        self.sandbox = sandbox
        self.wire = wire
        expectsHandshakeFailure = item.variant.tls != nil
        hasOwnPort = item.variant.tls != nil
        runningServer = server.running
        limit = options.stepLimit
        isRealTime = options.isRealTime
        closedPort = options.closedPort
        profile = options.profile
        basesOfScenario = item.scenario.bases
        mutatesExpectations = options.mutatesExpectations
        keepsExchanges = options.keepsExchanges
        dependsOnReuse = item.variant.dependsOnReusedConnections
        var connections = CaseConnections(only: server.acceptsOthers ? wire : nil)
        connections.areOwn = dependsOnReuse
        driver = client.make(connections)
        address = ScenarioAddress(sandbox.baseURL)
        missingOrigin = item.scenario.missingOrigin(at: address, sandbox)
    }

    /// Ends the case for the driver.
    func finish() async {
        await driver.finish()
    }

    /// Makes the step's call and judges it, or skips it when it cannot be made.
    mutating func perform(_ step: Scenarios.Step) async throws {
        let number = reports.count + 1
        let report: StepReport
        switch target(of: step) {
        case .success(let target):
            try await letTimePass(milliseconds: step.delayMilliseconds)
            report = try await perform(step, DriverCall(id: number, target: target, request: request(of: step)))
        case .failure(let skip):
            var skipped = blankReport(of: step)
            skipped.notJudged = skip.reason
            report = skipped
        }
        let isSuccess = step.expectation.outcome == .success
        let isGood = report.notJudged == nil && report.status != .failed && report.contradiction == nil
        sources.append((step.name, number, isGood, isSuccess))
        reports.append(report)
    }

    /// Advances the server's clock, on which its state may depend, or waits if the server does not support that.
    private func letTimePass(milliseconds: Int) async throws {
        guard milliseconds > 0 else { return }
        if !isRealTime, try await sandbox.advanceClock(milliseconds: milliseconds) { return }
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// - Throws: When the server or the driver fails.
    private mutating func perform(_ step: Scenarios.Step, _ call: DriverCall) async throws -> StepReport {
        let recorder = CallRecorder()
        calls.append(MadeCall(step: step, recorder: recorder))
        let limit = limit ?? .milliseconds(step.request.timeoutMilliseconds) + .seconds(5)
        let start = await make(call, recorder, within: limit)
        if let failure = recorder.failure, failure.extent == .run { throw failure }
        let requests = try await sandbox.requests()
        let sent = sentRequest(of: step)
        let received = withoutOverdue(Array(requests.dropFirst(receivedBefore)), sent)
        receivedBefore = requests.count
        if let sent, sent.mayBeOverdue, received.isEmpty { overdue.append(sent) }
        embedded[call.id] = recorder.reports.first?.outcome.embedded.map(\.name)
        var report = report(of: step, recorder, received, start: start)
        if keepsExchanges { report.exchanges = StepExchange.all(of: received, recorder.reports.first?.outcome) }
        if disturbing == nil, isDisturbing(report, of: step, received, sent) { disturbing = step.name }
        return report
    }

    /// Whether later steps meet another state of the server than they would after a step that passes.
    private func isDisturbing(
        _ report: StepReport,
        of step: Scenarios.Step,
        _ received: [ReceivedRequest],
        _ sent: SentRequest?
    ) -> Bool {
        guard changesState(report), report.status == .failed, step.expectation.isReceiptJudged else { return false }
        let receipt = report.checks.first { $0.name == "received" }?.status ?? sent?.judge(received).status
        return receipt == .failed || !allowsUnmatched && received.contains { !$0.wasMatched }
    }

    /// Makes the call, and waits until the driver returns or the time limit is reached.
    ///
    /// - Returns: The time at which the call began.
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
        // A driver returns promptly after the cancellation; the report includes its failure.
        _ = await recorder.wait(atMost: Self.patience)
        return start
    }

    private func report(
        of step: Scenarios.Step,
        _ recorder: CallRecorder,
        _ received: [ReceivedRequest],
        start: ContinuousClock.Instant
    ) -> StepReport {
        let judge = StepJudge(
            step: step,
            capabilities: client.capabilities,
            profile: profile,
            basesOfScenario: basesOfScenario
        )
        let first = recorder.reports.first
        var report = blankReport(of: step)
        report.duration = (first?.at ?? .now) - start
        report.outcome = first?.outcome.outcome.rawValue
        guard !received.contains(where: \.hasUntransferableResponse) else {
            report.notJudged = .wire(WireProtocol.untransferable)
            return report
        }
        if let reason = recorder.failure?.notJudged {
            report.notJudged = reason
            return report
        }
        let late = recorder.isGivenUp ? "none within \(Int(report.duration / .milliseconds(1))) ms" : nil
        if let failure = recorder.failure {
            report.isDriverFailure = failure.extent == .step || failure.extent == .run
            report.checks = judge.missingOutcome([late, failure.message].compactMap { $0 }.joined(separator: ": "))
        } else if let first {
            let evidence = Evidence(
                reported: first.outcome,
                address: address,
                received: received,
                elapsed: report.duration,
                sent: sentRequest(of: step)
            )
            report.checks = judge.judge(evidence)
            if mutatesExpectations, report.status == .passed {
                report.checks += MutationJudge(capabilities: client.capabilities).judge(step, evidence)
            }
        } else {
            report.checks = judge.missingOutcome(late ?? "none: the client returned without an outcome")
        }
        if report.status == .failed { show(received, first?.outcome, in: &report) }
        return report
    }

    /// Adds what was sent and received to the report of a failed step.
    private func show(_ received: [ReceivedRequest], _ reported: ReportedOutcome?, in report: inout StepReport) {
        var exchange = ExchangeText(received: received, reported: reported, baseURL: sandbox.baseURL)
        exchange.wire = wire ?? received.first?.wire ?? .http
        exchange.server = runningServer
        exchange.port = hasOwnPort ? CommandPort.fault : CommandPort.server
        report.exchange = exchange.text
        report.curl = exchange.curl
    }

    private func blankReport(of step: Scenarios.Step) -> StepReport {
        let target =
            switch step.request.address {
            case .url(let url): url
            case .follow(let link): "relation '\(link.relation)'"
            case .submit(let form): "template '\(form.template)'"
            case .target(let target): target.rawValue
            }
        let isSubmitted = if case .submit = step.request.address { true } else { false }
        return StepReport(
            name: step.name,
            location: step.location,
            method: isSubmitted ? "submit" : step.request.method.rawValue,
            target: target,
            expectedOutcome: step.expectation.outcome.rawValue
        )
    }
}

extension StepSequence {
    /// The reason to skip a step.
    private struct Skip: Error {
        let reason: NotJudged

        init(_ reason: NotJudged) {
            self.reason = reason
        }

        init(_ reason: String, because cause: NotJudged? = nil) {
            self.init(cause?.inherited(reason) ?? NotJudged(reason))
        }
    }

    /// The first step whose call was not made.
    var skipped: StepReport? { reports.first(where: isSkipped) }

    private func isSkipped(_ report: StepReport) -> Bool {
        report.notJudged != nil && report.notJudged != .wire(WireProtocol.untransferable)
    }

    /// Whether the request of a step can change the responses to later ones.
    private func changesState(_ report: StepReport) -> Bool {
        isStateful || isLive && !Self.safeMethods.contains(report.method)
    }

    /// RFC 9110 §9.2.1.
    private static let safeMethods: Set = ["GET", "HEAD", "OPTIONS"]

    /// The time in which a driver must return after a cancellation.
    private static let patience = Duration.seconds(5)

    /// Returns the requests without those of earlier steps that ended at their time limit.
    private func withoutOverdue(_ received: [ReceivedRequest], _ sent: SentRequest?) -> [ReceivedRequest] {
        overdue.reduce(into: received) { rest, late in
            guard rest.count > 1 || rest.first.map({ sent?.isSame($0) != true }) == true else { return }
            if let index = rest.firstIndex(where: late.isSame) { rest.remove(at: index) }
        }
    }

    /// Returns the request that the server must receive; nil if that is not known: in a session, which needs tokens, after
    /// a failed TLS handshake, for an address of another server, a template, a walk through pages, and where connections
    /// that the client reuses fail.
    private func sentRequest(of step: Scenarios.Step) -> SentRequest? {
        let expectsFailure = step.expectation.outcome == .connectionFailure
        if case .oauth? = step.request.authorization { return nil }
        if expectsHandshakeFailure && expectsFailure || dependsOnReuse || step.request.pages != nil { return nil }
        let target: SentRequest.Target
        switch step.request.address {
        case .target: target = .unreachable
        case .url(let url):
            let absolute = address.absolute(url)
            guard absolute.hasPrefix(sandbox.baseURL) else { return nil }
            let end = absolute.utf8.firstIndex(of: UInt8(ascii: "#")) ?? absolute.endIndex
            target = .path(String(Substring(absolute.utf8[..<end].dropFirst(sandbox.baseURL.utf8.count))))
        case .follow(let link):
            let mayBeEmbedded =
                source(ofStep: link.step).map { embedded[$0.call]?.contains(link.relation) ?? false } ?? false
            target = .link(mayBeEmbedded: mayBeEmbedded && step.request.method == .get)
        // The template has the method and the target.
        case .submit: return nil
        }
        var sent = SentRequest(method: step.request.method.rawValue, target: target, expectsFailure: expectsFailure)
        sent.mayBeOverdue = step.expectation.kind == .timedOut
        return sent
    }

    /// Returns the request of the step with absolute URIs.
    private func request(of step: Scenarios.Step) -> StepRequest {
        guard case .oauth(var session)? = step.request.authorization else { return step.request }
        session.tokenURL = address.absolute(session.tokenURL)
        var request = step.request
        request.authorization = .oauth(session)
        return request
    }

    private func target(of step: Scenarios.Step) -> Result<DriverCall.Destination, Skip> {
        if let missingOrigin { return .failure(Skip("a second origin needs a server at \(missingOrigin)")) }
        // A server with a negotiated protocol serves a scenario with a TLS fault over TLS.
        let protocols = [wire?.capability, address.scheme == "https" ? .https : nil].compactMap(\.self)
        if let lack = lack(of: [.outcome] + protocols, for: step) { return .failure(Skip(NotJudged(lack))) }
        if let disturbing {
            return .failure(Skip("the server's state depends on the requests of step '\(disturbing)', which failed"))
        }
        if let skipped = reports.first(where: { isSkipped($0) && changesState($0) }) {
            let reason = "the server's state depends on step '\(skipped.name)', which was skipped"
            return .failure(Skip(reason, because: skipped.notJudged))
        }
        if let other = reports.first(where: { $0.contradiction != nil && changesState($0) }) {
            let reason = "the server's state depends on step '\(other.name)', which contradicts an opinion"
            return .failure(Skip(reason, because: other.contradiction))
        }
        if let lack = lack(of: Capability.needed(by: step.request, dependsOnReuse), for: step) {
            return .failure(Skip(NotJudged(lack)))
        }
        switch step.request.address {
        case .url(let url): return .success(.url(address.absolute(url)))
        case .target(.closedPort): return .success(.url("\(address.scheme)://127.0.0.1:\(closedPort)/"))
        // Names under `invalid` never resolve (RFC 6761 §6.4).
        case .target(.unresolvableHost): return .success(.url("\(address.scheme)://unresolvable.invalid/"))
        case .follow(let link): return call(ofStep: link.step).map { .follow(link, fromCall: $0) }
        case .submit(let form): return call(ofStep: form.step).map { .submit(form, fromCall: $0) }
        }
    }

    /// Returns the call whose resource a step uses: that of the named step, or of the last successful one.
    private func call(ofStep name: String?) -> Result<Int, Skip> {
        guard let source = source(ofStep: name) else { return .failure(Skip("no earlier step expects a success")) }
        guard source.isGood else {
            let report = reports[source.call - 1]
            let cause = report.notJudged ?? report.contradiction
            let fate = report.notJudged != nil ? "was skipped" : cause == nil ? "failed" : "contradicts an opinion"
            return .failure(Skip("step '\(source.name)' \(fate)", because: cause))
        }
        return .success(source.call)
    }

    /// Returns the earlier step whose resource a step uses; nil if there is none.
    private func source(ofStep name: String?) -> (name: String, call: Int, isGood: Bool, isSuccess: Bool)? {
        name.map { name in sources.last { $0.name == name } } ?? sources.last { $0.isSuccess }
    }

    /// Returns the first capability that the client lacks for the step; nil if it has all.
    private func lack(of capabilities: [Capability], for step: Scenarios.Step) -> Lack? {
        capabilities.lazy.compactMap { client.capabilities.lack(of: $0, for: step) }.first
    }
}
