import Foundation
import Testing

/// `hypermock verify --driver`, with drivers that are a few lines of shell, and with the one that is documented.
struct VerifyDriverTests {
    static let scenario = """
        scenario: Two calls
        interactions:
          - request: { urlPath: /a }
            response: { status: 204 }
        contract:
          - { step: first, request: { url: /a }, expect: { outcome: success, status: 204, received: any } }
          - { step: second, request: { url: /a }, expect: { outcome: success, status: 204, received: any } }
        allowUnmatched: true

        """

    /// A driver of the shell that claims a success for every call, and does something before it answers.
    static func driver(_ before: String, capabilities: String = #""outcome""#) -> String {
        """
        echo '{"hypermockDriver":1,"name":"shell","capabilities":[\(capabilities)]}'; n=0
        while read -r line; do n=$((n+1)); \(before)
        echo '{"id":'$n',"calls":[{"outcome":"success","status":204}]}'; done
        """
    }

    static let python = "python3 Tests/Drivers/hal_driver.py"
    /// The test's own environment: the documented driver needs the Python that is there.
    static let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

    static func verify(_ driver: String, _ arguments: String...) async throws -> Tool.Result {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", scenario)
        return try await RunningTool(["verify", folder.path, "--driver", driver] + arguments, in: folder.url).finish()
    }

    @Test func aDriverIsJudgedLikeTheOwnClient() async throws {
        let result = try await Self.verify(Self.driver(""))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.words.contains("the case passed 1 scenario variant, 2 steps"), "\(result.output)")
    }

    @Test func whatItWritesToStandardErrorIsPassedThrough() async throws {
        let result = try await Self.verify(Self.driver("echo \"call $n\" >&2;"))
        #expect(result.status == 0)
        #expect(result.errors == "call 1\ncall 2\n")
    }

    @Test(
        "one that misbehaves fails its step, and the run goes on",
        arguments: [
            ("[ $n = 1 ] && exit 9;", "the driver exited with code 9 before it responded"),
            ("[ $n = 1 ] && kill -15 $$;", "the driver was killed by signal 15 before it responded"),
            (
                "[ $n = 1 ] && sh -c 'kill -9 $$' || exit $?;",
                "the driver was killed by signal 9 (exit code 137) before it responded"
            ),
            (
                "[ $n = 1 ] && echo call is done;",
                "the driver's line is not valid JSON (expected a value, at byte 0): 'call is d"
            ),
            ("[ $n = 1 ] && exec cat;", "the driver did not respond; the next step starts a new one"),
            ("[ $n = 1 ] && exec <&- && exec cat /dev/zero;", "line does not end within 16 MiB: '\u{FFFD}"),
            ("[ $n = 1 ] && exec yes;", "the driver's line is not valid JSON (expected a value, at byte 0): 'y'"),
            (
                "[ $n = 1 ] && exec >/dev/null && exec cat;",
                "the driver closed its standard output before it responded"
            ),
            ("[ $n = 1 ] && printf x && exit;", "line is not valid JSON (expected a value, at byte 0): 'x'"),
            (
                #"[ $n = 1 ] && printf '{"id":1,"calls"' && exec cat;"#,
                #"the driver did not end its line in time: '{"id":1,"calls"'; the next step starts a new one"#
            ),
            (#"[ $n = 1 ] && echo '{"id":99,"calls":[]}';"#, "the driver's line is for call 99, not call 1"),
            (
                #"[ $n = 1 ] && echo '{"id":1,"calls":[{"outcome":"success","status":NaN}]}';"#,
                "the driver's line is not valid JSON"
            ),
            (#"[ $n = 1 ] && printf '{\0"\0\n\0';"#, "the driver's line is UTF-16, not UTF-8"),
        ]
    )
    func oneThatMisbehavesFailsItsStep(_ before: String, message: String) async throws {
        let flag = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: flag) }
        // Only the first process misbehaves.
        let result = try await Self.verify(
            Self.driver("if [ ! -e \(flag) ]; then touch \(flag); \(before) fi;"),
            "--timeout",
            message.contains("next step starts") ? "1" : "60"
        )
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.words.contains("outcome expected success actual "), "\(result.output)")
        #expect(result.words.contains(message), "\(result.output)")
        #expect(result.output.contains("rerun: hypermock verify "))
        #expect(result.words.contains("1 of 1 case failed 1 scenario variant, 2 steps"), "\(result.output)")
    }

    @Test(
        "one that answers twice is blamed for the call that it answered twice",
        arguments: [
            (
                #"[ $n = 1 ] && echo '{"id":1,"calls":[{"outcome":"conflict"}]}';"#,
                "exactly one outcome of step 'first' actual 2: conflict, success"
            ),
            (
                #"[ $n = 2 ] && echo '{"id":1,"calls":[{"outcome":"conflict"}]}';"#,
                "exactly one outcome of step 'first' actual 2: success, conflict"
            ),
        ]
    )
    func oneThatAnswersTwice(_ before: String, message: String) async throws {
        let result = try await Self.verify(Self.driver(before))
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.words.contains(message), "\(result.output)")
        #expect(!result.output.contains("'second'"), "\(result.output)")
    }

    @Test func whatItSaysAfterItsLastAnswerIsSeen() async throws {
        let driver = Self.driver("") + "; echo bye"
        let result = try await Self.verify(driver)
        #expect(result.status == 1, "\(result.errors)")
        let words = "exactly one outcome of step 'second' actual 2: success, an unexpected line: 'bye'"
        #expect(result.words.contains(words), "\(result.output)")
    }

    @Test(
        "one that never gives a valid answer ends the run, which says whose fault that is",
        arguments: [
            ("echo garbage;", "60", "the driver failed 5 times in a row: the driver's line is not valid JSON"),
            ("exit 9;", "60", "the driver failed 5 times in a row: the driver exited with code 9"),
            ("exec cat;", "0.2", "the driver did not respond 3 times in a row: the driver did not respond"),
        ]
    )
    func oneThatNeverGivesAValidAnswer(_ before: String, limit: String, message: String) async throws {
        let result = try await Self.verify(Self.driver(before), "--repeat", "100", "--timeout", limit)
        #expect(result.status == 3, "\(result.output)")
        #expect(result.errors.contains("hypermock: --driver: \(message)"), "\(result.errors)")
        #expect(result.words.contains("the run ended before every case ran: \(message)"), "\(result.output)")
    }

    @Test func aRunInWhichNothingWasJudgedIsNotGreen() async throws {
        let run = try RunningTool(["verify", "Scenarios/sessions", "--driver", Self.python], environment: Self.path)
        let result = await run.finish()
        #expect(result.status == 5, "\(result.output)")
        #expect(result.words.contains("– every step was skipped"), "\(result.output)")
        #expect(result.words.contains("not judged: python does not declare session (21 steps)"), "\(result.output)")
    }

    @Test(
        "one that does not start is no failure of a contract",
        arguments: [
            ("exit 7", "the driver exited with code 7 before it sent a hello"),
            ("/no/such/program", "exited with code 127 (the shell did not find the command) before it sent a hello"),
            ("echo Hello; cat", "the driver's first line is not valid JSON (expected a value, at byte 0): 'Hello'"),
            (driver("", capabilities: ""), "lacks the capability \"outcome\""),
        ]
    )
    func oneThatDoesNotStartIsNoFailureOfAContract(_ driver: String, message: String) async throws {
        let result = try await Self.verify(driver)
        #expect(result.status == 3, "\(result.output)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func oneThatSaysNoHelloIsEndedAtTheTimeOut() async throws {
        let result = try await Tool.run("verify", "Scenarios/links", "--timeout", "1", "--driver", "exec cat")
        #expect(result.status == 3)
        #expect(result.errors.contains("the driver sent no hello within 5.0 seconds"), "\(result.errors)")
    }

    /// Ignores the end of its input and all signals that can be ignored; the pipe ends when it does.
    private static let stubborn = "trap '' HUP INT TERM PIPE; exec 9> alive; while :; do sleep 0.1; done"

    #if os(Linux)
        private static let stubbornDrivers = [
            "\(stubborn);", #"(setsid sh -c "\#(stubborn)" &); while :; do sleep 0.1; done;"#,
        ]
    #else
        private static let stubbornDrivers = ["\(stubborn);"]
    #endif

    @Test("one is ended when the tool is killed, even in another session", arguments: stubbornDrivers)
    func oneIsEndedWhenTheToolIsKilled(_ commands: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("calls.yaml", VerifyDriverTests.scenario)
        let driver = Self.driver(commands)
        let script = """
            mkfifo alive; '\(Tool.executable.path)' verify calls.yaml --timeout 600 --driver "$1" >/dev/null 2>&1 &
            exec 8< alive; kill -9 $!; timeout 60 cat <&8; echo "cat $?"
            """
        let run = try RunningTool(["-c", script, "sh", driver], in: folder.url, program: URL(filePath: "/bin/sh"))
        let result = await run.finish()
        #expect(result.output == "cat 0\n", "\(result.output)\(result.errors)")
    }

    @Test func optionsOfTheOwnClientDoNotGoWithIt() async throws {
        for option in [["--style", "async"], ["--transport", "all"], ["--mutants"]] {
            let result = try await RunningTool(["verify", "Scenarios", "--driver", "true"] + option).finish()
            #expect(result.status == 2)
            #expect(result.errors.contains("cannot be combined with --driver"))
        }
    }

    @Test func theDocumentedDriverHoldsTheShippedContracts() async throws {
        let paths = [
            "authentication", "caching", "conflicts", "failures", "fuel-stations", "links", "purchase-logs",
            "redirects", "requests", "successes", "unavailability", "undecodable",
        ]
        let arguments = paths.map { "Scenarios/\($0)" }
        let run = try RunningTool(["verify"] + arguments + ["--driver", Self.python], environment: Self.path)
        let result = await run.finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(!result.output.contains("skipped"), "it can report everything")
        #expect(result.output.contains("python does not declare session (not needed)"), "\(result.output)")
    }

    @Test(
        "a fault in it is found out, and named",
        arguments: [
            ("conflict-as-client-error", "conflicts", "expected conflict actual clientError"),
            (
                "unavailable-as-server-error", "unavailability",
                "expected serverUnavailable actual serverError"
            ),
            (
                "retry-after-dates-ignored", "unavailability",
                "retryAfter expected 120 s actual none"
            ),
            ("second-challenge-dropped", "authentication", "challenges expected"),
            ("temporary-redirect-followed", "redirects", "expected redirection actual success"),
            ("notice-lost", "redirects", "notices expected http://"),
            ("called-twice", "links", "actual 2: success, success"),
            ("never-called", "redirects", "actual none: the client returned without an outcome"),
            ("link-arrays-cut", "links", "relations expected item: http://"),
            ("relative-links", "links", "relations expected up: http://"),
            ("created-location-ignored", "successes", "relations expected self: http://"),
            ("templates-not-expanded", "links", "actual /items%7B?colour,size%7D"),
            ("interim-as-final", "successes", "expected conflict actual serverError"),
            ("fragment-sent", "links", "received expected url /stations"),
            ("empty-success", "undecodable", "expected undecodable actual success"),
            ("refused-as-reset", "failures", "kind expected refused actual reset"),
            ("crash", "conflicts", "the driver exited with code 70 before it responded"),
        ]
    )
    func aFaultInItIsFoundOut(_ fault: String, folder: String, message: String) async throws {
        let driver = "\(Self.python) --fault \(fault)"
        let result = try await RunningTool(
            ["verify", "Scenarios/\(folder)", "--driver", driver],
            environment: Self.path
        )
        .finish()
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.words.contains(message), "\(result.output)")
        #expect(result.words.contains("--driver '\(driver)'"), "how to run it again")
    }
}
