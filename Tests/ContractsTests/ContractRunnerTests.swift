import ContractTesting
import Contracts
import Documents
import HAL
import HALClient
import MockServing
import Scenarios
import Testing

struct ContractRunnerTests {
    static let twoSteps = """
        scenario: Two steps
        interactions:
          - name: served twice
            request: { urlPath: /a }
            response: { jsonBody: { _links: { next: { href: /b } } } }
            times: 1
          - request: { urlPath: /b }
            response: { status: 204 }
        contract:
          - { step: first, request: { url: /a }, expect: { outcome: success } }
          - { step: second, request: { follow: next }, expect: { outcome: success, status: 204 } }
        """

    @Test("both APIs of the client agree", arguments: APIStyle.allCases)
    func bothStylesAgree(_ style: APIStyle) async throws {
        let report = try await LocalServer.report(of: Self.twoSteps, clients: [HALClientDriver.kind(style)])
        #expect(report.failures == [])
        #expect(report.cases.map(\.client) == [style.rawValue])
        #expect(report.cases[0].steps.map(\.outcome) == ["success", "success"])
        #expect(report.variants[0].unreached.isEmpty)
    }

    @Test func aSecondOutcomeFailsTheCaseEvenWhenItIsLate() async throws {
        let late = Locked<(@Sendable (ReportedOutcome) -> Void)?>(nil)
        let report = try await LocalServer.report(
            of: Self.twoSteps,
            clients: [
                ScriptedDriver.kind { call, report in
                    report(.success(call))
                    late.withLock { earlier in
                        earlier?(.success(call))
                        earlier = report
                    }
                }
            ]
        )
        #expect(
            report.failures.first == "exactlyOnce: exactly one outcome of step 'first' | 2: success, success",
            "\(report.failures)"
        )
        #expect(report.cases[0].steps.map(\.status) == [.passed, .passed])
    }

    @Test func aClientThatReportsNothingFailsWithoutWaitingForIt() async throws {
        let report = try await LocalServer.report(of: Self.twoSteps, clients: [ScriptedDriver.kind { _, _ in }])
        #expect(report.failures[0] == "outcome: success | none: the client returned without an outcome")
        #expect(report.cases[0].steps.map(\.status) == [.failed, .skipped])
        #expect(report.cases[0].steps[1].skipReason == "step 'first' failed")
    }

    @Test func aClientThatHangsIsGivenUp() async throws {
        var options = ContractRunner.Options()
        options.stepLimit = .milliseconds(50)
        let report = try await LocalServer.report(
            of: Self.twoSteps,
            clients: [
                ScriptedDriver.kind { _, _ in
                    let (never, _) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never {}
                }
            ],
            options: options
        )
        #expect(report.cases[0].steps[0].status == .failed)
    }

    @Test func aDriverThatFailsSaysWhy() async throws {
        let report = try await LocalServer.report(
            of: Self.twoSteps,
            clients: [
                ScriptedDriver.kind { _, _ throws(DriverFailure) in throw DriverFailure("it said: 'nonsense'") }
            ]
        )
        #expect(report.failures[0] == "outcome: success | it said: 'nonsense'")
    }

    @Test func whatADriverCannotReportIsSkippedAndCounted() async throws {
        let yaml = CheckTests.yaml("url: /station", "outcome: success, model: { price: 0 }, relations: [nowhere]")
        let report = try await LocalServer.report(
            of: yaml,
            clients: [ScriptedDriver.kind(capabilities: [.outcome]) { call, report in report(.success(call)) }]
        )
        #expect(report.failures == [])
        #expect(RunCounts(report).checks.skipped == 2)
    }

    @Test func aRequestThatNothingAnswersFailsTheCase() async throws {
        let yaml = """
            scenario: A wrong address
            interactions: [{ request: { urlPath: /a }, response: { status: 204 } }]
            contract: [{ step: s, request: { url: /b }, expect: { outcome: clientError } }]
            """
        let report = try await LocalServer.report(of: yaml)
        #expect(report.failures == ["unmatched: every request matches an interaction | GET /b"])
        #expect(report.variants[0].unreached.map(\.location.line) == [2])
        #expect(try await LocalServer.report(of: yaml + "\nallowUnmatched: true\n").failures == [])
    }

    @Test func timesAreJudgedAtTheEnd() async throws {
        let yaml = Self.twoSteps.replacing("times: 1", with: "times: 2")
        let report = try await LocalServer.report(of: yaml)
        #expect(report.failures == ["times: 'served twice' is used 2 times | 1 time"])
    }

    @Test("the order of the report is that of the file", arguments: [nil, 1, 2] as [UInt64?], [1, 8])
    func theOrderIsThatOfTheFile(seed: UInt64?, jobs: Int) async throws {
        var options = ContractRunner.Options()
        options.seed = seed
        options.jobs = jobs
        options.repetitions = 2
        let kinds = APIStyle.allCases.map(HALClientDriver.kind)
        let report = try await LocalServer.report(of: Self.matrix, clients: kinds, options: options)
        #expect(report.variants.map(\.name) == (200...206).filter { $0 != 204 }.map { "test[\($0)]" })
        #expect(
            report.variants.allSatisfy { variant in
                variant.cases.map { "\($0.client) \($0.repetition)" }
                    == ["async 1", "async 2", "callbacks 1", "callbacks 2"]
            }
        )
        #expect(report.failures == [])
    }

    @Test func seedsShuffle() async throws {
        func order(_ seed: UInt64?) async throws -> [String] {
            let seen = Locked<[String]>([])
            var options = ContractRunner.Options()
            options.seed = seed
            _ = try await LocalServer.report(
                of: Self.matrix,
                clients: [
                    ScriptedDriver.kind { call, report in
                        guard case .url(let url) = call.target else { return }
                        seen.withLock { $0.append(String(url.suffix(3))) }
                        report(.success(call))
                    }
                ],
                options: options
            )
            return seen.withLock { $0 }
        }
        let plain = try await order(nil)
        #expect(plain == plain.sorted())
        #expect(try await order(7) != plain)
        #expect(try await order(7) == order(7))
    }

    @Test func theLongestCasesStartFirst() async throws {
        let seen = Locked<[String]>([])
        var options = ContractRunner.Options()
        options.durations = ["test[203]": .seconds(2), "test[201]": .seconds(3), "test[206]": .seconds(1)]
        _ = try await LocalServer.report(
            of: Self.matrix,
            clients: [
                ScriptedDriver.kind { call, report in
                    guard case .url(let url) = call.target else { return }
                    seen.withLock { $0.append(String(url.suffix(3))) }
                    report(.success(call))
                }
            ],
            options: options
        )
        #expect(seen.withLock { $0 } == ["201", "203", "206", "200", "202", "205"])
    }

    @Test func failFastBeginsNothingMore() async throws {
        var options = ContractRunner.Options()
        options.isFailFast = true
        let report = try await LocalServer.report(
            of: Self.matrix,
            clients: [ScriptedDriver.kind { _, _ in }],
            options: options
        )
        #expect(report.cases.count == 1)
        #expect(report.isInterrupted)
        #expect(report.status == .failed)
    }

    @Test func aServerThatIsLostLeavesTheReportOfWhatHadEnded() async throws {
        let scenario = try LocalServer.scenario(Self.matrix)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let runner = ContractRunner(
            Selection().items(of: [scenario]),
            clients: [HALClientDriver.kind(.async)],
            server: MortalServer(LocalContractServer(server), cases: 2)
        )
        let broken = try await #require(throws: RunAborted.self) { try await runner.run() }
        await server.stop()
        #expect(broken.cause is MortalServer.Death)
        #expect(broken.report.cases.map(\.status) == [.passed, .passed])
        #expect(broken.report.notRun.map(\.name) == ["test[202]", "test[203]", "test[205]", "test[206]"])
        let text = "the run ended before every case ran: the server is gone"
        #expect(broken.report.interruption == text)
        #expect(TAPReporter(broken.report).text.hasSuffix("Bail out! \(text)\n"))
        #expect(ConsoleReporter(broken.report).text.contains(text))
        #expect(HTMLReporter(broken.report).text.contains(text))
        #expect(MarkdownReporter(broken.report).text.contains("**\(text)**"))
        #expect(GitHubReporter(broken.report).text == "::warning::\(text)\n")
        #expect(JSONReporter(broken.report).text.contains(#""cause": "the server is gone""#))
    }

    @Test func aCaseSaysHowToRunItAgain() async throws {
        let report = try await LocalServer.report(of: Self.matrix)
        #expect(report.cases[0].reproduction == "hypermock verify test.yaml --only 'test[200]' --style async")
    }

    static let matrix = """
        scenario: Many
        matrix: { status: [200-206], exclude: [{ status: 204 }] }
        interactions: [{ response: { status: "${status}" } }]
        contract: [{ step: s, request: { url: "/${status}" }, expect: { outcome: success, status: "${status}" } }]
        """
}

extension ReportedOutcome {
    /// What a client would say of the two steps.
    static func success(_ call: DriverCall) -> ReportedOutcome {
        var outcome = ReportedOutcome(.success)
        outcome.status = call.id == 2 ? 204 : 200
        if case .url(let url) = call.target, let status = Int(url.suffix(3)) { outcome.status = status }
        return outcome
    }
}

/// A server that is gone after so many cases.
private final class MortalServer: ContractServer {
    struct Death: Error, CustomStringConvertible {
        let description = "the server is gone"
    }

    let wire: WireProtocol? = .http
    private let server: LocalContractServer
    private let casesLeft: Locked<Int>

    init(_ server: LocalContractServer, cases: Int) {
        self.server = server
        casesLeft = Locked(cases)
    }

    func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox {
        let isAlive = casesLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAlive else { throw Death() }
        return try await server.openSandbox(slug: slug, values: values)
    }
}
