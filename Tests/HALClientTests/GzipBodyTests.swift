import HAL
import HALClient
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

    @Test("one that is cut is not a success", arguments: checking, 0..<27)
    func isBrokenWhenItIsCut(over transport: TransportUnderTest, length: Int) async throws {
        let outcome = try await Self.outcome(of: Array(Self.whole.prefix(length)), over: transport)
        #expect(["connectionFailure", "undecodable"].contains(outcome.name), "\(length): \(outcome)")
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
