import Contracts
import HAL
import HTTPTypes
import Scenarios
import Testing

/// A run says that a client holds a contract only when that was judged, and that it does not only when it does not.
struct FalseVerdictTests {
    private static let machine = """
        scenario: A state machine
        interactions:
          - { name: none yet, requiredScenarioState: Started, request: { method: GET }, response: &empty { jsonBody: { total: 0, _links: { self: { href: /logs } } } } }
          - { name: post, request: { method: POST }, newScenarioState: posted, response: { status: 201 }, times: 1 }
          - { name: one, requiredScenarioState: posted, request: { method: GET }, response: { jsonBody: { total: 1 } } }
        contract:
          - { step: none yet, request: { url: /logs }, expect: { outcome: success, model: { total: 0 } } }
          - { step: posted, request: { method: POST, follow: self }, expect: { outcome: success, status: 201 } }
          - { step: there is one, request: { url: /logs }, expect: { outcome: success, model: { total: 1 } } }
        """

    private static func own(without capabilities: Capability...) -> DriverKind {
        var kind = HALClientDriver.kind(.async)
        kind.capabilities.subtract(capabilities)
        return kind
    }

    @Test func aCaseOfWhichNoStepWasRunHasNotPassed() async throws {
        let contract = """
            scenario: In a session
            interactions: [{ request: { urlPath: /token }, response: { status: 204 } }]
            contract:
              - step: only
                request: { url: /a, authorization: { oauth: { tokenUrl: /token, clientId: c } } }
                expect: { outcome: success }
            """
        let report = try await LocalServer.report(of: contract, clients: [Self.own(without: .session)])
        #expect(report.cases.map(\.status) == [.skipped])
        #expect(report.status == .skipped)
        #expect(RunCounts(report).cases.passed == 0)
        #expect(report.clients[0].gaps.map(\.text) == ["session (1 step)"])
    }

    @Test func aStepThatWasSkippedDoesNotFailThoseThatDependOnIt() async throws {
        let report = try await LocalServer.report(of: Self.machine, clients: [Self.own(without: .follow)])
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .skipped, .skipped])
        #expect(report.cases[0].steps[2].skipReason == "the server's state depends on step 'posted', which was skipped")
        #expect(report.cases[0].checks.last?.skipReason == "step 'posted' was skipped")
        #expect(report.clients[0].gaps.map(\.text) == ["follow (2 steps, 1 check)"])
        #expect(try await LocalServer.report(of: Self.machine).failures == [])
    }

    /// The living resource is what a client that cannot follow would have deleted.
    private static let living = """
        scenario: living
        root: true
        resources: { logs: { path: /logs, items: [{ id: a }] } }
        interactions: []
        contract:
          - { step: read, request: { url: /logs }, expect: { outcome: success } }
          - { step: followed, request: { follow: first }, expect: { outcome: success } }
          - { step: read again, request: { url: /logs/a }, expect: { outcome: success } }
          - { step: deleted, request: { follow: { relation: self, from: read again }, method: DELETE }, expect: { outcome: success } }
          - { step: it is gone, request: { url: /logs/a }, expect: { outcome: clientError } }
        """

    @Test func aSkippedChangeOfALiveResourceDoesNotFailTheStepsAfterIt() async throws {
        let report = try await LocalServer.report(of: Self.living, clients: [Self.own(without: .follow)])
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .skipped, .passed, .skipped, .skipped])
        let reason = "the server's state depends on step 'deleted', which was skipped"
        #expect(report.cases[0].steps[4].skipReason == reason)
        #expect(try await LocalServer.report(of: Self.living).failures == [])
    }

    @Test(
        "a step whose request fails does not fail those that depend on it; any other failure does not hide them",
        arguments: [
            ("everything-is-a-read", [.passed, .failed, .skipped, .skipped]),
            ("status-lost", [.passed, .failed, .passed, .passed]),
        ] as [(String, [RunStatus])]
    )
    func aStepThatFails(_ fault: String, statuses: [RunStatus]) async throws {
        let mutant = try #require(Mutant.all.first { $0.name == fault })
        let contract =
            Self.machine.replacing("follow: self", with: "url: /logs")
            + "\n  - { step: there still is, request: { url: /logs }, expect: { outcome: success, model: { total: 1 } } }"
        let report = try await LocalServer.report(of: contract, clients: [mutant.kind(.async, .standard)])
        #expect(report.status == .failed)
        let steps = report.cases[0].steps
        #expect(steps.map(\.status) == statuses)
        let reason = "the server's state depends on the requests of step 'posted', which failed"
        #expect(steps.compactMap(\.skipReason).allSatisfy { $0 == reason }, "\(steps.compactMap(\.skipReason))")
    }

    @Test func aServerWithoutStateIsJudgedOn() async throws {
        let contract = """
            scenario: Two addresses
            interactions: [{ response: { jsonBody: { _links: { self: { href: / } } } } }]
            contract:
              - { step: first, request: { url: / }, expect: { outcome: success } }
              - { step: second, request: { follow: self }, expect: { outcome: success } }
              - { step: third, request: { url: / }, expect: { outcome: success } }
            """
        let report = try await LocalServer.report(of: contract, clients: [Self.own(without: .follow)])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .skipped, .passed])
    }

    @Test(
        "a list is the same list in one line and in several, RFC 9110 section 5.3",
        arguments: [
            ("{ hasExactly: [{ equalTo: green }, { equalTo: blue }] }", ["green", "blue"], true),
            ("{ hasExactly: [{ equalTo: green }, { equalTo: blue }] }", ["green, blue"], true),
            ("{ hasExactly: [{ equalTo: green }, { equalTo: blue }] }", ["green ,, blue\t"], true),
            ("{ hasExactly: [{ equalTo: green }, { equalTo: blue }] }", ["green"], false),
            ("{ hasExactly: [{ equalTo: green }, { equalTo: blue }] }", ["green, blue, red"], false),
            ("{ includes: [{ equalTo: blue }] }", ["green,blue"], true),
            ("'green, blue'", ["green", "blue"], true), ("'green, blue'", ["blue", "green"], false),
            (#"'"a, b", c'"#, [#""a, b""#, "c"], true), (#"'"a, b", c'"#, [#""a"#, #"b""#, "c"], false),
            (#"{ hasExactly: [{ equalTo: '"a,\"b"' }] }"#, [#""a,\"b""#], true),
            ("{ doesNotContain: green }", ["green, blue"], false), ("{ absent: true }", ["green"], false),
            ("{ contains: green }", ["blue", "red"], false),
        ] as [(String, [String], Bool)]
    )
    func aListIsTheSameList(_ matcher: String, lines: [String], isMet: Bool) async throws {
        let contract = """
            scenario: A field
            interactions: [{ response: { status: 204 } }]
            contract:
              - step: only
                request: { url: /, headers: { X-Colour: [\(lines.map { "'\($0)'" }.joined(separator: ", "))] } }
                expect: { outcome: success, headers: { X-Colour: \(matcher) }, received: { headers: { X-Colour: \(matcher) } } }
            """
        let client = ScriptedDriver.kind { call, report in
            var outcome = ReportedOutcome(.success)
            outcome.fields = call.request.fields
            report(outcome)
        }
        let reported = try await LocalServer.report(of: contract, clients: [client]).cases[0].steps[0].checks
        #expect(reported.first { $0.name == "headers" }?.status == (isMet ? .passed : .failed))
        let received = try await LocalServer.report(of: contract).cases[0].steps[0].checks
        #expect(received.first { $0.name == "received" }?.status == (isMet ? .passed : .failed))
    }

    @Test(
        "a secret that is another one is not shown, and still told from the expected one",
        arguments: [
            ("Bearer other", "Bearer one", "equalTo <redacted>", "Bearer <redacted> (differs after 8 characters)"),
            (
                "Bearer one", "Bearer one more", "equalTo <redacted>",
                "Bearer <redacted> (continues after 10 characters that match)"
            ),
            ("{ absent: true }", "Bearer one", "absent", "Bearer <redacted>"),
            ("{ matches: 'Basic .*' }", "Bearer one", "matches <redacted>", "Bearer <redacted>"),
            ("Zearer", "Bearer one", "equalTo <redacted>", "Bearer <redacted> (differs after 0 characters)"),
            ("Bearer one", nil, "equalTo <redacted>", "missing"),
        ] as [(String, String?, String, String)]
    )
    func aSecretThatIsAnotherOne(
        _ matcher: String,
        sent: String?,
        expected: String,
        actual: String
    ) async throws {
        let headers = sent.map { ", headers: { Authorization: '\($0)' }" } ?? ""
        let contract = """
            scenario: A secret
            interactions: [{ response: { status: 204 } }]
            contract:
              - step: only
                request: { url: /\(headers) }
                expect: { outcome: success, received: { headers: { Authorization: \(matcher) } } }
            """
        let report = try await LocalServer.report(of: contract)
        #expect(report.failures == ["received: header Authorization \(expected) | \(actual)"])
    }

    @Test func aCurlLineAsksForWhatItMustNotShow() async throws {
        let contract = """
            scenario: A secret
            interactions: [{ response: { status: 204 } }]
            contract:
              - { step: only, request: { url: /, authorization: { bearer: s3cr3t } }, expect: { outcome: conflict } }
            """
        let curl = try await LocalServer.report(of: contract).cases[0].steps[0].curl
        #expect(
            curl?.contains(#"-H "Authorization: ${AUTHORIZATION:?set it to the value that the step sends}""#) == true
        )
    }

    /// `--data-binary @/etc/passwd` would send the file.
    @Test func aCurlLineSendsABodyThatBeginsWithAtLiterally() async throws {
        let contract = """
            scenario: A path
            interactions: [{ response: { status: 204 } }]
            contract:
              - { step: only, request: { url: /, method: POST, body: '@/etc/passwd' }, expect: { outcome: conflict } }
            """
        let curl = try await LocalServer.report(of: contract).cases[0].steps[0].curl
        #expect(curl?.contains("--data-raw \(Shell.quoted("@/etc/passwd"))") == true)
    }
}
