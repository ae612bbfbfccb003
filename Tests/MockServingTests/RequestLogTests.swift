import HAL
import Support
import Testing

@testable import MockServing

struct RequestLogTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (RequestLog.Format.text, "GET /slow → client closed its side before the response was complete"),
            (.json, #""method":"GET","target":"/slow","event":"clientClosedItsSide"}"#),
        ]
    )
    func saysThatAClientHasHungUp(format: RequestLog.Format, line: String) async throws {
        let folder = try ScenarioFolder([
            "slow.yaml": """
            scenario: Slow
            interactions:
              - request: { urlPath: /slow }
                response: { status: 200, fixedDelayMilliseconds: 600000 }

            """
        ])
        let (texts, channel) = AsyncStream.makeStream(of: String.self)
        var configuration = MockServerConfiguration()
        configuration.port = 0
        configuration.log = (
            format,
            { lines, _ in
                channel.yield(String(decoding: lines, as: UTF8.self))
                return lines.count
            }
        )
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            do {
                let client = try await RawClient(port: server.port)
                try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            }
            var log = ""
            for await text in texts {
                log += text
                if log.contains(line) { break }
            }
            #expect(log.contains(line), "\(log)")
            #expect(log.contains("200"), "the line of the request")
        }
    }

    @Test(arguments: [
        ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{2028}b\u{2029}c", "a\u{FFFD}b\u{FFFD}c"),
        ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"), ("a\u{85}\u{7F}\n", "a\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("Ä – 日本", "Ä – 日本"),
    ])
    func writesNothingThatMovesATerminal(text: String, printed: String) {
        #expect(text.printable == printed)
    }
}
