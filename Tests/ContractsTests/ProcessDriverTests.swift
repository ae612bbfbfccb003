import Contracts
import Foundation
import HALClient
import SeededRandom
import Testing

/// Drivers that misbehave, each in one way: the step fails with a message that says how, and the run goes on.
struct ProcessDriverTests {
    static let contract = """
        scenario: Three calls
        interactions:
          - request: { urlPath: /a }
            response: { status: 204 }
          - request: { urlPath: /b }
            response: { jsonBody: { _links: { self: { href: /b } } } }
        contract:
          - step: first
            request: { url: /a, authorization: { bearer: s3cr3t } }
            expect: { outcome: success, status: 204, notices: [], received: any }
          - { step: second, request: { url: /a }, expect: { outcome: success, status: 204, received: any } }
          - step: third
            request: { follow: { relation: self, from: second } }
            expect: { outcome: success, received: any }
        allowUnmatched: true
        """
    static let hello =
        #"{"hypermockDriver":1,"name":"fake","capabilities":["outcome","challenges","follow","notices"]}"#

    static func report(of answers: [CannedProcess.Answer]) async throws -> (report: RunReport, starts: Int) {
        let processes = CannedProcess.Launcher(hello: [hello], answers: answers)
        let pool = DriverPool(helloWithin: .seconds(600)) { processes.launch() }
        let kind = try await pool.kind(arguments: "--driver fake")
        var options = ContractRunner.Options()
        options.stepLimit = .milliseconds(200)
        let report = try await LocalServer.report(of: contract, clients: [kind], options: options)
        await pool.close()
        #expect(processes.running == 0, "no process is left")
        return (report, processes.starts)
    }

    /// What a step says that has failed for the driver's sake; `nothing` when it has not.
    static func message(_ report: RunReport, step: Int) -> String {
        for check in report.cases[0].steps[step].checks {
            if case .failed(_, let actual) = check.verdict { return actual }
        }
        return "nothing"
    }

    @Test func aDriverThatDoesItsWorkPasses() async throws {
        let (report, starts) = try await Self.report(of: [.success, .success, .success])
        #expect(report.failures == [])
        #expect(report.cases[0].client == "fake")
        #expect(starts == 1)
    }

    @Test(
        "what it says instead of an answer is quoted, and the next step starts a new one",
        arguments: [
            (
                CannedProcess.Answer.line("call is done"),
                "the driver's line is not valid JSON (expected a value, at byte 0)"
            ),
            (.line("[1]"), "the driver's line is an array, not an object"),
            (.raw(.line([0xFF, 0xFE, 0x7B, 0])), "the driver's line is UTF-16, not UTF-8"),
            (.raw(.line([0, 0x7B, 0])), "the driver's line is UTF-16, not UTF-8"),
            (
                .call(Array(repeating: success, count: 1000).joined(separator: ",")),
                "the driver's line has 1000 outcomes in calls, more than 100"
            ),
            (.line(#"{"calls":[]}"#), #"the driver's line is not a valid response: "id" is missing"#),
            (.line(#"{"id":1}"#), #"the driver's line is not a valid response: "calls" is missing"#),
            (.line(#"{"id":9,"calls":[]}"#), "the driver's line is for call 9, not call 1"),
            (.call("[]"), "the driver's line has an array in calls[0], not an object"),
            (.call("{}"), #"the driver's line lacks "outcome" in calls[0]"#),
            (
                .call(#"{"outcome":"fine"}"#),
                "the driver's line has an unknown outcome 'fine' in calls[0]; supported: succ"
            ),
            (.call(#"{"outcome":"success","status":"204"}"#), "has a string in calls[0].status, not an integer"),
            (
                .call(#"{"outcome":"success","retryAfter":1}"#),
                "has an unknown key 'retryAfter' in calls[0]; supported: "
            ),
            (.call(#"{"outcome":"success","notices":[{"from":"a"}]}"#), #"or "to" in calls[0].notices[0]"#),
            (.line(#"{"id":1,"calls":[],"unsupported":"no"}"#), #"either "calls" or "unsupported", not both"#),
            (.call(#"{"outcome":"success","relations":{"self":1}}"#), "a number in calls[0].relations.self, not a str"),
            (.call(#"{"outcome":"success","outcome":"success"}"#), "(the key \"outcome\" is defined twice"),
            (.call(String(repeating: "[", count: 2000)), "the driver's line is not valid JSON"),
            (.raw(.ended("exited with code 3")), "the driver exited with code 3 before it responded"),
            (
                .raw(.tooLong([UInt8](repeating: 120, count: 300))),
                "not end within 16 MiB: '\(String(repeating: "x", count: 300))…'"
            ),
            (.silence, "the driver did not respond"),
            (.silenceAfter(#"{"id":1,"ca"#), #"the driver did not end its line in time: '{"id":1,"ca'"#),
        ]
    )
    func whatItSaysInsteadOfAnAnswerIsQuoted(_ answer: CannedProcess.Answer, expected: String) async throws {
        let (report, starts) = try await Self.report(of: [answer, .success, .success])
        let message = Self.message(report, step: 0)
        #expect(message.contains(expected), "\(message)")
        #expect(message.hasSuffix("; the next step starts a new one"), "\(message)")
        #expect(report.cases[0].steps.map(\.status) == [.failed, .passed, .passed])
        #expect(starts == 2)
    }

    @Test("a driver that gives no valid answer is unusable, however short the run is")
    func aDriverWithoutAValidAnswerIsUnusable() async throws {
        let aborted = await #expect(throws: RunAborted.self) {
            _ = try await Self.report(of: [.line("?"), .line("?"), .success])
        }
        let cause = "the driver gave no valid answer: the driver's line is not valid JSON"
        #expect((aborted?.cause as? DriverFailure)?.message.hasPrefix(cause) == true, "\(aborted?.description ?? "")")
        let report = try #require(aborted?.report)
        #expect(report.isInterrupted && report.notRun.isEmpty)
        #expect(report.interruption?.hasPrefix("the run does not count: \(cause)") == true)
        #expect(report.cases.map(\.status) == [.failed])
    }

    @Test func secretsAreNotQuotedAndLongLinesAreShortened() async throws {
        let line = "Bearer s3cr3t" + String(repeating: "é", count: 5000)
        let (report, _) = try await Self.report(of: [.line(line), .success, .success])
        let message = Self.message(report, step: 0)
        #expect(message.contains("'Bearer <redacted>ééé"), "\(message)")
        #expect(message.contains("…' (10013 bytes)"))
        #expect(message.count < 500)
        #expect(!"\(report)".contains("s3cr3t"))
    }

    @Test func theLinesOfTheDocumentationAreUnderstood() async throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let article = sources.appending(path: "Contracts/Contracts.docc/DriversInAnyLanguage.md")
        let blocks = try String(contentsOf: article, encoding: .utf8).split(separator: "```json\n").dropFirst()
            .map { String($0.prefix { $0 != "`" }) }
        #expect(blocks.count == 5)
        let answer = blocks[3].replacing(#""id": 7"#, with: #""id": 1"#)
        let refusal = blocks[4].replacing(#""id": 8"#, with: #""id": 2"#)
        _ = try await DriverPool { CannedProcess.Launcher(hello: [blocks[1]], answers: []).launch() }.kind(
            arguments: ""
        )
        let processes = CannedProcess.Launcher(hello: [blocks[0]], answers: [.line(answer), .line(refusal), .success])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let report = try await LocalServer.report(of: Self.contract, clients: [kind])
        #expect(report.cases[0].client == "python")
        #expect(report.cases[0].steps.map(\.outcome) == ["serverUnavailable", nil, nil])
        #expect(report.cases[0].steps.map(\.status) == [.failed, .skipped, .skipped])
    }

    @Test func namesThatADriverGivesAreShortened() async throws {
        let name = String(repeating: "x", count: 10_000)
        let (report, _) = try await Self.report(of: [
            .call(#"{"outcome":"success","s3cr3t\#(name)":1}"#), .success, .success,
        ])
        let message = Self.message(report, step: 0)
        #expect(message.contains("has an unknown key '<redacted>xxx"), "\(message)")
        #expect(message.count < 1200)
        let processes = CannedProcess.Launcher(
            hello: [#"{"hypermockDriver":1,"name":"a\u0007\#(name)","capabilities":["outcome"]}"#],
            answers: []
        )
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        #expect(kind.name == "a\u{FFFD}" + name.prefix(62))
    }

    @Test func noOutcomeAndTwoAreSeenAsWhatTheyAre() async throws {
        let none = try await Self.report(of: [.line(#"{"id":1,"calls":[]}"#), .success, .success]).report
        #expect(Self.message(none, step: 0) == "none: the client returned without an outcome")
        let two = try await Self.report(of: [
            .line(#"{"id":1,"calls":[{"outcome":"success","status":204},{"outcome":"conflict"}]}"#), .success, .success,
        ])
        #expect(two.report.failures == ["exactlyOnce: exactly one outcome of step 'first' | 2: success, conflict"])
        #expect(two.starts == 1)
    }

    @Test(
        "what comes after an answer is blamed on the call that was answered, whatever comes next",
        arguments: [
            (
                [.success, .line(#"{"id":1,"calls":[{"outcome":"conflict"}]}"#), .success, .success],
                "'first' | 2: success, conflict"
            ),
            (
                [.success, .line(#"{"id":1,"calls":[]}"#), .success, .success],
                "'first' | 2: success, another response, without an outcome"
            ),
            (
                [.chatter(success, [#"{"id":ID,"calls":[{"outcome":"conflict"}]}"#]), .success, .success],
                "'first' | 2: success, conflict"
            ),
            (
                [.chatter(success, ["call ID is done"]), .success, .success],
                "'first' | 2: success, an unexpected line: 'call 1 is done'"
            ),
            (
                [.success, .success, .chatter(success, [#"{"id":2,"calls":[{"outcome":"conflict"}]}"#])],
                "'second' | 2: success, conflict"
            ),
        ] as [([CannedProcess.Answer], String)]
    )
    func whatComesAfterAnAnswer(_ answers: [CannedProcess.Answer], failure: String) async throws {
        let (report, starts) = try await Self.report(of: answers)
        #expect(report.failures == ["exactlyOnce: exactly one outcome of step " + failure])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .passed, .passed])
        #expect(starts == 1)
    }

    @Test("an innocent case is not blamed for the case before it", arguments: [true, false])
    func anInnocentCaseIsNotBlamed(isLate: Bool) async throws {
        let second = #"{"id":3,"calls":[{"outcome":"conflict"}]}"#
        let third: [CannedProcess.Answer] = isLate ? [.success, .line(second)] : [.chatter(Self.success, [second])]
        let answers = [.success, .success] + third + [.success, .success, .success]
        let processes = CannedProcess.Launcher(hello: [Self.hello], answers: answers)
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        var options = ContractRunner.Options()
        options.repetitions = 2
        let report = try await LocalServer.report(of: Self.contract, clients: [kind], options: options)
        #expect(report.cases.map(\.status) == [.failed, .passed])
        #expect(report.failures == ["exactlyOnce: exactly one outcome of step 'third' | 2: success, conflict"])
    }

    static let success = #"{"outcome":"success","status":204}"#

    @Test(
        "a value that means nothing fails its check, and the driver goes on",
        arguments: [
            (
                #""lastModified":"yesterday""#, "lastModified: absent",
                "lastModified: none | 'yesterday', which is not an HTTP-date"
            ),
            (
                #""lastModified":"yesterday""#, "lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT'",
                "lastModified: Tue, 03 Nov 2026 10:00:00 GMT | 'yesterday', which is not an HTTP-date"
            ),
            (
                #""retryAfterSeconds":1.5"#, "retryAfter: { seconds: 1 }",
                "retryAfter: 1 s | 1.5, which is not a number of whole seconds"
            ),
            (
                #""retryAfterSeconds":"120s""#, "retryAfter: absent",
                #"retryAfter: none | "120s", which is not a number of whole seconds"#
            ),
            (
                #""retryAfterSeconds":2,"retryAfterDate":"soon""#, "retryAfter: { seconds: 2 }",
                "retryAfter: 2 s | 'soon', which is not an HTTP-date"
            ),
            (
                #""headers":{"a b":"c"}"#, "headers: { Via: { absent: true } }",
                "headers: Via | 'a b', which is not a valid header name"
            ),
            (#""lastModified":"yesterday","retryAfterSeconds":-0.5,"kind":"broken""#, "status: 204", nil),
        ] as [(String, String, String?)]
    )
    func aValueThatMeansNothing(_ members: String, expectation: String, failure: String?) async throws {
        let hello = #"{"hypermockDriver":1,"capabilities":["outcome","lastModified","retryAfter","headers"]}"#
        let answer = CannedProcess.Answer.call(#"{"outcome":"clientError","status":204,\#(members)}"#)
        let processes = CannedProcess.Launcher(hello: [hello], answers: [answer])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let contract = """
            scenario: One call
            interactions: [{ response: { status: 429 } }]
            contract: [{ step: only, request: { url: / }, expect: { outcome: clientError, received: any, \(expectation) } }]
            """
        let report = try await LocalServer.report(of: contract, clients: [kind])
        #expect(report.failures == (failure.map { [$0] } ?? []))
        #expect(processes.starts == 1)
    }

    @Test func callsOfSeveralRequestsAreSentAsTheyStand() async throws {
        let contract = """
            scenario: Forms and pages
            interactions:
              - response:
                  jsonBody: { _links: { self: { href: / } }, _templates: { add: { method: POST } } }
            contract:
              - { step: first, request: { url: /a, pages: { limit: 5 } }, expect: { outcome: success } }
              - step: second
                request: { submit: { template: add, values: { a: 2.890 } }, deadlineMilliseconds: 200 }
                expect: { outcome: success }
            """
        let hello = Self.hello.replacing(#""outcome""#, with: #""outcome","submit","pages","deadline""#)
        let processes = CannedProcess.Launcher(hello: [hello], answers: [.success, .success])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let report = try await LocalServer.report(of: contract, clients: [kind])
        #expect(report.failures == [])
        let lines = processes.lines
        try #require(lines.count == 2)
        #expect(lines[0].contains(#""method":"GET""#) && lines[0].contains(#""pages":{"relation":"next","limit":5}"#))
        #expect(lines[1].contains(#""submit":{"template":"add","fromCall":1,"values":{"a":2.890}}"#))
        #expect(lines[1].contains(#""deadlineMilliseconds":200"#) && !lines[1].contains(#""method""#))
        let poor = try await LocalServer.report(of: contract, clients: [Self.poor()])
        #expect(poor.status == .skipped)
        let gaps = poor.clients[0].gaps.map(\.text)
        #expect(gaps.contains("pages (1 step)") && gaps.contains("submit (1 step)"), "\(gaps)")
    }

    /// A driver that declares nothing but outcomes.
    private static func poor() async throws -> DriverKind {
        let hello = #"{"hypermockDriver":1,"name":"poor","capabilities":["outcome"]}"#
        let processes = CannedProcess.Launcher(hello: [hello], answers: [])
        return try await DriverPool { processes.launch() }.kind(arguments: "")
    }

    @Test func aLinkOfADriverThatHasEndedCannotBeFollowed() async throws {
        let contract = Self.contract.replacing("from: second", with: "from: first")
        let processes = CannedProcess.Launcher(hello: [Self.hello], answers: [.success, .line("?"), .success])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let report = try await LocalServer.report(of: contract, clients: [kind])
        #expect(Self.message(report, step: 2).hasPrefix("the driver that received the resource of call 1 has"))
    }

    @Test func whatADriverCannotReportIsSkippedAndCounted() async throws {
        let hello = #"{"hypermockDriver":1,"name":"poor","capabilities":["outcome"]}"#
        let processes = CannedProcess.Launcher(hello: [hello], answers: [.success, .success])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let report = try await LocalServer.report(of: Self.contract, clients: [kind])
        #expect(report.failures == [])
        #expect(report.cases[0].steps.map(\.status) == [.passed, .passed, .skipped])
        #expect(report.cases[0].steps[2].skipReason == "the client cannot follow links")
        #expect(report.cases[0].steps[0].checks.contains { $0.name == "notices" && $0.status == .skipped })
        #expect(RunCounts(report).checks.skipped == 1)
    }

    @Test func noAnswerIsTooStrange() async throws {
        let good = #"""
            {"outcome":"redirection","status":301,"headers":{"A":"b","C":["d","e"]},"body":"x","location":"http://a/",\#
            "lastModified":"Tue, 03 Nov 2026 10:00:00 GMT","model":{"a":[1,2.5e3,null]},"relations":{"self":["/a"]},\#
            "embedded":{"a":[{}]},"challenges":[{"scheme":"Basic","parameters":{"realm":"x"},"token68":"="}],\#
            "retryAfterSeconds":99999999999999999999,"notModified":false,"kind":"dns","notices":[{"from":"a","to":"b"}]}
            """#
        var generator = SeededGenerator(seed: 20_261_103)
        let bytes = Array(good.utf8)
        let answers = (0..<400).flatMap { _ in
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: mutated.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: mutated[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: mutated.remove(at: place)
                case 2: mutated.insert(contentsOf: mutated[place...].prefix(20), at: place)
                case _: mutated.swapAt(place, Int.random(in: mutated.indices, using: &generator))
                }
            }
            return [CannedProcess.Answer.call(String(decoding: mutated, as: UTF8.self)), .success, .success]
        }
        let processes = CannedProcess.Launcher(hello: [Self.hello], answers: answers)
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        var options = ContractRunner.Options()
        options.repetitions = 400
        let report = try await LocalServer.report(of: Self.contract, clients: [kind], options: options)
        #expect(report.cases.allSatisfy { $0.steps[0].status == .failed && $0.steps[1].status == .passed })
    }

    @Test(
        "a driver that is of no use ends the run, and is named as the cause",
        arguments: [
            ([], 5, "the driver failed 5 times in a row: the driver has ended before it responded"),
            ([.success], 50, "the driver failed 50 times in a row: the driver has ended before it responded"),
            (
                Array(repeating: .line("?"), count: 9), 5,
                "the driver failed 5 times in a row: the driver's line is not valid JSON (expected a value, at byte 0): '?'"
            ),
            (
                Array(repeating: .silence, count: 9), 3,
                "the driver did not respond 3 times in a row: the driver did not respond"
            ),
            (
                [.success] + Array(repeating: .silence, count: 19), 10,
                "the driver did not respond 10 times in a row: the driver did not respond"
            ),
        ] as [([CannedProcess.Answer], Int, String)]
    )
    func aDriverThatIsOfNoUse(_ answers: [CannedProcess.Answer], starts: Int, cause: String) async throws {
        let processes = CannedProcess.Launcher(hello: [Self.hello], answers: answers)
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        var options = ContractRunner.Options()
        options.repetitions = 100
        options.stepLimit = .milliseconds(50)
        let broken = await #expect(throws: RunAborted.self) {
            try await LocalServer.report(of: Self.contract, clients: [kind], options: options)
        }
        #expect(broken?.report.cause == cause)
        #expect(broken?.report.isInterrupted == true)
        #expect(processes.starts == starts)
        #expect(processes.running == 0)
    }
}
