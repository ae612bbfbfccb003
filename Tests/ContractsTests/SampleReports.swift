import Contracts
import Documents
import HAL

/// Runs as values, with text in them that must not break a format.
enum SampleReports {
    static let place = SourceLocation(file: "Scenarios/station.yaml", line: 12, column: 5)

    /// One variant: `async` passed, `callbacks` failed in a step and after the last one.
    static let mixed: RunReport = {
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
                    cases: [CaseReport(client: "async", duration: .milliseconds(1), steps: [good]), bad],
                    unreached: [UnreachedInteraction(name: "put", location: place)]
                )
            ]
        )
        report.seed = 7
        report.silent = [ScenarioWithoutContract(slug: "quiet", file: "Scenarios/quiet.yaml")]
        return report
    }()

    /// The same without the case that failed, and with nothing left out.
    static let green: RunReport = {
        var report = RunReport(
            startedAt: mixed.startedAt,
            duration: .milliseconds(80),
            variants: [
                VariantReport(
                    slug: "station",
                    title: "A station",
                    file: "Scenarios/station.yaml",
                    cases: [
                        CaseReport(client: "async", duration: .milliseconds(1), steps: [good]),
                        CaseReport(client: "callbacks", duration: .milliseconds(1), steps: [good]),
                    ]
                )
            ]
        )
        return report
    }()

    /// A green run of a client that cannot follow links, and has no sessions.
    static let gap: RunReport = {
        var report = green
        for index in report.variants[0].cases.indices { report.variants[0].cases[index].client = "python" }
        report.variants[0].cases[0].steps[0].checks.append(
            CheckReport("relations", .notJudged(NotJudged(Lack(.follow))), at: place)
        )
        var skipped = skippedStep
        skipped.notJudged = NotJudged("step 'a change' failed", .lack(Lack(.follow)))
        report.variants[0].cases[1].steps.append(skipped)
        let capabilities = Capabilities.all.subtracting([.follow, .session])
        report.clients = [ClientReport("python", capabilities: capabilities, cases: report.cases)]
        return report
    }()

    /// A case that failed first, and passed at the second attempt.
    static let flaky: RunReport = {
        var report = green
        var first = bad
        first.client = "async"
        report.variants[0].cases[0].failedAttempts = [first]
        return report
    }()

    /// So many variants of one scenario, every one failed with both clients in the same way.
    static func red(variants: Int) -> RunReport {
        var report = mixed
        report.variants = (0..<variants).map { number in
            var variant = mixed.variants[0]
            variant.values = ["PUT", "\(number)"]
            variant.cases = ["async", "callbacks"].map { client in
                var run = bad
                run.client = client
                return run
            }
            return variant
        }
        return report
    }

    private static let good = StepReport(
        name: "read",
        location: place,
        method: "GET",
        target: "/station",
        expectedOutcome: "success",
        duration: .milliseconds(1),
        outcome: "success",
        checks: [CheckReport("outcome", .passed, at: place)]
    )

    private static let bad = CaseReport(
        client: "callbacks",
        duration: .milliseconds(5),
        steps: [failedStep, skippedStep],
        checks: [CheckReport("times", .failed(expected: "'put' is used 1 time", actual: "0 times"), at: place)],
        reproduction: "hypermock verify Scenarios/station.yaml --only 'station[PUT,409]' --style callbacks"
    )

    private static let failedStep = StepReport(
        name: "a <change> & \"more\" # 100%\n, `x` | *y*",
        location: place,
        method: "PUT",
        target: "/station",
        expectedOutcome: "conflict",
        duration: .milliseconds(4),
        outcome: "clientError",
        checks: [
            CheckReport("outcome", .failed(expected: "conflict", actual: "clientError"), at: place),
            CheckReport("status", .passed, at: place),
            CheckReport("model", .notJudged(NotJudged("not judged under an unexpected outcome")), at: place),
            CheckReport("body", .failed(expected: "a\n  b: \\ \"c\"", actual: "</script>]]>\u{202E}"), at: place),
        ],
        exchange:
            "> PUT /station\n< 409\n< Content-Type: text/html\n<\n< \u{1B}[31m]]></pre><script>alert(1)</script>\r\n< ```\n< ...",
        curl: "curl -i -X PUT http://127.0.0.1:8080/~station/station"
    )

    private static let skippedStep: StepReport = {
        var step = StepReport(
            name: "later",
            location: place,
            method: "GET",
            target: "relation 'self'",
            expectedOutcome: "success"
        )
        step.notJudged = NotJudged("step 'a change' failed")
        return step
    }()
}
