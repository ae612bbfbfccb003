import Contracts
import Foundation
import HAL
import Scenarios
import Testing

/// What people and programs read of one and the same run.
struct ReporterTests {
    /// One case that passed, one that failed in a step and at the end, with text that must not break a format.
    static let report: RunReport = {
        let place = SourceLocation(file: "Scenarios/station.yaml", line: 12, column: 5)
        var failed = StepReport(
            name: "a <change> & \"more\"",
            location: place,
            method: "PUT",
            target: "/station",
            expectedOutcome: "conflict",
            duration: .milliseconds(4),
            outcome: "clientError",
            checks: [
                CheckReport("outcome", .failed(expected: "conflict", actual: "clientError"), at: place),
                CheckReport("status", .passed, at: place),
                CheckReport("model", .skipped("the outcome is another one"), at: place),
            ],
            exchange: "> PUT /station\n< 409\n<\n< \u{1B}[31m]]>",
            curl: "curl -i -X PUT http://127.0.0.1:8080/~station/station"
        )
        failed.checks.append(CheckReport("body", .failed(expected: "a\nb", actual: "c"), at: place))
        var skipped = StepReport(
            name: "later",
            location: place,
            method: "GET",
            target: "relation 'self'",
            expectedOutcome: "success"
        )
        skipped.skipReason = "step 'a change' has failed"
        let good = StepReport(
            name: "read",
            location: place,
            method: "GET",
            target: "/station",
            expectedOutcome: "success",
            duration: .milliseconds(1),
            outcome: "success",
            checks: [CheckReport("outcome", .passed, at: place)]
        )
        let times = CheckReport("times", .failed(expected: "'put' serves 1", actual: "0"), at: place)
        var report = RunReport(
            startedAt: HTTPDate(secondsSinceEpoch: 1_762_164_000),
            duration: .milliseconds(1250),
            variants: [
                VariantReport(
                    slug: "station",
                    values: ["PUT", "409"],
                    title: "A station",
                    tags: ["409"],
                    file: "Scenarios/station.yaml",
                    cases: [
                        CaseReport(client: "async", duration: .milliseconds(1), steps: [good]),
                        CaseReport(
                            client: "callbacks",
                            duration: .milliseconds(5),
                            steps: [failed, skipped],
                            checks: [times],
                            reproduction: "hypermock verify Scenarios/station.yaml --only 'station[PUT,409]'"
                        ),
                    ],
                    unreached: [UnreachedInteraction(name: "put", location: place)]
                )
            ]
        )
        report.seed = 7
        return report
    }()

    @Test func theConsoleShowsWhatFailedAndWhy() {
        let text = ConsoleReporter(Self.report).text
        let expected = """
            ✗ station[PUT,409] (callbacks)  A station
              Scenarios/station.yaml:12:5: a <change> & "more", PUT /station
                outcome
                  expected  conflict
                  actual    clientError
                body
                  expected  a
                            b
                  actual    c
                > PUT /station
                < 409
                <
                < \u{FFFD}[31m]]>
                served: curl -i -X PUT http://127.0.0.1:8080/~station/station
              Scenarios/station.yaml:12:5
                times
                  expected  'put' serves 1
                  actual    0
              1 step was skipped because of that
              again: hypermock verify Scenarios/station.yaml --only 'station[PUT,409]'

                                    GET  HEAD  POST  PUT  PATCH  DELETE
            success                   1     ·     ·    ·      ·       ·
            redirection               ·     ·     ·    ·      ·       ·
            authenticationRequired    ·     ·     ·    ·      ·       ·
            conflict                  ·     ·     ·    ·      ·       ·
            clientError               ·     ·     ·    ·      ·       ·
            serverUnavailable         ·     ·     ·    ·      ·       ·
            serverError               ·     ·     ·    ·      ·       ·
            connectionFailure         ·     ·     ·    ·      ·       ·
            undecodable               ·     ·     ·    ·      ·       ·

            1 scenario or variant, 2 cases, 3 steps: 1 case failed, 1 skipped, 2 of 5 checks hold, 1.250 s
            1 interaction was never reached
            seed 7

            """
        #expect(text == expected)
    }

    @Test func aColouredConsoleSaysTheSame() throws {
        let plain = ConsoleReporter(Self.report).text
        let coloured = ConsoleReporter(Self.report, style: ConsoleStyle(isColoured: true)).text
        #expect(coloured != plain)
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test func junitIsWellFormedAndCountsRight() throws {
        let text = ReportKind.junit.text(of: Self.report)
        let suite = """
            <testsuite id="0" package="station" name="station[PUT,409]" hostname="localhost" \
            timestamp="2025-11-03T10:00:00" tests="5" failures="2" errors="0" skipped="1" time="0.006">
            """
        #expect(text.contains(suite), "\(text)")
        #expect(text.contains(#"name="a &lt;change&gt; &amp; &quot;more&quot;" time="0.004""#))
        #expect(text.contains("&lt; \u{FFFD}[31m]]&gt;"))
        #expect(text.contains("<skipped/>"))
    }

    @Test("coverage counts what has passed")
    func coverageCountsWhatHasPassed() {
        let coverage = Coverage(Self.report)
        #expect(coverage.count(.success, "GET") == 1)
        #expect(coverage.count(.clientError, "PUT") == 0)
    }

    @Test(
        "a gate is a percentage or an outcome",
        arguments: [
            ("0", nil), ("2", nil), ("3", "1 of 45 pairs were reached, 3 % must be"), ("success:get", nil),
            ("success:GET,PUT", "not reached: success:PUT"), ("conflict:PUT", "not reached: conflict:PUT"),
        ] as [(String, String?)]
    )
    func aGate(text: String, shortfall: String?) throws {
        let gate = try #require(CoverageGate(text))
        let actual = gate.shortfall(of: Coverage(Self.report))
        #expect(shortfall.map { actual?.hasPrefix($0) == true } ?? (actual == nil), "\(actual ?? "none")")
    }

    @Test("nothing else is a gate", arguments: ["", "-1", "101", "conflict", "gone:GET", "50%"])
    func nothingElseIsAGate(_ text: String) {
        #expect(CoverageGate(text) == nil)
    }
}
