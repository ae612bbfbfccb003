import HAL
import HALClient
import HTTPTypes
import Testing

/// Downloads that continue where a connection ended, RFC 9110 §13.1.5 and §14, over real sockets.
struct ResumedDownloadTests {
    private static let content = "0123456789abcdef"

    /// The first `sent` bytes of the content, then the end of the connection.
    private static func cut(_ sent: Int = 6, _ fields: String...) -> ScriptedServer.Answer {
        let lines = (fields.isEmpty ? ["ETag: \"v1\""] : fields).map { $0 + "\r\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 16\r\n\(lines)\r\n"
        return .init(head + content.prefix(sent), .close)
    }

    private static func part(_ range: String, _ body: String, _ fields: String...) -> ScriptedServer.Answer {
        let lines = fields.map { $0 + "\r\n" }.joined()
        let head = "HTTP/1.1 206 Part\r\nContent-Range: bytes \(range)\r\nContent-Length: \(body.utf8.count)\r\n"
        return .init(head + lines + "\r\n" + body)
    }

    private static func whole(_ body: String) -> ScriptedServer.Answer {
        .init("HTTP/1.1 200 OK\r\nETag: \"v2\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private static func retrying(_ transport: TransportUnderTest) -> HypermediaClient {
        let retry = RetryMiddleware(clock: RetryMiddlewareTests.RecordingClock(), jitter: { 0 })
        return transport.client(HypermediaClient.Configuration(middlewares: [retry]))
    }

    private static func field(_ name: String, in request: String?) -> String? {
        request?.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).trimmingPrefix(" ")) }
    }

    @Test("a retry requests the rest", arguments: TransportUnderTest.allCases)
    func aRetryRequestsTheRest(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.cut(), Self.part("6-15/16", "6789abcdef")) { server in
            let types = [MediaType("application/pdf")].compactMap(\.self)
            let call = Call.download(Target(server.url), to: folder.path + "/r", accept: types)
            let transfer = Self.retrying(transport).start(call)
            var last: TransferProgress?
            for await progress in transfer.progress { last = progress }
            let file = try #require(await transfer.outcome.success?.model)
            #expect(file.size == 16)
            #expect(file.mediaType == types.first)
            #expect(last == TransferProgress(direction: .download, bytes: 16, total: 16))
            #expect(folder.bytes("r") == Array(Self.content.utf8))
            #expect(Self.field("Range", in: server.requests.last) == "bytes=6-")
            #expect(Self.field("If-Range", in: server.requests.last) == "\"v1\"")
            #expect(Self.field("Accept-Encoding", in: server.requests.last) == "identity")
            #expect(folder.names == ["r"])
        }
    }

    @Test(
        "without a strong validator it requests the whole",
        arguments: [
            ["ETag: W/\"v1\""], ["X: y"], ["ETag: \"v1\"", "Accept-Ranges: none"],
            ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"],
            ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:37 GMT"],
        ]
    )
    func weakValidators(fields: [String]) async throws {
        let folder = try TemporaryFolder()
        let cut = fields.count == 1 ? Self.cut(6, fields[0]) : Self.cut(6, fields[0], fields[1])
        try await ScriptedServer.with(cut, Self.whole("new")) { server in
            let outcome = await Self.retrying(.allCases[0]).perform(
                .download(Target(server.url), to: folder.path + "/r")
            )
            #expect(outcome.success?.model?.size == 3)
            #expect(folder.bytes("r") == Array("new".utf8))
            #expect(Self.field("Range", in: server.requests.last) == nil)
        }
    }

    @Test func aDateIsAValidatorIfTheResponseIsLater() async throws {
        let folder = try TemporaryFolder()
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let cut = Self.cut(6, "Last-Modified: \(date)", "Date: Sun, 06 Nov 1994 08:49:38 GMT")
        try await ScriptedServer.with(cut, Self.part("6-15/16", "6789abcdef")) { server in
            let outcome = await Self.retrying(.allCases[0]).perform(
                .download(Target(server.url), to: folder.path + "/r")
            )
            #expect(outcome.success?.model?.size == 16)
            #expect(Self.field("If-Range", in: server.requests.last) == date)
        }
    }

    @Test("content that has changed is taken from its beginning", arguments: TransportUnderTest.allCases)
    func changedContent(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.cut(), Self.whole("new")) { server in
            let outcome = await Self.retrying(transport).perform(.download(Target(server.url), to: folder.path + "/r"))
            #expect(outcome.success?.model?.size == 3)
            #expect(folder.bytes("r") == Array("new".utf8))
        }
    }

    @Test("after 416 the whole is requested", arguments: TransportUnderTest.allCases)
    func rangeNotSatisfiable(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let refusal = "HTTP/1.1 416 No\r\nContent-Range: bytes */3\r\nContent-Length: 0\r\n\r\n"
        try await ScriptedServer.with(Self.cut(), .init(refusal), Self.whole("new")) { server in
            let outcome = await Self.retrying(transport).perform(.download(Target(server.url), to: folder.path + "/r"))
            #expect(folder.bytes("r") == Array("new".utf8), "\(outcome)")
            #expect(Self.field("Range", in: server.requests.last) == nil)
        }
    }

    @Test("a server may send the rest in parts", arguments: TransportUnderTest.allCases)
    func parts(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let parts = [Self.part("6-9/16", "6789"), Self.part("10-15/16", "abcdef")]
        try await ScriptedServer.with(Self.cut(), parts[0], parts[1]) { server in
            _ = await Self.retrying(transport).perform(.download(Target(server.url), to: folder.path + "/r"))
            #expect(folder.bytes("r") == Array(Self.content.utf8))
            #expect(server.requests.count == 3)
        }
    }

    @Test func aPartWithoutTheSizeIsNotTheRest() async throws {
        let folder = try TemporaryFolder()
        let parts = [Self.part("6-9/*", "6789"), Self.part("10-15/*", "abcdef")]
        try await ScriptedServer.with(Self.cut(), parts[0], parts[1]) { server in
            _ = await Self.retrying(.allCases[0]).perform(.download(Target(server.url), to: folder.path + "/r"))
            #expect(folder.bytes("r") == Array(Self.content.utf8))
        }
    }

    @Test func aPartInsteadOfTheWholeIsAProtocolViolation() async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.part("6-15/16", "6789abcdef")) { server in
            let call = Call.download(Target(server.url), to: folder.path + "/r")
            let outcome = await TransportUnderTest.allCases[0].client(WireFailureTests.configuration()).perform(call)
            #expect(outcome.failureKind == .protocolViolation, "\(outcome)")
            #expect(folder.names.isEmpty)
        }
    }

    @Test(
        "a part that was not requested is a protocol violation",
        arguments: [
            part("5-15/16", "56789abcdef"), part("7-15/16", "789abcdef"), part("6-15/12", "6789abcdef"),
            part("6-15/20", "6789abcdef"), part("6-19/*", "6789abcdefghij"),
            part("6-15/16", "6789abcdef", "ETag: \"v2\""), part("6-15/16", "6789abcdef", "Content-Encoding: br"),
            .init("HTTP/1.1 206 Part\r\nContent-Length: 1\r\n\r\n6"),
        ]
    )
    func mismatches(answer: ScriptedServer.Answer) async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.cut(), answer) { server in
            let outcome = await Self.retrying(.allCases[0]).perform(
                .download(Target(server.url), to: folder.path + "/r")
            )
            #expect(outcome.failureKind == .protocolViolation, "\(outcome)")
            #expect(folder.names.isEmpty)
        }
    }

    @Test("a later call continues a resumable download", arguments: TransportUnderTest.allCases)
    func aLaterCall(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.cut(), Self.part("6-15/16", "6789abcdef")) { server in
            let types = [MediaType("application/pdf")].compactMap(\.self)
            let call = Call.download(Target(server.url), to: folder.path + "/r", isResumable: true, accept: types)
            #expect(await transport.client().perform(call).failureKind == .truncated)
            #expect(folder.names == [".r.part", ".r.part.json"])
            #expect(folder.bytes(".r.part") == Array("012345".utf8))
            let outcome = await transport.client().perform(call)
            #expect(outcome.success?.model?.size == 16, "\(outcome)")
            #expect(folder.bytes("r") == Array(Self.content.utf8))
            #expect(folder.names == ["r"])
            #expect(Self.field("Range", in: server.requests.last) == "bytes=6-")
        }
    }

    @Test(
        "the incomplete file stays unless the server rejects the call",
        arguments: [("503 Busy", true), ("401 Who", true), ("429 Slow", true), ("404 Gone", false), ("204 No", false)]
    )
    func staysOrGoes(status: String, stays: Bool) async throws {
        let folder = try TemporaryFolder()
        let answer = "HTTP/1.1 \(status)\r\n" + (status.hasPrefix("204") ? "\r\n" : "Content-Length: 0\r\n\r\n")
        try await ScriptedServer.with(Self.cut(), .init(answer)) { server in
            let call = Call.download(Target(server.url), to: folder.path + "/r", isResumable: true)
            for _ in 0..<2 { _ = await HypermediaClient().perform(call) }
            #expect(folder.names == (stays ? [".r.part", ".r.part.json"] : []))
        }
    }

    @Test func anotherAddressOrALostSourceBeginsAgain() async throws {
        let folder = try TemporaryFolder()
        try folder.file(".r.part", Array("garbage".utf8))
        try await ScriptedServer.with(Self.cut(), Self.cut(7), Self.whole("new")) { server in
            for path in ["/a", "/b", "/c"] {
                let call = Call.download(Target(server.url + path), to: folder.path + "/r", isResumable: true)
                _ = await HypermediaClient().perform(call)
                #expect(Self.field("Range", in: server.requests.last) == nil)
            }
            #expect(folder.bytes("r") == Array("new".utf8))
        }
    }

    @Test func oneCallAtATimeWritesAResumableFile() async throws {
        let folder = try TemporaryFolder()
        let answer = ScriptedServer.Answer("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 16\r\n\r\n012345")
        try await ScriptedServer.with(answer) { server in
            let call = Call.download(Target(server.url), to: folder.path + "/r", isResumable: true)
            let first = HypermediaClient().start(call)
            for await progress in first.progress where progress.bytes == 6 {
                let second = await HypermediaClient().perform(call)
                #expect((second.failure?.underlying as? FileFailure)?.code == .unwritable)
                first.cancel()
            }
            #expect(await first.outcome.failureKind == .cancelled)
            #expect(folder.names == [".r.part", ".r.part.json"])
        }
    }

    @Test("the mock server sends the rest", arguments: TransportUnderTest.allCases)
    func fromTheMockServer(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let target = Target(try await ScenarioTests.sandbox("downloads").base + "/reports/resumed")
        let types = [MediaType("application/pdf")].compactMap(\.self)
        let outcome = await Self.retrying(transport).perform(.download(target, to: folder.path + "/r", accept: types))
        #expect(outcome.success?.model?.size == 39, "\(outcome)")
        #expect(folder.bytes("r") == Array("%PDF-1.7 fuel, and what it cost in 2026".utf8))
    }

    @Test func aTransportWithoutSupportForFilesCanResume() async throws {
        let folder = try TemporaryFolder()
        try await ScriptedServer.with(Self.cut()) { server in
            let call = Call.download(Target(server.url), to: folder.path + "/r", isResumable: true)
            _ = await HypermediaClient().perform(call)
            let part = CannedTransport.Answer(206, ["Content-Range": "bytes 6-15/16"], "6789abcdef")
            let outcome = await HypermediaClient(transport: CannedTransport([part])).perform(call)
            #expect(outcome.success?.model?.size == 16)
            #expect(folder.bytes("r") == Array(Self.content.utf8))
        }
    }
}
