import Foundation
import HAL
import Messages
import Support
import Testing
import UV

@testable import MockServing

/// `/__admin/recordings` of a running server; the other server is an upstream of the test.
struct RecordingsAPITests {
    /// Responds with the number of the request, and with a secret.
    private struct StandIn: Upstream {
        let count = Guarded(0)

        func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if request.url.hasSuffix("/gone") { throw UpstreamFailure("no response") }
            return IncomingResponse(
                status: 200,
                fields: [
                    ("Content-Type", "application/json"), ("Set-Cookie", "sid=COOKIE-SECRET"), ("Date", "today"),
                ],
                body: Array(#"{"n":\#(number),"token":"T0KEN-SECRET"}"#.utf8)
            )
        }
    }

    private static let start = "/__admin/recordings/start"
    private static let stop = "/__admin/recordings/stop"
    private static let snapshot = "/__admin/recordings/snapshot"
    private static let target = #"{"targetBaseUrl":"http://localhost:1"}"#

    private func withRecorder(
        threads: Int = 1,
        folder: String? = nil,
        configured change: (inout MockServerConfiguration) -> Void = { _ in },
        _ body: (MockServer) async throws -> Void
    ) async throws {
        let files = try ScenarioFolder([
            "s.yaml":
                "scenario: s\ninteractions:\n  - request: { url: /own }\n    response: { body: own }\n"
        ])
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        configuration.stubFolder = folder
        configuration.forwarding = ForwardingConfiguration(upstream: StandIn())
        change(&configuration)
        try await withServer(scenarios: [files.path], configuration: configuration) { try await body($0) }
    }

    private func json(_ answer: RawResponse) throws -> JSONValue {
        try JSONValue(parsing: Array(answer.text.utf8))
    }

    @Test("A recording becomes mappings without secrets, which replace the other server", arguments: [1, 2])
    func isRecorded(threads: Int) async throws {
        try await withRecorder(threads: threads) { server in
            for address in ["", "/~s", "/~s@one", "/@two"] {
                let status = address + "/__admin/recordings/status"
                let document1 = try json(await server.send("GET", status))
                #expect(document1["status"] == "NeverStarted")
                let reply1 = try await server.send("POST", address + Self.start, body: Self.target)
                #expect(reply1.status == 200)
                let reply2 = try await server.send("POST", address + Self.start, body: Self.target)
                #expect(reply2.status == 200)
                let document2 = try json(await server.send("GET", status))
                #expect(document2["status"] == "Recording")
                let first = try await server.send("GET", address + "/a?sig=SIG-SECRET")
                let second = try await server.send("GET", address + "/a?sig=SIG-OTHER")
                let reply3 = try await server.send("GET", address + "/own")
                #expect(reply3.text != "own")
                let answer = try await server.send("POST", address + Self.stop)
                #expect(!answer.text.contains("SECRET") && !answer.text.contains("Date"))
                let mappings = try #require(try json(answer)["mappings"]?.array)
                #expect(mappings.count == 3)
                #expect(mappings[0]["scenarioName"] == "scenario-1-a" && mappings[1]["newScenarioState"] == nil)
                #expect(mappings[0]["request"]?["url"] == nil && mappings[2]["request"]?["url"] == "/own")
                for original in [first, second, second] {
                    let replayed = try await server.send("GET", address + "/a?sig=another")
                    let (number, expected) = (try json(replayed)["n"], try json(original)["n"])
                    #expect(number == expected)
                }
                let document3 = try json(await server.send("GET", status))
                #expect(document3["status"] == "Stopped")
                let reply4 = try await server.send("POST", address + Self.stop)
                #expect(reply4.status == 400)
            }
        }
    }

    @Test func aSnapshotHasTheForwardedRequestsOfTheJournal() async throws {
        try await withRecorder { server in
            _ = try await server.send("GET", "/own")
            _ = try await server.send("POST", Self.start, body: Self.target)
            for path in ["/a", "/b", "/gone"] { _ = try await server.send("GET", path) }
            let all = try await server.send("POST", Self.snapshot)
            let allMappings = try json(all)["mappings"]
            #expect(allMappings?.array?.count == 2)
            #expect(all["Hypermock-Warning"]?.contains("not recorded: 1 requests") == true)
            let one = #"{"filters":{"url":"/b"},"outputFormat":"ids"}"#
            let some = try await server.send("POST", Self.snapshot, body: one)
            let ids = try json(some)["ids"]
            #expect(ids?.array?.count == 1)
            let own = #"{"filters":{"allowNonProxied":true,"url":"/own"},"transformers":["x"]}"#
            let others = try await server.send("POST", Self.snapshot, body: own)
            let other = try json(others)["mappings"]?.array?.first
            #expect(other?["response"]?["base64Body"] == "b3du")
            #expect(others["Hypermock-Warning"]?.contains("/transformers ignored") == true)
            _ = try await server.send("DELETE", "/__admin/requests")
            let document4 = try json(await server.send("POST", Self.snapshot))
            #expect(document4["mappings"] == [])
        }
    }

    @Test func mappingsAndBodiesAreSavedInTheFolder() async throws {
        let folder = try ScenarioFolder()
        try await withRecorder(folder: folder.path) { server in
            let criteria = #","extractBodyCriteria":{"textSizeThreshold":"0"}}"#
            _ = try await server.send("POST", Self.start, body: Self.target.dropLast() + criteria)
            let recorded = try await server.send("GET", "/a/b")
            let mapping = try json(await server.send("POST", Self.stop))["mappings"]?.array?.first
            let id = try #require(mapping?["id"]?.string)
            #expect(mapping?["persistent"] == true)
            #expect(mapping?["response"]?["bodyFileName"]?.string == "a_b-\(id).json")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings")
            #expect(names.count == 1 && names.first?.hasSuffix("\(id).json") == true)
            let document5 = try json(await server.send("GET", "/a/b"))
            let first = try json(recorded)
            #expect(document5["n"] == first["n"])
        }
    }

    @Test func theOldestResponsesLeaveFirst() {
        let exchanges = ForwardedExchanges()
        let request = Request(method: "GET", target: "/")
        for id in 1...4 {
            let body = [UInt8](repeating: 32, count: ForwardedExchanges.mostBytes / 3)
            exchanges.add(.init(request: request, response: IncomingResponse(status: 200, body: body)), id: id)
        }
        #expect(exchanges.exchanges(of: 1...4).keys.sorted() == [3, 4])
        let body = [UInt8](repeating: 32, count: ForwardedExchanges.mostBytes)
        exchanges.add(.init(request: request, response: IncomingResponse(status: 200, body: body)), id: 5)
        #expect(exchanges.exchanges(of: 1...5).keys.sorted() == [3, 4])
    }

    @Test func secretsAreKeptIfCredentialsAreShown() async throws {
        try await withRecorder(configured: { $0.showsCredentials = true }) { server in
            _ = try await server.send("POST", Self.start, body: Self.target)
            _ = try await server.send("GET", "/a")
            let reply5 = try await server.send("POST", Self.stop)
            #expect(reply5.text.contains("T0KEN-SECRET"))
        }
    }

    @Test(
        "A recording is refused",
        arguments: [
            (#"{"targetBaseUrl":"https://api.example.com"}"#, 403), (#"{"targetBaseUrl":"x"}"#, 422), ("{}", 422),
            (#"{"targetBaseUrl":"http://localhost:1","filters":{"urll":"/"}}"#, 422), ("[]", 422), ("{", 422),
            (#"{"targetBaseUrl":"http://localhost:1","extractBodyCriteria":{"textSizeThreshold":"9 zb"}}"#, 422),
            (#"{"targetBaseUrl":"http://localhost:1","captureHeaders":{"A":{"b":1}}}"#, 422),
        ]
    )
    func isRefused(specification: String, status: Int) async throws {
        try await withRecorder { server in
            let reply6 = try await server.send("POST", Self.start, body: specification)
            #expect(reply6.status == status)
            let reply7 = try await server.send("GET", "/own")
            #expect(reply7.text == "own")
        }
    }

    @Test func theServerItselfIsNotRecorded() async throws {
        try await withRecorder { server in
            let own = #"{"targetBaseUrl":"http://127.0.0.1:\#(server.port)"}"#
            let reply8 = try await server.send("POST", Self.start, body: own)
            #expect(reply8.status == 403)
        }
    }

    @Test func withoutForwardingOrAJournalThereIsNoRecording() async throws {
        try await withRecorder(configured: { $0.forwarding = nil }) { server in
            let answer = try await server.send("POST", Self.start, body: Self.target)
            #expect(answer.status == 403 && answer.text.contains("--proxy"))
        }
        try await withRecorder(configured: { $0.journalEntries = 0 }) { server in
            let reply9 = try await server.send("POST", Self.start, body: Self.target)
            #expect(reply9.status == 403)
        }
    }

    @Test func otherMachinesNeedATokenToRecord() async throws {
        let open = { (configuration: inout MockServerConfiguration) in configuration.host = "0.0.0.0" }
        try await withRecorder(configured: open) { server in
            let answer = try await server.send("POST", Self.start, body: Self.target)
            #expect(answer.status == 403 && answer.text.contains("--admin token"))
        }
        try await withRecorder(configured: {
            open(&$0); $0.adminAccess = .token("t")
        }) { server in
            let reply10 = try await server.send("POST", Self.start, body: Self.target)
            #expect(reply10.status == 401)
            let fields = ["Authorization: Bearer t"]
            let reply11 = try await server.send("POST", Self.start, fields: fields, body: Self.target)
            #expect(reply11.status == 200)
        }
    }
}
