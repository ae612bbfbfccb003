import Foundation
import Support
import Testing

struct ServeTests {
    @Test func saysWhereItListensAndEndsWithZeroAtSIGTERM() async throws {
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0"])
        let port = try #require(await tool.readPort())
        let answer = try await Exchange.get("/fuelstations/fs291410", port: port)
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""href":"http://127.0.0.1:\#(port)/fuelstations/fs291410""#))
        tool.terminate()
        let result = await tool.finish()
        #expect(result.status == 0)
        #expect(result.output.contains("/~unavailable-then-back/"), "the table of addresses")
        #expect(result.output.contains("GET /fuelstations/fs291410 → 200  (the station)"), "a line for the request")
        #expect(result.errors == "")
    }

    @Test func saysWhichPortIsTheOtherOrigin() async throws {
        let earlier = try RunningTool(["serve", "--port", "0"])
        let other = try #require(await earlier.readPort())
        earlier.terminate()
        _ = await earlier.finish()
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--other-port", "\(other)"])
        _ = try #require(await tool.readPort())
        #expect(try await Exchange.get("/~unavailable-then-back/fuelstations/fs291410", port: other).status == 503)
        tool.terminate()
        let result = await tool.finish()
        let line = "  port \(other), the other origin of scenarios that cross ports\n"
        #expect(result.output.contains(line), "\(result.output)")
    }

    @Test func aSecondPortThatIsInUseIsNamed() async throws {
        let first = try RunningTool(["serve", "--port", "0"])
        let port = try #require(await first.readPort())
        let result = try await RunningTool(["serve", "Scenarios", "--port", "0", "--other-port", "\(port)"]).finish()
        #expect(result.status == 3)
        let message = "port \(port): listen: address already in use (EADDRINUSE); choose another port with --other-port"
        #expect(result.errors.contains(message), "\(result.errors)")
        first.terminate()
    }

    @Test("the second port is a port of its own", arguments: [["70000"], ["8123", "--port", "8123"]])
    func theSecondPortIsAPortOfItsOwn(_ arguments: [String]) async throws {
        let result = try await RunningTool(["serve", "Scenarios", "--other-port"] + arguments).finish()
        #expect(result.status == 2)
        #expect(result.errors.contains("--other-port must be between 0 (any free port) and 65535"), "\(result.errors)")
    }

    @Test func servesOnWhileNobodyReadsItsOutputAndLosesNoLine() async throws {
        let tool = try RunningTool(["serve", "Scenarios/links", "--port", "0"])
        let port = try #require(await tool.readPort())
        // More than a pipe holds, by far.
        let long = String(repeating: "a", count: 2000)
        for number in 0..<200 {
            #expect(try await Exchange.get("/\(long)-\(number)", port: port).status == 404)
        }
        for number in 0..<200 {
            var line = await tool.readLine()
            while line?.contains(long) == false { line = await tool.readLine() }
            let isWhole = line?.contains("GET /\(long)-\(number) → 404") == true
            #expect(isWhole, "line \(number)")
        }
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func endsAtASignalWhileNobodyReadsItsOutput() async throws {
        let tool = try RunningTool(["serve", "Scenarios/links", "--port", "0"])
        let port = try #require(await tool.readPort())
        let long = String(repeating: "a", count: 10_000)
        for _ in 0..<20 { #expect(try await Exchange.get("/\(long)", port: port).status == 404) }
        tool.terminate()
        #expect(await tool.waitForEnd() == 0)
    }

    @Test func takesOptionsFromTheEnvironmentAndPrefersTheCommandLine() async throws {
        let tool = try RunningTool(
            ["serve", "--port", "0"],
            environment: ["HYPERMOCK_PORT": "1", "HYPERMOCK_QUIET": "1"]
        )
        let port = try #require(await tool.readPort())
        #expect(try await Exchange.get("/~challenge-forms/none", port: port).status == 401)
        tool.terminate()
        let result = await tool.finish()
        #expect(!result.output.contains("→"), "quiet")
        #expect(result.status == 0)
    }

    @Test func servesLikeALauncherOfWireMockExpects() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "mappings/hello.json",
            #"{"request":{"method":"GET","url":"/hello"},"response":{"body":"Hi"}}"#
        )
        let options = ["-jar", "wiremock.jar", "--port", "0", "--root-dir", folder.path, "--local-response-templating"]
        let tool = try RunningTool(options)
        let port = try #require(await tool.readPort())
        #expect(try await Exchange.get("/hello", port: port).text == "Hi")
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func takesWhatMeansNothingHereFromALauncherOfWireMock() async throws {
        let idle = ["--container-threads", "10", "--async-response-enabled=true", "--disable-banner"]
        let warned = [
            "--extensions", "org.example.Mine", "--preserve-host-header", "--use-chunked-encoding", "always",
            "--supported-proxy-encodings=gzip", "--disable-response-templating", "--timeout", "10",
        ]
        // Abbreviated as WireMock's parser allows.
        let abbreviated = ["--max-request-journal", "7"]
        let arguments = ["serve"] + idle + warned + abbreviated
        let tool = try RunningTool(arguments + ["--port", "0", "--quiet", "Scenarios/links"])
        _ = try #require(await tool.readPort())
        tool.terminate()
        let result = await tool.finish()
        #expect(result.status == 0)
        let names = result.errors.split(separator: "\n").map { $0.split(separator: " ").dropFirst().first ?? "" }
        #expect(names == warned.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }, "\(result.errors)")
    }

    @Test func compressesAndOpensItsAnswersWhenAskedTo() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "0123456789", count: 40)
        try folder.write("mappings/a.json", #"{"request":{"url":"/a"},"response":{"body":"\#(text)"}}"#)
        let options = ["--root-dir", folder.path, "--port", "0", "--enable-stub-cors", "--jetty-idle-timeout", "9000"]
        for isOn in [true, false] {
            let tool = try RunningTool(["serve"] + options + [isOn ? "--gzip" : "--disable-gzip"])
            let port = try #require(await tool.readPort())
            let fields = "Accept-Encoding: gzip\r\nOrigin: https://o.example\r\n"
            let answer = try await Exchange.get("/a", port: port, fields: fields)
            #expect((answer["content-encoding"] == "gzip") == isOn)
            #expect(answer["access-control-allow-origin"] == "https://o.example")
            tool.terminate()
            #expect(await tool.finish().status == 0)
        }
    }

    @Test(arguments: [
        (5, "the limit of open files is 5, but at least 9 are needed"), (8, "is 8, but at least 9 are needed"),
        (9, "is 9, but at least 20 are needed"), (19, "is 19, but at least 20 are needed"),
    ])
    func saysThatThereAreTooFewDescriptors(limit: Int, message: String) async throws {
        // One file: several are read at a time, and may be what there are too few descriptors for.
        let file = "Scenarios/links/links.yaml"
        let script = "ulimit -n \(limit); exec '\(Tool.executable.path)' serve \(file) --port 0 --quiet"
        let result = try await RunningTool(["-c", script], program: URL(filePath: "/bin/sh")).finish()
        #expect(result.status == 3)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    /// The limit is below that of connections.
    @Test func servesNewClientsWhenSilentOnesUseAllDescriptors() async throws {
        let script = "ulimit -n 40; exec '\(Tool.executable.path)' serve Scenarios/links/links.yaml --port 0 --quiet"
        let tool = try RunningTool(["-c", script], program: URL(filePath: "/bin/sh"))
        let port = try #require(await tool.readPort())
        var silent: [RawClient] = []
        for _ in 0..<60 { silent.append(try await RawClient(port: port)) }
        for _ in 0..<5 { #expect(try await Exchange.get("/__admin/health", port: port).status == 200) }
        #expect(silent.count == 60)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test(arguments: [9, 16, 28, 35])
    func verifySaysThatThereAreTooFewDescriptors(limit: Int) async throws {
        let script = "ulimit -n \(limit); exec '\(Tool.executable.path)' verify Scenarios/links/links.yaml"
        let result = try await RunningTool(["-c", script], program: URL(filePath: "/bin/sh")).finish()
        #expect(result.status == 3)
        #expect(result.errors.contains("the limit of open files is \(limit), but at least"), "\(result.errors)")
    }

    @Test func saysWhichPortIsTakenAndHowToTakeAnother() async throws {
        let first = try RunningTool(["serve", "Scenarios", "--port", "0", "--quiet"])
        let port = try #require(await first.readPort())
        let second = try await Tool.run("serve", "Scenarios", "--port", "\(port)")
        #expect(second.status == 3)
        #expect(second.errors.contains("port \(port)"))
        #expect(second.errors.contains("--port"))
        first.terminate()
        #expect(await first.finish().status == 0)
    }

    @Test(arguments: [
        (["serve", "--port", "70000"], "--port must be between 0 (any free port) and 65535, not 70000"),
        (["serve", "--port", "abc"], "'abc' is invalid for '--port"),
        (["serve", "--prot", "80"], "--port"),
        (["serve", "--max-connections", "0"], "--max-connections must be between 1 and "),
        (["serve", "--public-url", "mock.example.com"], "must begin with http://"),
        (["serve", "--admin", "maybe"], "'maybe' is invalid for '--admin"),
        (["serve", "--grace", "inf"], "--grace must be between 0.0 and 86400.0, not inf"),
        (["serve", "--grace", "nan"], "--grace must be"),
        (["serve", "--grace=-1"], "--grace must be"),
        (["serve", "--port", "-1"], "--port must be between 0 (any free port) and 65535, not -1"),
        (["serve", "--threads", "-1"], "--threads must be between 1 and 64, not -1"),
        (["serve", "--journal-bytes", "-1"], "--journal-bytes must be between 0 and "),
        (["serve", "--grace", "-0.5"], "--grace must be between 0.0 and 86400.0, not -0.5"),
        (["verify", "--jobs", "-2"], "--jobs must be between 1 and 1024, not -2"),
        (["verify", "--timeout", "-inf"], "--timeout must be between 0.001 and 86400"),
        (["verify", "--max-duration", "0"], "--max-duration must be between 0.001 and 86400"),
        (["serve", "--root", ","], "--root ',' has an empty element"),
        (["serve", "--root", "a,,b"], "--root 'a,,b' has an empty element"),
        (["serve", "--root", ""], "--root '' has an empty element"),
        (["verify", "--min-coverage", "conflict:GET,"], "'conflict:GET,' is invalid"),
        (["frobnicate"], "frobnicate"),
        (["serve", "--https-port", "65536"], "--https-port must be between 0 (any free port) and 65535, not 65536"),
        (["serve", "--https-key", "key.pem"], "--https-key has no effect without --https or --https-port"),
        (["serve", "--https", "--https-key", "a.pem"], "--https-key needs --https-cert"),
        (
            ["serve", "--https", "--https-keystore", "a.p12", "--https-cert", "a.pem"],
            "--https-cert and --https-keystore cannot be combined: a keystore contains both"
        ),
        (["serve", "--https", "--https-require-client-cert"], "--https-require-client-cert needs --https-client-ca"),
        (["serve", "--disable-http"], "--disable-http needs --https or --https-port"),
        (
            ["serve", "--https-fault", "odd=1"],
            "The value 'odd=1' is invalid for '--https-fault <fault=port>': 'odd' is not a fault; faults: expired, "
        ),
        (["serve", "--https-fault", "expird=1"], "'expird' is not a fault; did you mean 'expired'?"),
        (["serve", "--https-fault", "close"], "a port between 0 (any free port) and 65535 must follow"),
        (["serve", "--https-fault", "stall=1", "--https-fault", "stall=2"], "--https-fault stall is given twice"),
        (["serve", "--https-port", "8080"], "--port and --https-port have the same port, 8080; for HTTPS and plain"),
        (
            ["serve", "--https-port", "99", "--https-fault", "stall=99"],
            "--https-port and --https-fault stall have the same port, 99"
        ),
        (["serve", "--https", "--keystore-password", "x"], "--keystore-password has no effect without --https-k"),
        (["serve", "--https", "--truststore-password", "x"], "has no effect without --https-truststore"),
        (
            ["serve", "--https", "--https-keystore", "a.p12", "--key-manager-password", "x"],
            "--key-manager-password must equal --keystore-password"
        ),
        (["verify", "--server", "https://ann:secret@localhost:1/"], "must not contain a user or a password"),
        (["-jar", "x.jar", "--proxy-all=http://e"], "WireMock's --proxy-all is not supported: use 'serve --proxy'"),
        (["serve", "--admin-api-basic-auth", "a:b"], "--admin token"),
    ])
    func explainsWrongUsageAndEndsWithTwo(arguments: [String], text: String) async throws {
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == 2)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.output == "")
    }

    @Test func refusesABrokenFileWithItsLineAndEndsWithFour() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("typo.yaml", "scenario: Typo\ninteractions:\n  - respnse: { status: 200 }\n")
        let result = try await Tool.run("serve", file, "--port", "0")
        #expect(result.status == 4)
        #expect(result.errors.contains("typo.yaml:3:5: error:"), "\(result.errors)")
        #expect(result.errors.contains("did you mean"), "\(result.errors)")
        #expect(result.output == "")
    }

    @Test func asksForATokenWhenItListensBeyondLoopback() async throws {
        let environment = ["HYPERMOCK_ADMIN_TOKEN": "sesame-291410"]
        let tool = try RunningTool(["serve", "--port", "0", "--bind", "0.0.0.0"], environment: environment)
        let port = try #require(await tool.readPort())
        #expect(try await Exchange.get("/__admin/requests", port: port).status == 401)
        #expect(
            try await Exchange.get("/__admin/requests", port: port, fields: "Authorization: Bearer wrong\r\n").status
                == 401
        )
        #expect(
            try await Exchange.get("/__admin/requests", port: port, fields: "Authorization: Bearer sesame-291410\r\n")
                .status
                == 200
        )
        #expect(try await Exchange.get("/__admin/health", port: port).status == 200)
        tool.terminate()
        let result = await tool.finish()
        #expect(!(result.output + result.errors).contains("sesame"), "a given token is not shown")
    }

    @Test func refusesARootThatIsNoScenario() async throws {
        let result = try await Tool.run("serve", "Scenarios", "--port", "0", "--root", "unavailable-then-bakc")
        #expect(result.status == 4)
        #expect(result.errors.contains("'unavailable-then-bakc'"))
        #expect(result.errors.contains("did you mean 'unavailable-then-back'?"))
    }

    @Test func saysWhichAddressesCanBeBound() async throws {
        let result = try await Tool.run("serve", "Scenarios", "--port", "0", "--bind", "192.0.2.1")
        #expect(result.status == 3)
        #expect(result.errors.contains("use an address of this machine with --bind: 127.0.0.1"))
    }

    @Test(arguments: [("Asia/Tokyo", "+09:00"), ("UTC", "+00:00"), ("America/St_Johns", ":30")])
    func logsLocalTimeAndTheStatusOfEachCall(zone: String, offset: String) async throws {
        let tool = try RunningTool(
            ["serve", "Scenarios", "--port", "0", "--log-format", "json"],
            environment: ["TZ": zone]
        )
        let port = try #require(await tool.readPort())
        #expect(try await Exchange.get("/fuelstations/fs291410", port: port).status == 200)
        #expect(try await Exchange.get("/__admin/nothing", port: port).status == 404)
        #expect(try await Exchange.send("POST", "/__admin/reset", port: port).status == 200)
        tool.terminate()
        let lines = await tool.finish().output.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains(offset + #"","method""#) }, "\(lines)")
        #expect(lines.first?.contains(#""status":200"#) == true)
        #expect(lines.dropFirst().first?.contains(#""status":404,"admin":true"#) == true)
    }

    @Test func listsTheRequestsOfAllAddressesAtTheRoot() async throws {
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--quiet"])
        let port = try #require(await tool.readPort())
        for path in ["/~unavailable-then-back/x", "/@one/y", "/z"] { _ = try await Exchange.get(path, port: port) }
        let all = try await Exchange.get("/__admin/requests?address=all", port: port).text
        for address in ["/~unavailable-then-back/", "/@one/", "/"] {
            #expect(all.contains(#""address": "\#(address)""#), "\(all.prefix(2000))")
        }
        let one = try await Exchange.get("/__admin/requests?address=@one", port: port).text
        #expect(one.contains("/@one/y") && !one.contains("/z\""))
        #expect(try await Exchange.get("/__admin/requests?address=~none", port: port).status == 400)
        #expect(try await Exchange.get("/@one/__admin/requests?address=all", port: port).status == 403)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func takesAWireMockFolderFromTheEnvironment() async throws {
        let folder = try TemporaryFolder()
        let mapping = #"{"request": {"urlPath": "/a"}, "response": {"body": "{{request.query.b}}"}}"#
        try folder.write("mappings/a.json", mapping)
        let environment = [
            "HYPERMOCK_ROOT_DIR": folder.path, "HYPERMOCK_GLOBAL_RESPONSE_TEMPLATING": "true", "HYPERMOCK_PORT": "0",
        ]
        let tool = try RunningTool(["serve"], environment: environment)
        let port = try #require(await tool.readPort())
        #expect(try await Exchange.get("/a?b=c", port: port).text == "c")
        tool.terminate()
        #expect(await tool.finish().status == 0)
        let lint = try await Tool.run("lint", "--root-dir", folder.path, "--global-response-templating")
        #expect(lint.status == 0)
        #expect(lint.errors.hasPrefix("1 scenario"))
    }
}
