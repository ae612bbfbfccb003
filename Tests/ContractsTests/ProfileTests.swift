import Contracts
import Documents
import HAL
import Scenarios
import Testing

/// Expectations that a specification requires, and opinions.
struct ProfileTests {
    private static let contract = """
        scenario: A redirect
        requiredBy: RFC 9110 §15.4
        interactions:
          - { request: { urlPath: /old }, response: { status: 307, headers: { Location: /new } } }
          - { request: { urlPath: /new }, response: { jsonBody: { a: 1 } }, times: 0 }
          - { request: { urlPath: /conflict }, response: { status: 409, jsonBody: { a: 1 } } }
        contract:
          - step: reported
            opinion: a 307 is reported
            request: { url: /old }
            expect: { outcome: redirection, status: 307, location: /new }
          - step: in conflict
            opinions: { model: a conflict carries a model }
            request: { url: /conflict }
            expect: { outcome: conflict, status: 409, model: { a: 1 } }
        """

    /// A client that follows 307, and reports no model of a conflict.
    private static let other = DriverKind("other") { _ in OtherClient() }

    private static func report(_ profile: Profile) async throws -> RunReport {
        var options = ContractRunner.Options()
        options.profile = profile
        return try await LocalServer.report(of: contract, clients: [other], options: options)
    }

    @Test func aFailureHasItsBasis() async throws {
        let report = try await Self.report(.hypermock)
        let checks = report.cases[0].steps.flatMap(\.checks).filter { $0.status == .failed }
        #expect(checks.first?.basis == .opinion("a 307 is reported"))
        #expect(checks.first { $0.name == "model" }?.basis == .opinion("a conflict carries a model"))
        let console = ConsoleReporter(report).text
        #expect(console.contains("failures by basis:\n  opinion: a 307 is reported: "), "\(console)")
        for kind in ReportKind.verdicts {
            #expect(kind.text(of: report).contains("a conflict carries a model"), "\(kind)")
        }
    }

    @Test("the profile rfc judges no opinion, and every report says so", arguments: ReportKind.verdicts)
    func theProfileOfSpecifications(_ kind: ReportKind) async throws {
        let report = try await Self.report(.rfc)
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.status) == [.skipped, .passed])
        #expect(report.cases[0].checks.contains { $0.skipReason == "step 'reported' contradicts an opinion" })
        #expect(Coverage(report).count(.conflict, "GET") == 0)
        let text = kind.text(of: report)
        #expect(text.contains("a conflict carries a model"), "\(text)")
        let line = "opinion: a conflict carries a model (1 check)"
        #expect(ConsoleReporter(report).text.contains(line), "\(ConsoleReporter(report).text)")
    }

    @Test func aKnownFailureOfAnOpinionStaysInTheBaseline() async throws {
        let known = Baseline().recording(try await Self.report(.hypermock))
        #expect(!known.entries.isEmpty)
        let report = try await Self.report(.rfc)
        #expect(known.recording(report) == known)
        #expect(BaselineDrift(known, report).fixed == [])
    }

    @Test func aClientThatSharesTheOpinionsPassesBoth() async throws {
        for profile in Profile.allCases {
            var options = ContractRunner.Options()
            options.profile = profile
            let report = try await LocalServer.report(of: Self.contract, options: options)
            #expect(report.failures == [] && report.status == .passed, "\(profile)")
        }
    }

    @Test(
        "a basis that means nothing is a mistake",
        arguments: [
            (
                "requiredBy: RFC 9110 §15.4", "requiredBy: RFC 9110",
                "'requiredBy' must name a specification and a section"
            ),
            (
                "opinion: a 307 is reported", "opinion: a\n    requiredBy: b §1",
                "either 'opinion' or 'requiredBy', not both"
            ),
            ("{ model: a conflict", "{ modell: a conflict", "'expect' does not have the key 'modell'"),
        ]
    )
    func aMistake(_ old: String, new: String, message: String) {
        let read = ScenarioReader.read(Array(Self.contract.replacing(old, with: new).utf8), path: "test.yaml")
        #expect(read.issues.contains { $0.message.contains(message) }, "\(read.issues)")
    }
}

private struct OtherClient: Driver {
    private let sender = HALClientDriver(.async)

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        var call = call
        if call.id == 1, case .url(let url) = call.target {
            try await sender.perform(call) { _ in }
            call.target = .url(url.replacing("/old", with: "/new"))
        }
        try await sender.perform(call) { outcome in
            var outcome = outcome
            outcome.model = nil
            report(outcome)
        }
    }
}
