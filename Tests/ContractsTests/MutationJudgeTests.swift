import Contracts
import Testing

/// Expectations that are mutated one at a time.
struct MutationJudgeTests {
    private static func report(_ request: String, _ expect: String) async throws -> RunReport {
        var options = ContractRunner.Options()
        options.mutatesExpectations = true
        return try await LocalServer.report(of: CheckTests.yaml(request, expect), options: options)
    }

    private static func mutations(_ report: RunReport) -> [CheckReport] {
        report.cases.flatMap(\.allChecks).filter { $0.name == "mutation" }
    }

    /// The number of mutations of each expectation, that of the outcome aside.
    @Test(
        "each part of an expectation is mutated once, and the mutation is detected",
        arguments: [
            ("url: /station", "outcome: success", 0), ("url: /station", "outcome: success, status: 200", 1),
            ("url: /station", "outcome: success, headers: { X-Colour: green, X-Taste: { absent: true } }", 2),
            ("url: /station", "outcome: success, headers: { X-Colour: { hasExactly: [{ contains: gr }] } }", 2),
            ("url: /text", "outcome: undecodable, body: hello", 1),
            ("url: /created", "outcome: success, location: /station, lastModified: absent", 2),
            ("url: /station", "outcome: success, location: absent, lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT'", 2),
            ("url: /station", "outcome: success, model: { name: 7-Eleven, tanks: [{ fuel: diesel }, {}] }", 6),
            ("url: /station", "outcome: success, relations: [self, item]", 2),
            ("url: /station", "outcome: success, relations: { self: /station, item: [/a, /b], logs: [] }", 8),
            ("url: /station", "outcome: success, embedded: { log: 2 }", 1),
            ("url: /station", "outcome: success, embedded: { log: [{ gallons: 12.5 }, {}] }", 4),
            (
                "url: /login",
                "outcome: authenticationRequired, challenges: [{ scheme: Basic, realm: all }, { scheme: Negotiate, token68: abc= }]",
                7
            ),
            ("url: /same", "outcome: redirection, notModified: true, permanent: false", 2),
            ("url: /busy", "outcome: serverUnavailable, retryAfter: { seconds: 120 }", 1),
            ("url: /past", "outcome: serverUnavailable, retryAfter: { date: 'Tue, 04 Nov 2014 23:59:59 GMT' }", 1),
            ("target: closedPort", "outcome: connectionFailure, kind: refused", 1),
            ("url: /moved", "outcome: success, notices: [{ from: /moved, to: /station }]", 3),
            (
                "url: /station",
                "outcome: success, received: { method: GET, url: /station, headers: { X-A: { absent: true } } }", 4
            ),
            ("url: /moved", "outcome: success, received: [{ url: /moved }, {}]", 2),
            ("url: /slow", "outcome: success, elapsedMilliseconds: { atLeast: 90, atMost: 60000 }", 2),
        ]
    )
    func eachPartIsMutated(request: String, expect: String, count: Int) async throws {
        let report = try await Self.report(request, expect)
        #expect(report.failures == [])
        #expect(Self.mutations(report).count == count + 1)
    }

    @Test(
        "an expectation that cannot fail is reported",
        arguments: [
            ("relations: []", "'relations' to expect something | it expects nothing"),
            ("relations: {}", "'relations' to expect something | it expects nothing"),
            ("embedded: {}", "'embedded' to expect something | it expects nothing"),
            ("elapsedMilliseconds: { atLeast: 0 }", "'elapsedMilliseconds' to expect something | it expects nothing"),
        ]
    )
    func expectationsThatCannotFailAreReported(expect: String, message: String) async throws {
        let report = try await Self.report("url: /station", "outcome: success, \(expect)")
        #expect(report.failures == ["mutation: \(message)"])
    }

    @Test func timesAreMutatedToo() async throws {
        var options = ContractRunner.Options()
        options.mutatesExpectations = true
        let report = try await LocalServer.report(of: ContractRunnerTests.twoSteps, options: options)
        #expect(report.failures == [])
        #expect(report.cases[0].checks.count { $0.name == "mutation" } == 2, "less and more")
    }

    @Test func byDefaultNothingIsMutated() async throws {
        let report = try await LocalServer.report(of: ContractRunnerTests.twoSteps)
        #expect(Self.mutations(report) == [])
    }
}
