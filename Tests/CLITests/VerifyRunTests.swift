import Foundation
import Testing

/// How `hypermock verify` runs: again and again, in part, until it is stopped.
struct VerifyRunTests {
    @Test func whatFailsOnlySometimesIsCalledFlaky() async throws {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", VerifyDriverTests.scenario)
        // The first of three repetitions gets no answer.
        let driver = VerifyDriverTests.driver("[ -e flag ] || { touch flag; exit 1; };")
        let result = try await RunningTool(
            ["verify", "calls.yaml", "--repeat", "3", "--jobs", "1", "--driver", driver],
            in: folder.url
        ).finish()
        #expect(result.status == 1)
        #expect(result.words.contains("flaky: calls (shell) failed in 1 of 3 repetitions"), "\(result.output)")
    }

    /// A driver whose first call fails.
    private static let failingOnce = VerifyDriverTests.driver("[ -e flag ] || { touch flag; exit 1; };")

    @Test(
        "a case that passes at a later attempt fails the run only if flaky ones do",
        arguments: [([], 1), (["--retries", "1"], 0), (["--retries", "1", "--fail-on-flaky"], 1)] as [([String], Int32)]
    )
    func aCaseThatPassesAtALaterAttempt(_ options: [String], status: Int32) async throws {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", VerifyDriverTests.scenario)
        let arguments = ["verify", "calls.yaml", "--jobs", "1", "--driver", Self.failingOnce]
        let result = try await RunningTool(arguments + options, in: folder.url).finish()
        #expect(result.status == status, "\(result.output)\(result.errors)")
        guard options.contains("--retries") else { return }
        #expect(result.words.contains("⚠ 0 of 1 case passed, 1 flaky"), "\(result.output)")
        #expect(result.words.contains("flaky: calls (shell) failed in 1 of 2 attempts: outcome: "), "\(result.output)")
        #expect(result.errors.contains("--fail-on-flaky") == (status == 1))
    }

    @Test func aRunIsRepeatedUntilItFails() async throws {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", VerifyDriverTests.scenario)
        func verify(_ driver: String, _ options: String...) async throws -> Tool.Result {
            let arguments = ["verify", "calls.yaml", "--driver", driver, "--repeat-until", "fail"]
            return try await RunningTool(arguments + options, in: folder.url).finish()
        }
        // Each process makes one of the calls; the third one reports another outcome.
        let third = VerifyDriverTests.driver(
            """
            echo >> calls; [ $(wc -l < calls) -lt 5 ] || {
            echo '{"id":'$n',"calls":[{"outcome":"conflict","status":409}]}'; continue; }
            """
        )
        let failed = try await verify(third, "--repeat", "100", "--seed", "7")
        #expect(failed.status == 1, "\(failed.output)\(failed.errors)")
        let message = failed.errors.split(separator: "\n").first { $0.contains(" failed with seed ") } ?? ""
        let numbers = message.split(separator: " ").compactMap { Int($0) }
        #expect(numbers.count == 2 && numbers[1] == numbers[0] + 6, "\(failed.errors)")
        let passed = try await verify(VerifyDriverTests.driver(""), "--repeat", "3")
        #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
        #expect(passed.errors.contains("hypermock: no failure in 3 runs"), "\(passed.errors)")
        let unlimited = try await verify("true")
        #expect(unlimited.status == 2)
        #expect(unlimited.errors.contains("--repeat-until fail needs a limit"), "\(unlimited.errors)")
    }

    @Test func anInterruptionEndsRepeatedRuns() async throws {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", VerifyDriverTests.scenario)
        let waiting = "{ echo waiting >&2; until [ -e go ]; do sleep 0.05; done; }"
        let driver = VerifyDriverTests.driver("[ $n = 1 ] && \(waiting);")
        let options = ["--timeout", "600", "--repeat-until", "fail", "--repeat", "1000000"]
        let run = try RunningTool(["verify", "calls.yaml", "--driver", driver] + options, in: folder.url)
        #expect(await run.waitForErrors(containing: "waiting"), "\(run.errorsSoFar)")
        run.interrupt()
        #expect(await run.waitForErrors(containing: "no further case starts"), "\(run.errorsSoFar)")
        try folder.write("go", "")
        let result = await run.finish()
        #expect(result.status == 3, "\(result.errors)")
        #expect(result.errors.contains("hypermock: interrupted"), "\(result.errors)")
    }

    @Test func theTrendAndSlowCasesAreInTheReport() async throws {
        let folder = try TemporaryFolder()
        func verify(_ text: String, _ options: String...) async throws -> Tool.Result {
            try folder.write("station.yaml", text)
            return try await RunningTool(["verify", ".", "--slow", "0.001"] + options, in: folder.url).finish()
        }
        #expect(try await verify(VerifyTests.broken).status == 1)
        let state = folder.url.appending(path: ".hypermock/last-run.json")
        let second = try await verify(VerifyTests.scenario)
        #expect(second.words.contains("trend: failed cases of 2 runs, this one last: 2, 0"), "\(second.output)")
        #expect(second.words.contains("slow: "), "\(second.output)")
        let before = try Data(contentsOf: state)
        let third = try await verify(VerifyTests.scenario, "--no-state")
        #expect(!third.output.contains("trend"), "\(third.output)")
        #expect(try Data(contentsOf: state) == before)
    }

    @Test func whatHasFailedRunsAgainUntilItPasses() async throws {
        let folder = try TemporaryFolder()
        try folder.write("good.yaml", VerifyTests.scenario)
        try folder.write("bad.yaml", VerifyTests.broken)
        func verify(_ arguments: String...) async throws -> Tool.Result {
            try await RunningTool(["verify", "."] + arguments, in: folder.url).finish()
        }
        let early = try await verify("--last-failed")
        #expect(early.status == 5)
        #expect(early.errors.contains("no previous run: .hypermock/last-run.json does not exist"), "\(early.errors)")
        #expect(try await verify().status == 1)
        #expect(try await verify("--only", "good").status == 0)
        let again = try await verify("--last-failed")
        #expect(again.status == 1)
        #expect(again.words.contains("2 of 2 cases failed 1 scenario variant"), "\(again.output)")
        try folder.write("bad.yaml", VerifyTests.scenario)
        #expect(try await verify("--last-failed").status == 0)
        let green = try await verify("--last-failed")
        #expect(green.status == 5)
        #expect(green.errors.contains("all contracts passed in the last run"))
        try folder.write(".hypermock/last-run.json", "{")
        #expect(try await verify("--last-failed").status == 3)
        let ignore = folder.url.appending(path: ".hypermock/.gitignore")
        #expect(try String(contentsOf: ignore, encoding: .utf8) == "*\n")
    }

    @Test func whatWasNotJudgedHasStillFailed() async throws {
        let folder = try TemporaryFolder()
        let session = "authorization: { oauth: { tokenUrl: /token, clientId: c } }"
        try folder.write("bad.yaml", VerifyTests.broken.replacing("authorization: { bearer: s3cr3t }", with: session))
        func verify(_ arguments: String...) async throws -> Int32 {
            try await RunningTool(["verify", "."] + arguments, in: folder.url).finish().status
        }
        #expect(try await verify() == 1)
        #expect(try await verify("--driver", VerifyDriverTests.driver("")) == 5, "a driver without sessions")
        #expect(try await verify("--last-failed") == 1)
    }

    @Test func anInterruptionPrintsTheReportOfWhatHasRun() async throws {
        let folder = try TemporaryFolder()
        let matrix = "matrix: { number: [1, 2, 3, 4, 5] }\ninteractions:"
        try folder.write("calls.yaml", VerifyDriverTests.scenario.replacing("interactions:", with: matrix))
        // The second case waits until the test has seen that the signal has come.
        let waiting = "echo waiting >&2; until [ -e go ]; do sleep 0.05; done"
        let driver = VerifyDriverTests.driver("[ $n = 3 ] && { \(waiting); };")
        let run = try RunningTool(
            [
                "verify", "calls.yaml", "--jobs", "1", "--timeout", "600", "--driver", driver, "--report",
                "junit=report.xml",
            ],
            in: folder.url
        )
        #expect(await run.waitForErrors(containing: "waiting"), "\(run.errorsSoFar)")
        run.interrupt()
        #expect(await run.waitForErrors(containing: "no further case starts"), "\(run.errorsSoFar)")
        try folder.write("go", "")
        let result = await run.finish()
        #expect(result.status == 3)
        #expect(result.words.contains("2 cases passed before the run ended"), "\(result.output)")
        #expect(result.words.contains("the run ended before every case ran"))
        let report = try String(contentsOf: folder.url.appending(path: "report.xml"), encoding: .utf8)
        #expect(report.contains("calls[2]") && !report.contains("calls[3]"))
    }

    @Test func aTimeLimitEndsTheRunAsAnInterruptionDoes() async throws {
        let folder = try TemporaryFolder()
        let matrix = "matrix: { number: [1, 2, 3, 4, 5] }\ninteractions:"
        try folder.write("calls.yaml", VerifyDriverTests.scenario.replacing("interactions:", with: matrix))
        // The second case waits until the test has seen that the time is up.
        let driver = VerifyDriverTests.driver("[ $n = 3 ] && until [ -e go ]; do sleep 0.05; done;")
        let run = try RunningTool(
            [
                "verify", "calls.yaml", "--jobs", "1", "--timeout", "600", "--max-duration", "1.5", "--driver", driver,
                "--report", "json=report.json",
            ],
            in: folder.url
        )
        let message = "no further case starts: its time limit of 1.5 seconds was reached"
        #expect(await run.waitForErrors(containing: message), "\(run.errorsSoFar)")
        try folder.write("go", "")
        let result = await run.finish()
        #expect(result.status == 3)
        let cause = "its time limit of 1.5 seconds was reached (--max-duration)"
        #expect(result.words.contains("the run ended before every case ran: \(cause)"), "\(result.output)")
        #expect(result.errors.contains("hypermock: interrupted: \(cause)"), "\(result.errors)")
        #expect(try folder.read("report.json").contains("\"cause\": \"\(cause)\""))
    }

    @Test func aRunThatEndsInTimeIsNotCut() async throws {
        let result = try await Tool.run("verify", "Scenarios/links", "--max-duration", "600", "--style", "async")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func aReportThatCannotBeWrittenIsToldBeforeAnythingRuns() async throws {
        let result = try await Tool.run("verify", "Scenarios/links", "--report", "junit=/no/such/folder/report.xml")
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors.contains("the report /no/such/folder/report.xml cannot be written"))
    }

    @Test func aTransportIsChosenOrRefused() async throws {
        let chosen = try await Tool.run("verify", "Scenarios/links", "--transport", "async-http-client")
        #expect(chosen.status == 0, "\(chosen.errors)")
        let refused = try await Tool.run("verify", "Scenarios/links", "--transport", "url-session")
        #if URLSessionOnLinux
            #expect(refused.status == 0, "\(refused.errors)")
        #else
            #expect(refused.status == 2)
            #expect(
                refused.errors.contains(
                    "--transport url-session is not compiled in; build with the package trait"
                )
            )
        #endif
        let all = try await Tool.run("verify", "Scenarios/links", "--transport", "all", "--style", "async")
        #expect(all.status == 0)
    }
}
