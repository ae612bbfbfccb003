import HAL
import HALClient
import HTTPTypes
import Testing

/// Regular and irregular responses over a real socket.
struct TransportTests {
    @Test(
        "answers without a body have none, whatever they declare",
        arguments: TransportUnderTest.allCases,
        [
            (HTTPRequest.Method.get, "204 No Content", "success"), (.get, "304 Not Modified", "redirection"),
            (.head, "200 OK", "success"), (.put, "204 No Content", "success"), (.delete, "204 No Content", "success"),
            (.head, "404 Not Found", "clientError"),
        ]
    )
    func answersWithoutABody(
        over transport: TransportUnderTest,
        expected: (HTTPRequest.Method, String, String)
    ) async throws {
        let text = "HTTP/1.1 \(expected.1)\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
        try await ScriptedServer.with(.init(text)) { server in
            let client = transport.client(HypermediaClient.Configuration(timeouts: Timeouts(idle: .seconds(600))))
            let outcome = await client.perform(Call<JSONObject>(expected.0, Target(server.url)))
            #expect(outcome.name == expected.2)
            #expect(outcome.response?.body == [])
            #expect(outcome.success?.model == nil)
        }
    }

    @Test("a status below 100 is a server error, and no crash", arguments: TransportUnderTest.allCases, [0, 7, 99])
    func aStatusBelow100(over transport: TransportUnderTest, status: Int) async throws {
        let digits = String("00\(status)".suffix(3))
        try await ScriptedServer.with(.init("HTTP/1.1 \(digits) Odd\r\nContent-Length: 1\r\n\r\na", .close)) { server in
            let outcome = await transport.client().get(Target(server.url))
            // URLSession tells nothing of such an answer.
            guard transport.rawValue != "urlSession" else { return #expect(outcome.name == "connectionFailure") }
            #expect(outcome.name == "serverError")
            #expect(outcome.response?.status == status)
        }
    }

    @Test("fields of one name are all there", arguments: TransportUnderTest.allCases)
    func fieldsOfOneName(over transport: TransportUnderTest) async throws {
        let text = "HTTP/1.1 204 No\r\nWarning: a\r\nWarning: b\r\nX-Odd: caf\u{E9}\r\n\r\n"
        try await ScriptedServer.with(.init(text)) { server in
            let fields = await transport.client().get(Target(server.url)).response?.fields
            let warnings = try #require(HTTPField.Name("Warning")).self
            #expect(fields?[warnings] == "a, b")
        }
    }

    @Test("bytes go out and come back as they are", arguments: TransportUnderTest.allCases)
    func bytesGoOutAndComeBack(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("HTTP/1.1 201 Created\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n") { server in
            let outcome = await transport.client().post(Target(server.url + "/x?y=%20"), .json(["a": "ä"]))
            #expect(outcome.success?.location == server.url + "/new")
            let sent = try #require(server.requests.first)
            #expect(sent.hasPrefix("POST /x?y=%20 HTTP/1.1\r\n"))
            #expect(sent.hasSuffix("\r\n\r\n{\"a\":\"ä\"}"))
            #expect(sent.lowercased().contains("content-length: 10\r\n"))
        }
    }

    @Test(
        "a percent-encoded byte stays as it is beside characters that no URI has",
        arguments: TransportUnderTest.allCases,
        ["/a%20b?x[]=1", "/a%20b?100%", "/a%20b|{c}^`", "/a%20b?é ü"]
    )
    func encodesOnce(over transport: TransportUnderTest, target: String) async throws {
        try await ScriptedServer.with("HTTP/1.1 204 No\r\n\r\n") { server in
            _ = await transport.client().get(Target(server.url + target))
            let sent = try #require(server.requests.first)
            #expect(sent.hasPrefix("GET /a%20b") && !sent.contains("%2520"), "\(sent)")
        }
    }

    @Test("many calls at once share the connections", arguments: TransportUnderTest.allCases)
    func manyCallsAtOnce(over transport: TransportUnderTest) async throws {
        try await ScriptedServer.with("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") { server in
            let client = transport.client()
            let successes = await withTaskGroup { group in
                for _ in 0..<200 { group.addTask { await client.get(Target(server.url)).success != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 200)
        }
    }

    #if os(Linux)
        @Test func aTransportThatIsLetGoClosesItsConnections() async throws {
            try await ScriptedServer.with("HTTP/1.1 204 No\r\n\r\n") { server in
                for _ in 0..<5 {
                    let client = HypermediaClient(transport: AsyncHTTPClientTransport())
                    #expect(await client.get(Target(server.url)).name == "success")
                }
            }
        }
    #endif
}
