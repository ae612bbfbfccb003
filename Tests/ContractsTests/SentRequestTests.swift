import Contracts
import HAL
import HTTPTypes
import Scenarios
import Testing

/// The request of a step reaches the server once, whatever the client reports.
struct SentRequestTests {
    private static let contract = """
        scenario: Two steps
        interactions:
          - { request: { urlPath: /old }, response: { status: 302, headers: { Location: /a } } }
          - { response: { jsonBody: { price: 1, _links: { next: { href: /b } } } } }
        contract:
          - { step: moved, request: { url: "/old?x=1" }, expect: { outcome: success } }
          - { step: changed, request: { method: PUT, url: /a }, expect: { outcome: success } }
          - { step: followed, request: { follow: next }, expect: { outcome: success } }
        """

    /// A client that makes each call as `change` returns them, and reports the last outcome.
    private static func kind(_ change: @escaping @Sendable (DriverCall) -> [DriverCall]) -> DriverKind {
        DriverKind("changed") { _ in ChangedDriver(change: change) }
    }

    private static func failures(_ change: @escaping @Sendable (DriverCall) -> [DriverCall]) async throws -> [String] {
        try await LocalServer.report(of: contract, clients: [kind(change)]).failures.filter {
            $0.hasPrefix("received") || $0.hasPrefix("late")
        }
    }

    @Test func whatIsSentAsToldPasses() async throws {
        #expect(try await Self.failures { [$0] } == [])
    }

    @Test func aRequestThatIsSentTwiceFails() async throws {
        let failures = try await Self.failures { [$0, $0] }
        #expect(
            failures == [
                "received: GET /old?x=1, once | 4 requests\nGET /old?x=1\nGET /a\nGET /old?x=1\nGET /a",
                "received: PUT /a, once | 2 requests\nPUT /a\nPUT /a",
            ],
            "\(failures)"
        )
    }

    @Test func anotherMethodOrTargetFails() async throws {
        let failures = try await Self.failures { call in
            var other = call
            if call.request.method == .put { other.request.method = .post } else { other.target = call.target.queried }
            return [other]
        }
        #expect(failures.contains("received: PUT /a, once | 1 request\nPOST /a"), "\(failures)")
        #expect(failures.contains { $0.hasPrefix("received: GET /old?x=1, once | 2 requests\nGET /old?y=2") })
    }

    @Test func aClientThatSendsNothingFails() async throws {
        let report = try await LocalServer.report(
            of: Self.contract,
            clients: [DriverKind("silent") { _ in SilentDriver() }]
        )
        #expect(report.failures.contains("received: PUT /a, once | no request"), "\(report.failures)")
        let any = Self.contract.replacing("success }", with: "success, received: any }")
        let optedOut = try await LocalServer.report(of: any, clients: [DriverKind("silent") { _ in SilentDriver() }])
        #expect(optedOut.failures == [])
    }

    @Test func aRequestAfterTheLastStepFailsTheCase() async throws {
        let late = DriverKind("late") { _ in LateDriver() }
        let report = try await LocalServer.report(of: Self.contract, clients: [late])
        #expect(report.failures == ["late: no request after the last step | PUT /a"], "\(report.failures)")
    }
}

extension DriverCall.Destination {
    /// The URL with another query; a link is unchanged.
    fileprivate var queried: Self {
        guard case .url(let url) = self else { return self }
        return .url(url.replacing("x=1", with: "y=2"))
    }
}

private struct ChangedDriver: Driver {
    let change: @Sendable (DriverCall) -> [DriverCall]
    private let sender = HALClientDriver(.async)

    init(change: @escaping @Sendable (DriverCall) -> [DriverCall]) {
        self.change = change
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        let calls = change(call)
        for earlier in calls.dropLast() { try await sender.perform(earlier) { _ in } }
        if let last = calls.last { try await sender.perform(last, report: report) }
    }
}

private struct SilentDriver: Driver {
    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        report(ReportedOutcome(.success))
    }
}

/// Sends the second call once more when the case is over.
private actor LateDriver: Driver {
    private let sender = HALClientDriver(.async)
    private var second: DriverCall?

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        if call.id == 2 { second = call }
        try await sender.perform(call, report: report)
    }

    func finish() async {
        guard let second else { return }
        do throws(DriverFailure) { try await sender.perform(second) { _ in } } catch { return }
    }
}
