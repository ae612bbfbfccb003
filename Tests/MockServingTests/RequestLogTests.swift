import HAL
import Messages
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

    /// Mistakes, with their lines as text and as JSON.
    private static let problems: [(ConnectionProblem.Kind, String, String)] = [
        (
            .http2(.compressionError, reason: "bad\u{1B}", endsConnection: true),
            "HTTP/2 connection error COMPRESSION_ERROR: bad\u{FFFD}; the connection is closed  (client ::1)",
            #""event":"http2Error","code":"COMPRESSION_ERROR","reason":"bad\#u{FFFD}","scope":"connection","peer":"::1"}"#
        ),
        (
            .http2(.protocolError, reason: "x", endsConnection: false),
            "HTTP/2 stream error PROTOCOL_ERROR: x; the stream is reset  (client ::1)",
            #""event":"http2Error","code":"PROTOCOL_ERROR","reason":"x","scope":"stream","peer":"::1"}"#
        ),
        (.plainOnSecurePort, "plain HTTP on a port that speaks HTTPS → 400", #""event":"plainOnSecurePort","#),
        (.tlsOnPlainPort, "TLS handshake on a port that speaks plain HTTP", #""event":"tlsOnPlainPort","#),
        (.http2IsOff, "HTTP/2 on a port where it is off", #""event":"http2IsOff","#),
        (
            .tooManyConnections(limit: 50), "connection rejected: 50 others are busy",
            #""event":"tooManyConnections","limit":50,"peer":"::1"}"#
        ),
    ]

    @Test(arguments: problems.indices)
    func saysWhatAClientDoesWrongOnAConnection(index: Int) {
        let (kind, text, json) = Self.problems[index]
        let line = ProblemLine(ConnectionProblem(kind, peer: "::1"), at: 0)
        #expect(line.text.contains(text), "\(line.text)")
        #expect(line.json.contains(json), "\(line.json)")
    }

    @Test func limitsTheLinesAboutConnections() {
        var rate = ProblemRate()
        let written = (0..<15).filter { _ in rate.allows(at: 5000) }
        #expect(written.count == ProblemRate.perSecond)
        let omitted = [5999, 6000, 6000].map { rate.takeOmitted(at: $0) }
        #expect(omitted == [0, 5, 0])
        let isAllowed = rate.allows(at: 6000)
        #expect(isAllowed)
    }

    @Test func saysThatAClientHasCancelled() {
        let line = HangUpLine(HangUp(method: Array("GET".utf8), target: Array("/a".utf8), .cancelled), at: 0)
        #expect(line.text.hasSuffix("GET /a → client cancelled the request before the response was complete"))
        #expect(line.json.contains(#""event":"clientCancelled""#))
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
