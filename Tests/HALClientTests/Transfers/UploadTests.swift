import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// Bodies that are made while they are sent, over real sockets.
struct UploadTests {
    /// Not a whole number of parts, and no two parts alike.
    static let bytes = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 / 251 + $0) }

    private static func base() async throws -> (Sandbox, String) {
        let sandbox = try await ScenarioTests.sandbox("uploads")
        return (sandbox, sandbox.base)
    }

    @Test("a form streams its values, bytes and files", arguments: TransportUnderTest.allCases)
    func aFormStreams(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let folder = try TemporaryFolder()
        let parts = [
            FormPart("note", "Sprit"), FormPart("scan", bytes: [0, 13, 10, 255], filename: "sc\"an\r\n.bin"),
            FormPart("receipt", file: try folder.file("r 1.pdf", Self.bytes), mediaType: MediaType("application/pdf")),
        ]
        let outcome = await transport.client().post(
            Target(base + "/purchase-logs/pl1/receipts"),
            .multipart(parts),
            as: JSONObject.self,
            options: RequestOptions(parameters: ["pump": 7])
        )
        #expect(outcome.success?.location == base + "/purchase-logs/pl1/receipts/r1")
        let request = try #require(try await sandbox.requests().first)
        let type = try #require(request.headerFields[.contentType].flatMap { MediaType($0) })
        let line = "--" + (try #require(type.parameter("boundary")))
        let field = "Content-Disposition: form-data; name="
        var expected = Array("\(line)\r\n\(field)\"pump\"\r\n\r\n7\r\n".utf8)
        expected += Array("\(line)\r\n\(field)\"note\"\r\n\r\nSprit\r\n\(line)\r\n".utf8)
        expected += Array("\(field)\"scan\"; filename=\"sc%22an%0D%0A.bin\"\r\n".utf8)
        expected += Array("Content-Type: application/octet-stream\r\n\r\n\0\r\n".utf8) + [255]
        expected += Array("\r\n\(line)\r\n\(field)\"receipt\"; filename=\"r 1.pdf\"\r\n".utf8)
        expected += Array("Content-Type: application/pdf\r\n\r\n".utf8) + Self.bytes
        expected += Array("\r\n\(line)--\r\n".utf8)
        #expect(request.body == expected)
        #expect(request.headerFields[.contentLength] == "\(expected.count)")
    }

    @Test("B10: an upload is what it is with any method", arguments: TransportUnderTest.allCases)
    func anUploadWithAnyMethod(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let target = Target(base + "/purchase-logs/pl1/receipts/r1")
        let outcome = await transport.client().put(target, .multipart([FormPart("a", "b")]), as: JSONObject.self)
        #expect(outcome.response?.status == 204)
        let request = try #require(try await sandbox.requests().first)
        #expect(request.headerFields[.contentType]?.hasPrefix("multipart/form-data") == true)
    }

    @Test("a file streams with its progress", arguments: TransportUnderTest.allCases)
    func aFileStreams(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let folder = try TemporaryFolder()
        let seen = Locked<[TransferProgress]>([])
        let call = Call<JSONObject>(
            .put,
            Target(base + "/purchase-logs/pl1/receipts/r1"),
            content: .file(try folder.file("r", Self.bytes), mediaType: MediaType("application/pdf")),
            options: RequestOptions(onProgress: { progress in seen.withLock { $0.append(progress) } })
        )
        let transfer = transport.client().start(call)
        var last: TransferProgress?
        for await progress in transfer.progress { last = progress }
        #expect(await transfer.outcome.response?.status == 204)
        #expect(last == TransferProgress(direction: .upload, bytes: Self.bytes.count, total: Self.bytes.count))
        #expect(last?.fraction == 1)
        let steps = seen.withLock { $0.map(\.bytes) }
        #expect(steps == steps.sorted())
        #expect(steps.count >= 2, "it is more than one part")
        #expect(try await sandbox.requests().first?.body == Self.bytes)
    }

    @Test("a body of unknown length streams in chunks", arguments: TransportUnderTest.allCases)
    func aBodyOfUnknownLength(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let body = StreamedBody {
            AsyncStream<[UInt8]> { stream in
                for part in [[1, 2], [], [3]] as [[UInt8]] { stream.yield(part) }
                stream.finish()
            }
        }
        let target = Target(base + "/purchase-logs/pl1/receipts/r1")
        let outcome = await transport.client().put(target, .stream(body, mediaType: nil), as: JSONObject.self)
        #expect(outcome.response?.status == 204)
        #expect(try await sandbox.requests().first?.body == [1, 2, 3])
    }

    #if os(Linux)
        @Test func aFileThatShrinksEndsTheCall() async throws {
            let (sandbox, base) = try await Self.base()
            let folder = try TemporaryFolder()
            let path = try folder.file("r", [UInt8](repeating: 1, count: 1 << 20))
            let options = RequestOptions(onProgress: { _ in
                _ = try? folder.file("r", [UInt8](repeating: 2, count: 65_536))
            })
            let outcome = await HypermediaClient(transport: AsyncHTTPClientTransport.shared).put(
                Target(base + "/purchase-logs/pl1/receipts/r1"),
                .multipart([FormPart("receipt", file: path)]),
                as: JSONObject.self,
                options: options
            )
            guard case .connectionFailure(let failure) = outcome, let reason = failure.underlying as? FileFailure
            else {
                Issue.record("\(outcome)")
                return
            }
            #expect(failure.kind == .other)
            #expect(reason.code == .shrank)
            #expect("\(reason)" == "'\(path)' shrank while it was sent: it ended after 65536 of 1048576 bytes")
            #expect(try await sandbox.requests().isEmpty)
        }
    #endif

    @Test("what is no readable file is refused before anything is sent", arguments: ["", "/none", "."])
    func isRefused(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + (name == "." ? "" : name)
        for content in [RequestContent.file(path, mediaType: nil), .multipart([FormPart("r", file: path)])] {
            let (request, outcome) = await RequestBuilderTests.sent(.init("http://a.example/"), .post, content: content)
            #expect(request == nil)
            guard case .connectionFailure(let failure) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect((failure.underlying as? InvalidRequest)?.code == .content)
        }
    }

    @Test("cancelling ends an upload", arguments: TransportUnderTest.allCases)
    func cancelling(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let (rest, end) = AsyncStream.makeStream(of: [UInt8].self)
        defer { end.finish() }
        let unfinished = StreamedBody {
            beginning.finish()
            end.yield([UInt8](repeating: 0, count: 1024))
            return rest
        }
        let call = Call<JSONObject>(
            .put,
            Target(base + "/purchase-logs/pl1/receipts/r1"),
            content: .stream(unfinished, mediaType: nil)
        )
        let transfer = transport.client().start(call)
        for await _ in begun {}
        transfer.cancel()
        guard case .connectionFailure(let failure) = await transfer.outcome else {
            Issue.record("not cancelled")
            return
        }
        #expect(failure.kind == .cancelled)
        #expect(try await sandbox.requests().isEmpty)
    }

    @Test("an upload that is refused says why", arguments: TransportUnderTest.allCases)
    func isRefusedByTheServer(over transport: TransportUnderTest) async throws {
        let (_, base) = try await Self.base()
        let form = RequestContent.multipart([FormPart("r", bytes: Self.bytes, filename: "r")])
        guard
            case .clientError(let error) = await transport.client().post(
                Target(base + "/small/receipts"),
                form,
                as: JSONObject.self
            )
        else {
            Issue.record("taken")
            return
        }
        #expect(error.response.status == 413)
        #expect(error.problem?.title == "The receipt is too large")
        #expect(error.retryAfter?.form == .delay(seconds: 3600))
    }

    @Test("an answer before the end of the upload ends the call", arguments: TransportUnderTest.allCases)
    func anEarlyAnswer(over transport: TransportUnderTest) async throws {
        let answer = "HTTP/1.1 413 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        try await ScriptedServer.with(.init(answer, .close, after: .anyBytes)) { server in
            let content = RequestContent.multipart([
                FormPart("r", bytes: [UInt8](repeating: 0, count: 32 << 20), filename: "r")
            ])
            let outcome = await transport.client().post(Target(server.url), content, as: JSONObject.self)
            // A reset may discard the response before it is read.
            #expect(["clientError", "connectionFailure"].contains(outcome.name), "\(outcome)")
        }
    }

    @Test("a redirect that keeps the body sends it anew", arguments: TransportUnderTest.allCases)
    func aRedirectSendsItAnew(over transport: TransportUnderTest) async throws {
        let (sandbox, base) = try await Self.base()
        let folder = try TemporaryFolder()
        let content = RequestContent.file(try folder.file("r", Self.bytes), mediaType: nil)
        let outcome = await transport.client(HypermediaClient.Configuration(redirectPolicy: .all))
            .put(Target(base + "/moved/receipts/r1"), content, as: JSONObject.self)
        #expect(outcome.response?.status == 204)
        #expect(try await sandbox.requests().map(\.body) == [Self.bytes, Self.bytes])
    }

    @Test func aRetrySendsItAnew() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("r", Self.bytes)
        let transport = CollectingTransport()
        let retry = RetryMiddleware(clock: RetryMiddlewareTests.RecordingClock(), jitter: { 0 })
        let client = HypermediaClient(configuration: .init(middlewares: [retry]), transport: transport)
        _ = await client.put("http://a.example/", .file(path, mediaType: nil), as: JSONObject.self)
        #expect(transport.bodies == [Self.bytes, Self.bytes, Self.bytes])
    }

    @Test func noPartIsLarge() async throws {
        let folder = try TemporaryFolder()
        let content = RequestContent.file(try folder.file("r", [UInt8](repeating: 7, count: 1 << 20)), mediaType: nil)
        let request = try #require(
            await RequestBuilderTests.sent(.init("http://a.example/"), .put, content: content).request
        )
        let stream = try #require(request.stream)
        var sizes: [Int] = []
        for try await part in stream.parts() { sizes.append(part.count) }
        #expect(sizes.reduce(0, +) == 1 << 20)
        #expect(sizes.allSatisfy { $0 <= 64 << 10 })
        await #expect(throws: FileFailure.self) { try await stream.collect(limit: 1000) }
    }
}

/// Reads every body to its end and is never there.
private final class CollectingTransport: Transport {
    private let state = Locked<[[UInt8]]>([])

    var bodies: [[UInt8]] { state.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        let body = (try? await request.stream?.collect()) ?? []
        state.withLock { $0.append(body) }
        return TransportResponse(request: request, status: 503)
    }
}
