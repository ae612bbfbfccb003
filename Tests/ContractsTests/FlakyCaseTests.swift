import Contracts
import HALClient
import Testing

/// Cases that pass at a later attempt only.
struct FlakyCaseTests {
    private static let scenario = """
        scenario: One step
        interactions:
          - { request: { urlPath: /a }, response: { status: 204 } }
        contract:
          - { step: first, request: { url: /a }, expect: { outcome: success } }
        """

    /// Fails the first calls of a run, one after the other.
    private static func client(failing count: Int) -> DriverKind {
        let calls = Locked(0)
        return ScriptedDriver.kind { _, report in
            let number = calls.withLock { number in
                number += 1
                return number
            }
            report(ReportedOutcome(number <= count ? .conflict : .success))
        }
    }

    private static func report(failing count: Int, retries: Int) async throws -> RunReport {
        var options = ContractRunner.Options()
        options.retries = retries
        return try await LocalServer.report(
            of: Self.scenario,
            clients: [client(failing: count)],
            options: options
        )
    }

    @Test(
        "A failed case runs again as often as it may",
        arguments: [
            (0, 2, RunStatus.passed, 1), (1, 2, .flaky, 2), (2, 2, .flaky, 3), (3, 2, .failed, 3), (1, 0, .failed, 1),
        ]
    )
    func aFailedCaseRunsAgain(failing: Int, retries: Int, status: RunStatus, attempts: Int) async throws {
        let report = try await Self.report(failing: failing, retries: retries)
        #expect(report.status == status)
        #expect(report.cases[0].attempt == attempts)
        #expect(report.flakes.map(\.total) == (status == .flaky ? [attempts] : []))
    }

    @Test("Every report says that a case is flaky", arguments: ReportKind.verdicts)
    func everyReport(_ kind: ReportKind) {
        let report = SampleReports.flaky
        let text = kind.text(of: report)
        #expect(text.contains("flaky"), "\(text)")
        #expect(text.contains("expected conflict, got clientError"), "\(text)")
        #expect(!text.contains("<failure") && !text.contains("\nnot ok") && !text.contains("::error"), "\(text)")
    }

    @Test func theConsoleCountsIt() {
        let text = ConsoleReporter(SampleReports.flaky).text
        #expect(text.contains("⚠ 1 of 2 cases passed, 1 flaky"), "\(text)")
        #expect(text.contains("\nflaky:\n  station (async) failed in 1 of 2 attempts: outcome: "), "\(text)")
    }

    @Test func jUnitHasTheFailuresAsSurefireDoes() {
        let text = JUnitReporter(SampleReports.flaky).text
        #expect(text.contains("failures=\"0\" errors=\"0\" skipped=\"0\""), "\(text)")
        #expect(text.contains("      <flakyFailure type=\"contract\" message=\"outcome: "), "\(text)")
        #expect(text.contains("        <stackTrace>"), "\(text)")
        var failed = SampleReports.mixed
        failed.variants[0].cases[1].failedAttempts = [failed.variants[0].cases[1]]
        #expect(JUnitReporter(failed).text.contains("<rerunFailure type=\"contract\""))
    }

    @Test func itIsNotAKnownFailureOfTheBaseline() {
        #expect(Baseline().recording(SampleReports.flaky).entries.isEmpty)
    }
}
