import Foundation
import Testing

/// `hypermock driver check` against drivers with one mistake each.
struct DriverCheckTests {
    /// The documented driver, whose client `mistake` changes: statements of Python before its main program.
    private static func driver(_ mistake: String) -> String {
        let program = """
            import sys, json, time, os
            sys.path.insert(0, "Tests/Drivers")
            import hal_driver
            from hal_driver import Driver
            answer, out = Driver.answer, sys.stdout
            \(mistake)
            sys.argv = ["driver"]
            hal_driver.main()
            """
        return "python3 -c '\(program)'"
    }

    private static func check(_ driver: String, _ arguments: String...) async throws -> Tool.Result {
        let arguments = ["driver", "check", "--driver", driver] + arguments
        return try await RunningTool(arguments, environment: VerifyDriverTests.path).finish()
    }

    @Test func theDocumentedDriverHasNoMistake() async throws {
        let result = try await Self.check(VerifyDriverTests.python)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("✓ a missing link\n"), "\(result.output)")
        #expect(result.output.hasSuffix("\n✓ the driver is ready: 15 of 15 parts were checked\n"), "\(result.output)")
    }

    @Test(
        "a mistake is named, with the line that was sent, those that came, and advice",
        arguments: [
            (
                #"Driver.answer = lambda s, c: {**answer(s, c), "id": 99}"#,
                ["sent   {\"id\":1,", "is for call 99, not call 1", "repeat the id of the call"]
            ),
            (
                #"Driver.answer = lambda s, c: print("calling") or answer(s, c)"#,
                ["came   calling", "is not valid JSON", "write other output to standard error"]
            ),
            (
                #"Driver.answer = lambda s, c: {"id": c["id"], "calls": [{"outcome": "ok"}]}"#,
                ["unknown outcome 'ok'", "supported: success", "spell the outcome"]
            ),
            (
                #"Driver.answer = lambda s, c: {"id": c["id"], "calls": [{"outcome": "success", "model": {"a": float("nan")}}]}"#,
                ["came   {\"id\": 1", "NaN", "JSON has neither NaN nor Infinity"]
            ),
            (
                #"Driver.answer = lambda s, c: answer(s, c) and answer(s, c)"#,
                ["received: expected", "2 requests", "make the call once"]
            ),
            (
                #"Driver.answer = lambda s, c: print(json.dumps(answer(s, c))) or answer(s, c)"#,
                ["✗ the end", "has not exactly one outcome", "write one line per call"]
            ),
            (
                #"Driver.answer = lambda s, c: out.buffer.write((json.dumps(answer(s, c)) + chr(10)).encode("utf-16")) and {}"#,
                ["is UTF-16, not UTF-8"]
            ),
            (
                #"Driver.answer = lambda s, c: os._exit(9)"#,
                ["(the driver exited with code 9)", "catch the exceptions of the client"]
            ),
            (
                #"Driver.answer = lambda s, c: {"id": c["id"], "unsupported": "this client makes no calls"}"#,
                ["✗ the end", "no call was checked: the driver supports none"]
            ),
            (
                #"Driver.CAPABILITIES = Driver.CAPABILITIES + ["telepathy"]"#,
                ["✗ hello", "unknown capability \"telepathy\"; supported: outcome"]
            ),
        ]
    )
    func aMistakeIsNamed(_ mistake: String, parts: [String]) async throws {
        let result = try await Self.check(Self.driver(mistake))
        #expect(result.status == (parts[0] == "✗ hello" ? 3 : 1), "\(result.output)\(result.errors)")
        for part in parts { #expect(result.output.contains(part), "\(part) in \(result.output)") }
    }

    @Test(
        "a driver that does not start is a problem of the environment",
        arguments: [
            ("exec cat", "the driver sent no hello within 0.5 seconds", "write the hello at the start"),
            ("/no/such/program", "the shell did not find the command", "check the command"),
            ("printf '{\"hypermockDriver\":1'; exit 1", "is not valid JSON", "one JSON object in one line"),
        ]
    )
    func aDriverThatDoesNotStart(_ driver: String, message: String, advice: String) async throws {
        let result = try await Self.check(driver, "--timeout", "0.5")
        #expect(result.status == 3, "\(result.output)\(result.errors)")
        #expect(result.output.contains(message) && result.output.contains(advice), "\(result.output)")
    }

    @Test func aDriverWithoutCapabilitiesIsToldWhatIsNotChecked() async throws {
        let driver = VerifyDriverTests.driver("")
        let result = try await Self.check(driver)
        #expect(result.output.contains("– a link: the client cannot follow links\n"), "\(result.output)")
    }

    @Test func theOptionsAreChecked() async throws {
        #expect(try await Tool.run("driver", "check").status == 2)
        #expect(try await Self.check("").status == 2)
        #expect(try await Self.check("true", "--timeout", "nan").status == 2)
    }
}
