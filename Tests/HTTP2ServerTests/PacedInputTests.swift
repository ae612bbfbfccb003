import FrameClient
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing

/// Input that is processed in slices, over several turns of the loop.
@Suite struct PacedInputTests {
    /// Without time, each slice has its own turn.
    private static let hurried = TurnLimits(total: 0, share: 0)

    @Test func allInputIsProcessedInOrder() async throws {
        try await withServer(turns: Self.hurried) { server in
            let client = try await server.client()
            let body = [UInt8](repeating: 0x61, count: 10_000)
            let uploads = (0..<5 as Range<Int32>).flatMap { index in
                FrameClient.request(2 * index + 1, "POST", "/\(index)", ends: false)
                    + FrameClient.frame(.data, 1, 2 * index + 1, body)
            }
            try await client.send(uploads)
            for index in 0..<5 as Range<Int32> {
                let response = try await client.response(2 * index + 1)
                #expect(response.status == "200" && response.text.hasPrefix("POST /\(index) aaa"))
                #expect(response.body.count == body.count + "POST /0 ".utf8.count)
            }
        }
    }

    @Test func theEndOfTheInputComesAfterIt() async throws {
        try await withServer(turns: Self.hurried, respond: { _ in Response(status: 204) }) { server in
            let client = try await server.client()
            let requests = (0..<50 as Range<Int32>).flatMap { FrameClient.request(2 * $0 + 1) }
            try await client.send(requests)
            client.finishSending()
            #expect(try await client.response(99).status == "204")
            #expect(try await client.readToEnd() == .closed)
        }
    }

    @Test func aConnectionThatEndsWithAnErrorDropsTheRest() async throws {
        try await withServer(turns: Self.hurried) { server in
            let client = try await server.client()
            let requests = (1...50 as ClosedRange<Int32>).flatMap { FrameClient.request(2 * $0 + 1) }
            try await client.send(FrameClient.request(1) + FrameClient.frame(.data, 0, 0, [1]) + requests)
            #expect(try await client.readToEnd() != .timedOut)
            try await server.expectServing()
        }
    }
}
