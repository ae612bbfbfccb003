import Foundation
import Support
import Testing

/// `hypermock record` in front of a server: traffic in, a scenario out.
struct RecordTests {
    private static let api = """
        scenario: An API
        interactions:
          - request: { url: /stations/7 }
            response:
              jsonBody: { name: Kiel, price: 2.890, _links: { self: { href: /stations/7 }, logs: { href: /logs } } }
              headers: { Server: origin, X-Request-Id: "1", Connection: X-Hop, X-Hop: "1" }
          - request: { url: /logs, headers: { Authorization: { matches: Bearer .+ } } }
            response: { status: 503, headers: { Retry-After: "120" } }
          - request: { method: POST, url: /token }
            response: { jsonBody: { access_token: T0KEN.SECRET } }
        """

    /// A folder with an API, and the server that serves it.
    private static func api(_ text: String = api) async throws -> (TemporaryFolder, RunningTool, port: Int) {
        let folder = try TemporaryFolder()
        try folder.write("api/api.yaml", text)
        let server = try RunningTool(["serve", "api", "--port", "0", "--quiet"], in: folder.url)
        return (folder, server, try #require(await server.readPort()))
    }

    private static func start(
        _ folder: TemporaryFolder,
        to port: Int,
        _ arguments: String...
    ) async throws -> (RunningTool, RawClient) {
        let fixed = ["record", "--to", "http://127.0.0.1:\(port)", "--port", "0", "--out", "Scenarios/api.yaml"]
        let tool = try RunningTool(fixed + arguments, in: folder.url)
        return (tool, try await RawClient(port: try #require(await tool.readPort())))
    }

    private static func send(_ client: RawClient, _ lines: String..., body: String = "") async throws -> RawResponse {
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let head = [lines[0] + " HTTP/1.1", "Host: proxy.example"] + lines.dropFirst() + length
        try await client.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return try await client.readResponse()
    }

    private static func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> Tool.Result {
        try await RunningTool(arguments, in: folder.url).finish()
    }

    @Test func aRecordingIsATestAtOnce() async throws {
        let (folder, server, port) = try await Self.api()
        let (tool, client) = try await Self.start(folder, to: port)
        let station = try await Self.send(client, "GET /stations/7", "Accept: application/hal+json")
        #expect(station.status == 200 && station["X-Hop"] == nil && station["Server"] == "origin")
        #expect(station.text.contains(#""href":"/stations/7""#))
        let form = "Content-Type: application/x-www-form-urlencoded"
        let logIn = try await Self.send(client, "POST /token", form, body: "password=pass.SECRET")
        #expect(logIn.text == #"{"access_token":"T0KEN.SECRET"}"#)
        _ = try await Self.send(client, "GET /logs", "Authorization: Bearer T0KEN.SECRET")
        tool.interrupt()
        let ended = await tool.finish()
        server.terminate()
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.errors.hasPrefix("hypermock: wrote Scenarios/api.yaml: 3 interactions, 3 steps, "))
        #expect(ended.output.contains("GET /stations/7 → 200"))
        let text = try folder.read("Scenarios/api.yaml")
        #expect(text.hasPrefix("scenario: 127.0.0.1-\(port)\ndescription: Recorded from http://127.0.0.1:\(port).\n"))
        #expect(text.contains("2.890") && text.contains("retryAfter: { seconds: 120 }"))
        for hidden in ["SECRET", "X-Hop", "Server", "X-Request-Id", "Via", "proxy.example"] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
        #expect(try await Self.run(folder, "lint", "--strict", "Scenarios").status == 0)
        let verified = try await Self.run(folder, "verify", "Scenarios")
        #expect(verified.status == 0, "\(verified.output)")
        let mutants = try await Self.run(folder, "verify", "Scenarios", "--mutants")
        #expect(mutants.output.contains("all detected"), "\(mutants.output)")
    }

    @Test func linksOfTheServerLeadToTheProxy() async throws {
        let text = Self.api.replacing("href: /logs", with: "href: \"http://127.0.0.1:1/logs\"")
        let origin = "scenario: An API\norigin: http://127.0.0.1:1"
        let (folder, server, port) = try await Self.api(text.replacing("scenario: An API", with: origin))
        let (tool, client) = try await Self.start(folder, to: port)
        let station = try await Self.send(client, "GET /stations/7")
        #expect(station.text.contains(#""logs":{"href":"http://proxy.example/logs"}"#), "\(station.text)")
        tool.terminate()
        #expect(await tool.finish().status == 0)
        server.terminate()
        #expect(try folder.read("Scenarios/api.yaml").contains("http://127.0.0.1:\(port)/logs"))
    }

    @Test func aServerThatIsAwayIsNotRecorded() async throws {
        let (folder, server, port) = try await Self.api()
        server.terminate()
        _ = await server.finish()
        let (tool, client) = try await Self.start(folder, to: port, "--timeout", "5")
        let response = try await Self.send(client, "GET /stations/7")
        #expect(response.status == 502 && response["Content-Type"] == "application/problem+json")
        #expect(response.text.contains("http://127.0.0.1:\(port): the connection is refused"), "\(response.text)")
        tool.interrupt()
        let ended = await tool.finish()
        #expect(ended.status == 5)
        #expect(ended.errors == "hypermock: nothing was recorded; no file is written\n")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Scenarios").path()))
    }

    /// Requests a station and the logs through a proxy that compares, or writes for the first time.
    private static func recorded(in folder: TemporaryFolder, from port: Int, _ arguments: String...) async throws
        -> Tool.Result
    {
        let fixed = [
            "record", "--to", "http://127.0.0.1:\(port)", "--port", "0", "--quiet", "--out", "Scenarios/api.yaml",
        ]
        let tool = try RunningTool(fixed + arguments, in: folder.url)
        let client = try await RawClient(port: try #require(await tool.readPort()))
        _ = try await send(client, "GET /stations/7")
        _ = try await send(client, "GET /logs", "Authorization: Bearer T0KEN.SECRET")
        tool.interrupt()
        return await tool.finish()
    }

    @Test func aComparisonTellsWhatTheServerRespondsDifferently() async throws {
        let (folder, server, port) = try await Self.api()
        #expect(try await Self.recorded(in: folder, from: port).status == 0)
        let file = try folder.read("Scenarios/api.yaml")
        let same = try await Self.recorded(in: folder, from: port, "--diff")
        server.terminate()
        #expect(same.status == 0 && same.output.contains("2 interactions compared, 0 with other responses\n"))
        let changed = Self.api.replacing("price: 2.890", with: "price: 2.950, pumps: 4").replacing("503", with: "200")
        let (other, newer, newPort) = try await Self.api(changed)
        let differing = try await Self.recorded(in: folder, from: newPort, "--diff")
        newer.terminate()
        #expect(differing.status == 1, "\(differing.errors)")
        let line = try #require(file.split(separator: "\n").firstIndex { $0.contains("- name") }) + 1
        for text in [
            "Scenarios/api.yaml:\(line): ", "  jsonBody/price: 2.890, now 2.950\n",
            "  jsonBody/pumps: nothing, now 4\n",
            "  status: 503, now ", "2 interactions compared, 2 with other responses\n",
        ] {
            #expect(differing.output.contains(text), "\(text)\n\(differing.output)")
        }
        #expect(!differing.output.contains("SECRET") && !differing.errors.contains("SECRET"))
        #expect(try folder.read("Scenarios/api.yaml") == file)
        _ = other
    }

    @Test(
        "A comparison needs a file, and writes none",
        arguments: [
            (["--diff", "--merge"], "--diff cannot be combined with --force, --merge or --out -"),
            (["--diff"], "hypermock: --diff: Scenarios/api.yaml does not exist; pass it as --out FILE"),
        ]
    )
    func comparisonsThatCannotBe(arguments: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        let fixed = ["record", "--to", "http://127.0.0.1:1", "--port", "0", "--out", "Scenarios/api.yaml"]
        let ended = try await RunningTool(fixed + arguments, in: folder.url).finish()
        #expect(ended.status == 2 && ended.errors.contains(message), "\(ended.errors)")
    }

    @Test func mergingAddsWhatIsNew() async throws {
        let (folder, server, port) = try await Self.api()
        for (path, result) in [
            ("/stations/7", "wrote Scenarios/api.yaml: 1 interaction"),
            ("/logs", "added to Scenarios/api.yaml: 1 interaction"),
            ("/logs", "Scenarios/api.yaml has everything already"),
        ] {
            let merges = result.hasPrefix("wrote") ? "--delays" : "--merge"
            let (tool, client) = try await Self.start(folder, to: port, merges)
            _ = try await Self.send(client, "GET " + path)
            tool.interrupt()
            let ended = await tool.finish()
            #expect(ended.status == 0 && ended.errors.hasPrefix("hypermock: " + result), "\(ended.errors)")
        }
        server.terminate()
        #expect(try await Self.run(folder, "lint", "--strict", "Scenarios").status == 0)
        #expect(try await Self.run(folder, "verify", "Scenarios").status == 0)
    }

    @Test func limitsAreTold() async throws {
        let (folder, server, port) = try await Self.api()
        let limits = ["--max-exchanges", "1", "--max-body-bytes", "60"]
        let (tool, client) = try await Self.start(folder, to: port, limits[0], limits[1], limits[2], limits[3])
        let large = try await Self.send(client, "GET /stations/7")
        #expect(large.status == 502 && large.text.contains("the response is too large"), "\(large.text)")
        for status in [200, 200] {
            #expect(try await Self.send(client, "POST /token").status == status)
        }
        tool.interrupt()
        let ended = await tool.finish()
        server.terminate()
        #expect(ended.status == 0)
        #expect(ended.errors.contains("warning: the recording is full (--max-exchanges); further exchanges are"))
        #expect(ended.errors.contains("  not recorded: 1 exchange, beyond the limits\n"))
    }

    @Test func risksAreLoud() async throws {
        let (folder, server, port) = try await Self.api()
        let (tool, client) = try await Self.start(folder, to: port, "--keep-secrets", "--insecure-upstream")
        _ = try await Self.send(client, "POST /token")
        tool.interrupt()
        let ended = await tool.finish()
        server.terminate()
        #expect(ended.errors.contains("hypermock: warning: --keep-secrets writes credentials to files\n"))
        #expect(ended.errors.contains("hypermock: warning: --insecure-upstream accepts any certificate"))
        #expect(try folder.read("Scenarios/api.yaml").contains("T0KEN.SECRET"))
    }

    @Test(
        arguments: [
            (["--to", "ftp://a"], 2, "--to 'ftp://a' is not a URL such as https://api.example.com"),
            (["--to", "http://a/v2"], 2, "--to must be http://a without a path"),
            (["--to", "http://u:p@a"], 2, "--to must not contain credentials"),
            (["--to", "http://localhost:8080"], 2, "is this proxy itself; choose another --port"),
            (["--to", "http://a", "--out", "here.yaml"], 2, "here.yaml exists already; pass --force to replace it"),
            (["--to", "http://a", "--out", "here.yaml/b.yaml"], 3, "here.yaml/b.yaml cannot be written"),
            (["--to", "http://a", "--out", "here.yaml", "--merge"], 4, "here.yaml:1:1"),
            (["--to", "http://a", "--max-exchanges", "0"], 2, "--max-exchanges must be between 1"),
            (["--to", "http://a", "--timeout", "0"], 2, "--timeout must be between"),
            ([], 2, "--to"),
        ] as [([String], Int32, String)]
    )
    func mistakesAreErrors(_ arguments: [String], status: Int32, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("here.yaml", "mine")
        let result = try await RunningTool(["record"] + arguments, in: folder.url).finish()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(try folder.read("here.yaml") == "mine")
    }
}
