import HAL
import HALClient
import SeededRandom
import Testing

/// Answers changed at random: each call ends, in some outcome, and the process lives on.
struct MutatedResponseTests {
    static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nContent-Length: 44\r\n\r\n"
            + #"{"a":1.5,"_links":{"self":{"href":"/{x}?y"}}}"#,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n2;x=y\r\n1}\r\n0\r\nTrailer: x\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 301 Moved\r\nLocation: http://a.example/\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest a=\"b\\\"c\", d=e, Basic realm=\"f\"\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 503 Busy\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 409 Conflict\r\nContent-Type: application/problem+json\r\n\r\n{\"title\":\"\\u00e4\",\"status\":409}",
        "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nETag: W/\"x\"\r\n\r\n",
    ]

    static func changed(_ text: String, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        let interesting: [UInt8] = [0, 9, 10, 13, 32, 34, 44, 45, 48, 57, 58, 59, 61, 92, 123, 125, 127, 128, 255]
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[index] = interesting.randomElement(using: &generator) ?? 0
            case 2: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: index)
            case 3: bytes.remove(at: index)
            case 4: bytes.removeLast(bytes.count - index)
            default: bytes.insert(contentsOf: bytes[index..<min(index + 20, bytes.count)], at: index)
            }
        }
        return bytes
    }

    /// An answer changed at random, in its body alone over `URLSession` on Linux: see `URLSessionGapTests`.
    static func answer(_ generator: inout SeededGenerator, over transport: TransportUnderTest) -> [UInt8] {
        guard transport.rawValue == "urlSession" else {
            return changed(answers.randomElement(using: &generator) ?? "", &generator)
        }
        let body = changed(#"{"a":1.5,"_links":{"self":{"href":"/{x}?y"}},"_embedded":[{"payload":0}]}"#, &generator)
        return Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    @Test("every call ends", arguments: TransportUnderTest.allCases, 0..<8)
    func everyCallEnds(over transport: TransportUnderTest, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var configuration = HypermediaClient.Configuration(
            timeouts: Timeouts(firstByte: .seconds(2), idle: .seconds(2)),
            redirectPolicy: .none
        )
        configuration.limits = ResponseLimits(bodyBytes: 10_000)
        let client = transport.client(configuration)
        for _ in 0..<60 {
            var answer = ScriptedServer.Answer("", .close)
            answer.bytes = Self.answer(&generator, over: transport)
            try await ScriptedServer.with(answer) { server in
                let outcome = await client.get(Target(server.url))
                #expect(
                    outcome.failureKind != .cancelled && outcome.failureKind != .other,
                    "\(outcome) \(answer.bytes)"
                )
            }
        }
    }
}
