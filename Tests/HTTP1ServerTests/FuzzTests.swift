import HTTP1Server
import HTTPServing
import Messages
import SeededRandom
import Support
import Testing

/// Whatever is sent, the server answers or closes, and goes on serving.
@Suite struct FuzzTests {
    static let seeds: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
        "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "HEAD / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    static let fragments: [String] = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", "\r\n\r\n", "HTTP/1.1", "Content-Length: 3\r\n", "0\r\n", "ffffffff",
        "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "\u{FF}", "-1", "18446744073709551616",
        "Connection: close\r\n",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func survivesMutatedRequests(_ seed: UInt64) async throws {
        let limits = RequestLimits(maxHeaderBytes: 2000, maxFields: 20, maxBodyBytes: 2000)
        let timeouts = ConnectionTimeouts(header: 200, idle: 200, linger: 100)
        try await withServer(limits: limits, timeouts: timeouts) { server in
            var random = SeededGenerator(seed: seed)
            for round in 0..<500 {
                let bytes = Self.mutated(&random)
                let client = try await server.client()
                // The server may have refused it before all of it is sent.
                for part in Self.cut(bytes, &random) { try? await client.send(part) }
                client.finishSending()
                let (answer, ending) = await client.readToEnd()
                #expect(ending != .timedOut, "seed \(seed), round \(round): \(bytes)")
                #expect(answer.isEmpty || answer.starts(with: "HTTP/1.1 ".utf8))
            }
            try await server.expectServing()
        }
    }

    private static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = [UInt8]((seeds.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: (fragments.randomElement(using: &random) ?? "").utf8, at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count - 1, place + 5).clamped(from: place))
            default: bytes += bytes[place...]
            }
        }
        return bytes
    }

    private static func cut(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        let place = Int.random(in: 0...bytes.count, using: &random)
        return [Array(bytes[..<place]), Array(bytes[place...])].filter { !$0.isEmpty }
    }
}

extension Int {
    fileprivate func clamped(from lower: Int) -> Int { Swift.max(self, lower) }
}
