import FrameClient
import HTTP2
import HTTPServing
import Messages
import ServerSupport
import Support
import Testing
import UV

/// Responses over HTTP/2 that are delayed, paced, read from a file, or given later.
@Suite struct LaterResponseTests {
    /// Responds by the first word of the path.
    private static let respond: @Sendable (Request) -> Response = { request in
        let words = String(decoding: request.head[request.target], as: UTF8.self).split(separator: "/")
        var response = Response(status: 200, body: [UInt8]("hello".utf8))
        switch words.first {
        case "delay":
            response.delayMilliseconds = 30
            response.group = 7
        case "forever":
            response.delayMilliseconds = 1_000_000
            response.group = 7
        case "pace":
            let pacing = Pacing.dribble(pieces: 4, totalMilliseconds: 30)
            return Response(status: 200, body: [UInt8]("hello".utf8), trailers: [("a", "b")], pacing: pacing)
        case "file": return file(isWhole: true)
        case "brokenFile": return file(isWhole: false)
        case "token": return Response(.token(ResponseToken(Int(words[1]) ?? 0)))
        case "work": return Response(after: { Response(status: 201) })
        case _: return echo(request)
        }
        return response
    }

    private static func file(isWhole: Bool) -> Response {
        let length = 600_000
        var framing = HTTP1Framing(status: 200)
        framing.endHead(.bytes(length))
        let source = BodySource(length: length) { offset, count in
            isWhole || offset == 0 ? [UInt8](repeating: 7, count: count) : nil
        }
        return Response(framing.response(source: source))
    }

    @Test func slowResponsesHoldUpNoOtherStream() async throws {
        try await withServer(respond: Self.respond) { server in
            let client = try await server.client()
            for (stream, path) in [(1, "/delay"), (3, "/pace"), (5, "/file"), (7, "/work"), (9, "/fast")] {
                try await client.request(Int32(stream), "GET", path)
            }
            #expect(try await client.response(9).text == "GET /fast")
            #expect(try await client.response(7).status == "201")
            #expect(try await client.response(1).text == "hello")
            let paced = try await client.response(3)
            #expect(paced.text == "hello" && paced.trailers == ["a: b"])
            #expect(try await client.response(5).body.count == 600_000)
        }
    }

    @Test(arguments: ["/delay", "/pace", "/file"])
    func aSlowResponseToHEADHasNoBody(_ path: String) async throws {
        try await withServer(respond: Self.respond) { server in
            let client = try await server.client()
            try await client.request(1, "HEAD", path)
            let response = try await client.response(1)
            #expect(response.status == "200" && response.body.isEmpty && response.isComplete)
        }
    }

    @Test func aFileThatCannotBeReadResetsItsStream() async throws {
        try await withServer(respond: Self.respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/brokenFile")
            #expect(try await client.response(1).reset == HTTP2Code.internalError.rawValue)
        }
    }

    @Test func manyTokensOfOneConnectionAreAnsweredInAnyOrder() async throws {
        try await withServer(respond: Self.respond) { server in
            let client = try await server.client()
            for number in [1, 3, 5] { try await client.request(Int32(number), "GET", "/token/\(number)") }
            try await client.request(7, "GET", "/token/5")
            #expect(try await client.response(7).status == "500", "the token is in use")
            for number in [5, 1, 3] {
                let response = Response(status: 200, body: [UInt8]("\(number)".utf8))
                #expect(try await server.thread.perform { $0.answer(ResponseToken(number), with: response) })
                #expect(try await client.response(Int32(number)).text == "\(number)")
                #expect(try await server.thread.perform { $0.answer(ResponseToken(number), with: response) } == false)
            }
        }
    }

    @Test func aTokenThatIsNotAnsweredInTimeIs503() async throws {
        try await withServer(timeouts: ConnectionTimeouts(response: 40), respond: Self.respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/token/1")
            let response = try await client.response(1)
            #expect(response.status == "503" && response.text == "the response was not ready in time\n")
        }
    }

    @Test func aCancelledGroupIsReset() async throws {
        try await withServer(respond: Self.respond) { server in
            let client = try await server.client()
            try await client.request(1, "GET", "/forever")
            try await client.request(3, "GET", "/token/1")
            try await client.request(5)
            #expect(try await client.response(5).status == "200")
            try await server.thread.perform { $0.cancelPending(group: 7) }
            #expect(try await client.response(1).reset == HTTP2Code.cancel.rawValue)
            #expect(try await server.thread.perform { $0.answer(ResponseToken(1), with: Response(status: 204)) })
            #expect(try await client.response(3).status == "204")
        }
    }

    @Test func clientsThatCancelOrLeaveAreReportedOnce() async throws {
        let (hangUps, channel) = AsyncStream.makeStream(of: HangUp.self)
        try await withServer(respond: Self.respond, hungUp: { channel.yield($0) }) { server in
            let client = try await server.client()
            for stream in [1, 3, 5] as [Int32] { try await client.request(stream, "GET", "/forever/\(stream)") }
            try await client.request(7)
            #expect(try await client.response(7).status == "200")
            try await client.send(FrameClient.frame(.resetStream, 0, 3, FrameClient.number(8)))
            var reports = hangUps.makeAsyncIterator()
            let cancelled = await reports.next()
            #expect(cancelled?.target == [UInt8]("/forever/3".utf8) && cancelled?.cause == .cancelled)
            client.finishSending()
            let left = [await reports.next(), await reports.next()]
            #expect(Set(left.compactMap { $0?.target }) == [[UInt8]("/forever/1".utf8), [UInt8]("/forever/5".utf8)])
            #expect(left.allSatisfy { $0?.cause == .closedItsSide })
        }
        channel.finish()
        #expect(await hangUps.first { _ in true } == nil)
    }
}
