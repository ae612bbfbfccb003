import HAL
import HALClient
import HTTPTypes
import Testing

/// Compressed bodies that are whole, cut, or followed by something else: nothing of a broken one is a success.
struct GzipBodyTests {
    /// `{"a":1}`, with the ten bytes of the head and the eight of checksum and length.
    private static let whole: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x4A, 0x54, 0xB2, 0x32,
        0xAC, 0x05, 0x00, 0xAF, 0xAC, 0x1B, 0x56, 0x07, 0x00, 0x00, 0x00,
    ]

    private static func outcome(
        of body: [UInt8],
        _ coding: String = "gzip",
        over transport: TransportUnderTest
    ) async throws -> Outcome<JSONObject> {
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Content-Encoding: \(coding)\r
            Content-Length: \(body.count)\r
            \r

            """
        var answer = ScriptedServer.Answer(head, .close)
        answer.bytes += body
        return try await ScriptedServer.with(answer) { server in
            await transport.client(WireFailureTests.configuration()).get(Target(server.url))
        }
    }

    @Test("is read when it is whole", arguments: TransportUnderTest.allCases, ["gzip", "x-gzip", "X-GZip"])
    func isReadWhenItIsWhole(over transport: TransportUnderTest, coding: String) async throws {
        #expect(try await Self.outcome(of: Self.whole, coding, over: transport).success?.model == ["a": 1])
    }

    /// URLSession expands a body by itself, and hands over as much of a cut one as it could.
    private static let checking = TransportUnderTest.allCases.filter { $0.rawValue != "urlSession" }

    @Test("one that is cut is not a success", arguments: checking, 1..<27)
    func isBrokenWhenItIsCut(over transport: TransportUnderTest, length: Int) async throws {
        let outcome = try await Self.outcome(of: Array(Self.whole.prefix(length)), over: transport)
        #expect(["connectionFailure", "undecodable"].contains(outcome.name), "\(length): \(outcome)")
    }

    /// A response without content may name the coding of what another one has, RFC 9110 §8.4 and §15.4.5.
    @Test(
        "one that is not there",
        arguments: TransportUnderTest.allCases,
        [("HEAD", "200 OK"), ("GET", "204 No Content"), ("GET", "302 Found"), ("GET", "404 Not Found")]
    )
    func noBody(over transport: TransportUnderTest, request: (method: String, status: String)) async throws {
        let length = request.method == "HEAD" ? 27 : 0
        let lines = request.status == "204 No Content" ? "" : "Content-Length: \(length)\r\n"
        let head = "HTTP/1.1 \(request.status)\r\nContent-Encoding: gzip\r\n\(lines)\r\n"
        try await ScriptedServer.with(.init(head)) { server in
            let client = transport.client(WireFailureTests.configuration())
            let target = Target(server.url)
            let outcome: Outcome<JSONObject> =
                request.method == "HEAD" ? await client.head(target) : await client.get(target)
            #expect(outcome.response?.status == Int(request.status.prefix(3)), "\(outcome)")
            #expect(outcome.response?.fields[.contentEncoding] == "gzip")
        }
    }

    @Test(
        "one with bytes behind it",
        arguments: TransportUnderTest.allCases,
        [Array("x".utf8), [0], Array("{}".utf8), [0x1F, 0x8B], [UInt8](repeating: 0xFF, count: 400)]
    )
    func isBrokenWhenMoreFollows(over transport: TransportUnderTest, more: [UInt8]) async throws {
        let outcome = try await Self.outcome(of: Self.whole + more, over: transport)
        #expect(["connectionFailure", "undecodable"].contains(outcome.name), "\(outcome)")
    }
}
