import Support
import Testing

@testable import MockServing

/// The log's lines about mistakes of clients that concern a connection.
struct ConnectionProblemTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

    private static func configuration(
        _ change: (inout MockServerConfiguration) -> Void = { _ in }
    ) -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        change(&configuration)
        return configuration
    }

    private static let mistakes: [(MockServerConfiguration, [UInt8], String)] = [
        (configuration(), [0x16, 3, 1, 0, 1, 0], "TLS handshake on a port that speaks plain HTTP"),
        (configuration { $0.servesHTTP2InTheClear = false }, preface, "HTTP/2 on a port where it is off"),
        (
            configuration {
                $0.https = HTTPSConfiguration()
                $0.https?.isOnly = true
            },
            Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), "plain HTTP on a port that speaks HTTPS"
        ),
        (
            configuration(), preface + [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
            "HTTP/2 connection error PROTOCOL_ERROR: DATA: stream_id == 0; the connection is closed"
        ),
        // GET / of authority "a" with `connection: close`.
        (
            configuration(),
            preface + [0, 0, 24, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 1, 1, 0x61, 0, 10] + Array("connection".utf8) + [5]
                + Array("close".utf8),
            "HTTP/2 stream error PROTOCOL_ERROR"
        ),
    ]

    @Test("A mistake has one line in the log", .timeLimit(.minutes(1)), arguments: mistakes.indices)
    func logs(index: Int) async throws {
        var (configuration, bytes, line) = Self.mistakes[index]
        let (texts, channel) = AsyncStream.makeStream(of: String.self)
        configuration.log = (
            .text,
            { lines, _ in
                channel.yield(String(decoding: lines, as: UTF8.self))
                return lines.count
            }
        )
        var log = ""
        try await withServer(configuration: configuration) { server in
            let client = try await RawClient(port: server.port)
            try await client.send(bytes)
            for await text in texts {
                log += text
                if log.contains(line) { break }
            }
        }
        channel.finish()
        for await text in texts { log += text }
        #expect(log.contains(line) && log.contains("(client 127.0.0.1)"), "\(log)")
        #expect(log.split(separator: "\n").count == 1, "\(log)")
    }
}
