import Scenarios

/// A case's report, and what the server says about it.
struct CaseResult: Sendable {
    private(set) var report: CaseReport
    let usage: [InteractionUsage]
    let calls: [StepSequence.MadeCall]

    /// Judges once more how often each call has ended: what came late may have come after the case.
    mutating func settle() {
        for (index, call) in calls.enumerated() where index < report.checks.count {
            report.checks[index] = CaseJudge.exactlyOnce(call)
        }
    }
}

/// One variant with one client: the steps in order, then what must hold at the end.
struct CaseRun: Sendable {
    let item: Selection.Item
    let client: DriverKind
    let repetition: Int
    let server: any ContractServer
    let options: ContractRunner.Options

    /// Runs the case in a fresh sandbox.
    ///
    /// - Throws: When the server cannot be used.
    func result() async throws -> CaseResult {
        let start = ContinuousClock.now
        let sandbox = try await server.openSandbox(slug: item.scenario.slug, values: item.variant.values)
        var run = StepSequence(of: item, client: client, sandbox: sandbox, options: options)
        do {
            for step in item.variant.contract { try await run.perform(step) }
        } catch {
            await run.finish()
            throw error
        }
        await run.finish()
        let usage = try await sandbox.usage()
        let judge = CaseJudge(scenario: item.scenario, variant: item.variant, skipped: run.skipped)
        var checks = judge.judge(calls: run.calls, requests: try await sandbox.requests(), usage: usage)
        if options.isFlipping { checks += FlipJudge(capabilities: client.capabilities).judge(judge, usage) }
        let report = CaseReport(
            client: client.name,
            repetition: repetition,
            duration: .now - start,
            steps: run.reports,
            checks: checks,
            reproduction: reproduction
        )
        for call in run.calls { call.recorder.forgetDetails() }
        return CaseResult(report: report, usage: usage, calls: run.calls)
    }

    private var reproduction: String {
        let words = [options.command, Shell.quoted(item.scenario.file), "--only", Shell.quoted(item.name)]
        return (words + [client.arguments]).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
