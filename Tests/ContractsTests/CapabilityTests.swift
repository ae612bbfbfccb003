import Contracts
import HAL
import Testing

/// Capabilities for some calls only, and calls that a driver does not support.
struct CapabilityTests {
    private static let contract = """
        scenario: Two methods
        interactions:
          - { request: { method: GET }, response: { jsonBody: { price: 1 } } }
          - { request: { method: PUT }, response: { jsonBody: { price: 2 } } }
        contract:
          - { step: read, request: { url: /a }, expect: { outcome: success, model: { price: 1 } } }
          - { step: change, request: { method: PUT, url: /a }, expect: { outcome: success, model: { price: 2 } } }
        """

    /// The same for a client that makes no requests.
    private static let silent = contract.replacing("outcome: success,", with: "outcome: success, received: any,")

    private static func report(without calls: CallLimits, for capability: Capability) async throws -> RunReport {
        var kind = HALClientDriver.kind(.async)
        kind.capabilities.insert(capability, for: calls)
        return try await LocalServer.report(of: contract, clients: [kind])
    }

    @Test func aValueForSomeMethodsIsJudgedWithThese() async throws {
        let model = try #require(Capability(named: "model"))
        let report = try await Self.report(without: CallLimits(methods: ["GET"]), for: model)
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.isFullyJudged) == [true, false])
        let skipped = report.cases[0].steps[1].checks.compactMap(\.skipReason)
        #expect(skipped == ["the client cannot report 'model' with PUT"])
        #expect(report.clients[0].gaps.map(\.text).last == "model with PUT (1 check)")
        #expect(Coverage(report).count(.success, "GET") == 1)
        #expect(Coverage(report).count(.success, "PUT") == 0)
        #expect(ConsoleReporter(report).text.contains("model with PUT (1 check)"))
    }

    @Test("all that a driver with only 'outcome' does not report is in every report", arguments: ReportKind.verdicts)
    func onlyTheOutcome(_ kind: ReportKind) async throws {
        let contract = """
            scenario: Many values
            interactions:
              - response: { status: 201, headers: { Location: /b }, jsonBody: { price: 1, _links: { self: { href: / } } } }
            contract:
              - step: all
                request: { url: / }
                expect:
                  outcome: success
                  model: { price: 1 }
                  location: /b
                  relations: [self]
                  headers: { Location: /b }
                  body: { contains: price }
            """
        var client = HALClientDriver.kind(.async)
        client.capabilities = [.outcome]
        let report = try await LocalServer.report(of: contract, clients: [client])
        #expect(report.failures == [])
        let text = kind.text(of: report)
        for name in ["model", "location", "relations", "headers", "body"] {
            #expect(
                text.contains(kind == .json ? "\"capability\": \"\(name)\"" : "\(name) (1 check)"),
                "\(name)\n\(text)"
            )
        }
        // A suite of JUnit names only what it needs.
        #expect(text.contains("reuse") || kind == .junit, "\(text)")
    }

    @Test(
        "a method or an outcome that a client does not have is not called",
        arguments: [
            (CallLimits(methods: ["GET"]), "the client does not support the method PUT", [.passed, .skipped]),
            (
                CallLimits(outcomes: [.conflict]), "the client does not support the outcome 'success'",
                [.skipped, .skipped]
            ),
        ] as [(CallLimits, String, [RunStatus])]
    )
    func aMethodOrAnOutcome(_ calls: CallLimits, reason: String, statuses: [RunStatus]) async throws {
        let report = try await Self.report(without: calls, for: .outcome)
        #expect(report.cases[0].steps.map(\.status) == statuses)
        #expect(report.cases[0].steps[1].skipReason == reason)
        #expect(report.failures == [])
    }

    @Test("an unsupported call is in every report", arguments: ReportKind.verdicts)
    func anUnsupportedCall(_ kind: ReportKind) async throws {
        let hello = #"{"hypermockDriver":1,"name":"poor","capabilities":["outcome"]}"#
        let processes = CannedProcess.Launcher(
            hello: [hello],
            answers: [
                .call(#"{"outcome":"success","status":200}"#), .line(#"{"id":2,"unsupported":"it has no PUT"}"#),
            ]
        )
        let client = try await DriverPool { processes.launch() }.kind(arguments: "")
        let report = try await LocalServer.report(of: Self.silent, clients: [client])
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .skipped])
        #expect(report.cases[0].steps[1].skipReason == "the driver does not support the call: it has no PUT")
        #expect(processes.starts == 1)
        let text = kind.text(of: report)
        #expect(
            text.contains(kind == .json ? #""reason": "it has no PUT""# : "1 step unsupported: it has no PUT"),
            "\(text)"
        )
        #expect(ConsoleReporter(report).text.contains("poor: 1 step unsupported: it has no PUT"))
    }

    @Test(
        "a hello declares a capability for some calls",
        arguments: [
            (#"{"name":"model","methods":["GET"],"outcomes":["success"]}"#, nil),
            (#"{"name":"links"}"#, "has an unknown capability \"links\""),
            (#"{"methods":["GET"]}"#, #"lacks "name" in capabilities[1]"#),
            (#"{"name":"model","methods":[]}"#, "has an empty list in capabilities[1].methods"),
            (#"{"name":"model","methods":["G T"]}"#, #"has an unknown value "G T" in capabilities[1].methods"#),
            (#"{"name":"model","outcomes":["fine"]}"#, #"has an unknown value "fine" in capabilities[1].outcomes"#),
            (#"{"name":"model","steps":["a"]}"#, "has an unknown key 'steps' in capabilities[1]"),
            (#"{"name":"h2","methods":["GET"]}"#, "limits 'h2' in capabilities[1]; a protocol is for all calls"),
            (#""outcome""#, "declares the capability 'outcome' twice"),
        ] as [(String, String?)]
    )
    func aHello(_ declaration: String, mistake: String?) async throws {
        let hello = #"{"hypermockDriver":1,"name":"fake","capabilities":["outcome",\#(declaration)]}"#
        let processes = CannedProcess.Launcher(hello: [hello], answers: [])
        let pool = DriverPool { processes.launch() }
        do {
            let kind = try await pool.kind(arguments: "")
            #expect(mistake == nil)
            #expect(Capability(named: "model").map(kind.capabilities.contains) == true)
        } catch {
            #expect(mistake.map { error.message.contains($0) } == true, "\(error.message)")
        }
        await pool.close()
    }

    @Test func anAnswerWithoutAnOutcomeCanSayWhy() async throws {
        let (report, starts) = try await ProcessDriverTests.report(of: [
            .line(#"{"id":1,"calls":[],"detail":"the promise was s3cr3t"}"#), .success, .success,
        ])
        let message = ProcessDriverTests.message(report, step: 0)
        #expect(message == "none: the client returned without an outcome: the promise was <redacted>")
        #expect(report.failures.contains { $0.hasPrefix("exactlyOnce: exactly one outcome of step 'first' | 0") })
        #expect(starts == 1)
    }
}
