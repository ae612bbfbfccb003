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
          - { step: first, request: { url: /a }, expect: { outcome: success, status: 204 } }
          - { step: second, request: { url: /a }, expect: { outcome: success, status: 204 } }
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
            ("[ $n = 1 ] && exit 9;", "the driver has ended with exit code 9 before it answered"),
            ("[ $n = 1 ] && kill -15 $$;", "the driver was ended by signal 15 before it answered"),
            (
                "[ $n = 1 ] && echo call is done;",
                "the driver's line is no JSON (expected a value, at byte 0): 'call is d"
            ),
            ("[ $n = 1 ] && exec cat;", "the driver has not answered; the next step gets a new one"),
            ("[ $n = 1 ] && exec <&- && exec cat /dev/zero;", "the driver's line has no end within 16 MiB: '\u{FFFD}"),
            ("[ $n = 1 ] && exec yes;", "the driver's line is no JSON (expected a value, at byte 0): 'y'"),
            (
                "[ $n = 1 ] && exec >/dev/null && exec cat;",
                "the driver has closed its standard output before it answered"
            ),
            ("[ $n = 1 ] && printf x && exit;", "the driver's line is no JSON (expected a value, at byte 0): 'x'"),
        ]
    )
    func oneThatMisbehavesFailsItsStep(_ before: String, message: String) async throws {
        let flag = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: flag) }
        // Only the first process misbehaves.
        let result = try await Self.verify(
            Self.driver("if [ ! -e \(flag) ]; then touch \(flag); \(before) fi;"),
            "--timeout",
            message.contains("has not answered") ? "1" : "60"
        )
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.words.contains("outcome expected success actual "), "\(result.output)")
        #expect(result.words.contains(message), "\(result.output)")
        #expect(result.output.contains("again: hypermock verify "))
        #expect(result.words.contains("1 of 1 case failed 1 scenario variant, 2 steps"), "\(result.output)")
    }

    @Test(
        "one that does not start is no failure of a contract",
        arguments: [
            ("exit 7", "the driver has ended with exit code 7 before it said hello"),
            ("/no/such/program", "exit code 127 (the shell has not found the command) before it said hello"),
            ("echo Hello; cat", "the driver's first line is no JSON (expected a value, at byte 0): 'Hello'"),
            (driver("", capabilities: ""), "lacks the capability \"outcome\""),
        ]
    )
    func oneThatDoesNotStartIsNoFailureOfAContract(_ driver: String, message: String) async throws {
        let result = try await Self.verify(driver)
        #expect(result.status == 3, "\(result.output)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func optionsOfTheOwnClientDoNotGoWithIt() async throws {
        for option in [["--style", "async"], ["--transport", "all"], ["--mutants"]] {
            let result = try await RunningTool(["verify", "Scenarios", "--driver", "true"] + option).finish()
            #expect(result.status == 2)
            #expect(result.errors.contains("are about this package's client, not a --driver"))
        }
    }

    @Test func theDocumentedDriverHoldsTheShippedContracts() async throws {
        let paths = ["authentication", "conflicts", "failures", "fuel-stations", "links", "purchase-logs", "redirects"]
        let arguments = (paths + ["unavailability", "undecodable"]).map { "Scenarios/\($0)" }
        let run = try RunningTool(["verify"] + arguments + ["--driver", Self.python], environment: Self.path)
        let result = await run.finish()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(!result.output.contains("skipped"), "it can report everything")
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
            ("never-called", "redirects", "actual none: the client has returned without one"),
            ("link-arrays-cut", "links", "relations expected item: http://"),
            ("relative-links", "links", "relations expected up: http://"),
            ("templates-not-expanded", "links", "actual /items{?colour,size}"),
            ("empty-success", "undecodable", "expected undecodable actual success"),
            ("refused-as-reset", "failures", "kind expected refused actual reset"),
            ("chatty", "conflicts", "the driver's line is no JSON (expected a value, at byte 0): 'call 1 is done'"),
            ("crash", "conflicts", "the driver has ended with exit code 70 before it answered"),
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
