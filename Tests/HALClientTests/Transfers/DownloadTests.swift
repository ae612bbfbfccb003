import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// Bodies that go to a file, over real sockets.
struct DownloadTests {
    private static let report = Array("%PDF-1.7 fuel, and what it cost in 2026".utf8)

    private static func base() async throws -> String {
        try await ScenarioTests.sandbox("downloads").base
    }

    @Test(
        "a body goes to a file, with its progress",
        arguments: TransportUnderTest.allCases,
        [("/reports/2026", true), ("/reports/slow", true), ("/reports/chunked", false), ("/reports/moved", true)]
    )
    func goesToAFile(over transport: TransportUnderTest, from path: (String, hasTotal: Bool)) async throws {
        let folder = try TemporaryFolder()
        let target = Target(try await Self.base() + path.0)
        let transfer = transport.client().start(.download(target, to: folder.path + "/report.pdf"))
        var last: TransferProgress?
        for await progress in transfer.progress { last = progress }
        let file = try #require(await transfer.outcome.success?.model)
        #expect(file.path == folder.path + "/report.pdf")
        #expect(file.size == Self.report.count)
        #expect(file.mediaType == MediaType("application/pdf"))
        #expect(folder.bytes("report.pdf") == Self.report)
        #expect(folder.names == ["report.pdf"])
        let total = path.hasTotal ? Self.report.count : nil
        if path.0 != "/reports/slow" {
            #expect(last == TransferProgress(direction: .download, bytes: Self.report.count, total: total))
        }
    }

    @Test("another file of that name is replaced", arguments: TransportUnderTest.allCases)
    func anotherFileIsReplaced(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("report.pdf", [UInt8](repeating: 0, count: 1000))
        let target = Target(try await Self.base() + "/reports/2026")
        #expect(await transport.client().perform(.download(target, to: path)).name == "success")
        #expect(folder.bytes("report.pdf") == Self.report)
    }

    @Test(
        "without a success nothing is there that was not before",
        arguments: TransportUnderTest.allCases,
        [
            ("/reports/cut-off", "connectionFailure"), ("/reports/none", "clientError"),
            ("/reports/page", "undecodable"), ("/reports/unknown", "clientError"),
        ]
    )
    func nothingIsThere(over transport: TransportUnderTest, expected: (String, String)) async throws {
        let folder = try TemporaryFolder()
        try folder.file("old.pdf", [1, 2, 3])
        let target = Target(try await Self.base() + expected.0)
        let types = [MediaType("application/pdf")].compactMap(\.self)
        for name in ["new.pdf", "old.pdf"] {
            let call = Call.download(target, to: "\(folder.path)/\(name)", accept: types)
            let outcome = await transport.client().perform(call)
            #expect(outcome.name == expected.1)
        }
        #expect(folder.names == ["old.pdf"])
        #expect(folder.bytes("old.pdf") == [1, 2, 3])
    }

    @Test("an error answer keeps its body", arguments: TransportUnderTest.allCases)
    func anErrorKeepsItsBody(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let target = Target(try await Self.base() + "/reports/none")
        let outcome = await transport.client().perform(.download(target, to: folder.path + "/r"))
        guard case .clientError(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.problem?.title == "There is no such report")
    }

    @Test("a body that was cut off is taken from its beginning", arguments: TransportUnderTest.allCases)
    func isTakenFromItsBeginning(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let retry = RetryMiddleware(clock: RetryMiddlewareTests.RecordingClock(), jitter: { 0 })
        let target = Target(try await Self.base() + "/reports/cut-off-once")
        let outcome = await transport.client(HypermediaClient.Configuration(middlewares: [retry]))
            .perform(.download(target, to: folder.path + "/r"))
        #expect(outcome.success?.model?.size == Self.report.count)
        #expect(folder.bytes("r") == Self.report)
    }

    @Test("an empty body is an empty file", arguments: TransportUnderTest.allCases)
    func anEmptyBody(over transport: TransportUnderTest) async throws {
        let folder = try TemporaryFolder()
        let target = Target(try await Self.base() + "/reports/empty")
        let outcome = await transport.client().perform(.download(target, to: folder.path + "/r"))
        #expect(outcome.success?.model?.size == 0)
        #expect(folder.bytes("r") == [])
    }

    @Test func aPlaceThatCannotBeWrittenIsKnownBeforehand() async throws {
        let folder = try TemporaryFolder()
        for path in [folder.path + "/none/r", folder.path + "/", "", "/proc/none/r"] {
            let transport = CannedTransport([.init(200, [:], "x")])
            let outcome = await HypermediaClient(transport: transport).perform(.download("http://a.example/", to: path))
            guard case .connectionFailure(let failure) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect((failure.underlying as? FileFailure)?.code == .unwritable)
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func aFolderIsNotReplaced() async throws {
        let folder = try TemporaryFolder()
        let inner = try TemporaryFolder()
        let transport = CannedTransport([.init(200, [:], "x")])
        let outcome = await HypermediaClient(transport: transport)
            .perform(.download("http://a.example/", to: inner.path))
        #expect(outcome.name == "connectionFailure")
        #expect(folder.names.isEmpty)
    }

    @Test func aTransportThatKnowsNoFilesWillDo() async throws {
        let folder = try TemporaryFolder()
        for (answer, size) in [(CannedTransport.Answer(200, [:], "abc"), 3), (.init(204), nil)] as [(_, Int?)] {
            let client = HypermediaClient(transport: CannedTransport([answer]))
            let outcome = await client.perform(.download("http://a.example/", to: folder.path + "/r"))
            #expect(outcome.name == "success")
            #expect(outcome.success?.model?.size == size)
        }
        #expect(folder.bytes("r") == Array("abc".utf8))
    }

    @Test("cancelling leaves nothing", arguments: TransportUnderTest.allCases)
    func cancelling(over transport: TransportUnderTest) async throws {
        let answer = ScriptedServer.Answer("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
        try await ScriptedServer.with(answer) { server in
            let folder = try TemporaryFolder()
            let transfer = transport.client().start(.download(Target(server.url), to: folder.path + "/r"))
            for await progress in transfer.progress where progress.bytes == 3 {
                #expect(folder.bytes("r") == nil)
                transfer.cancel()
            }
            guard case .connectionFailure(let failure) = await transfer.outcome else {
                Issue.record("not cancelled")
                return
            }
            #expect(failure.kind == .cancelled)
            #expect(folder.names.isEmpty)
        }
    }

    @Test("an application's error keeps the file away")
    func anApplicationsError() async throws {
        let folder = try TemporaryFolder()
        let configuration = HypermediaClient.Configuration(errorMapping: { _ in InvalidRequest(.content, "no") })
        let transport = CannedTransport([.init(200, [:], "x")])
        let outcome = await HypermediaClient(configuration: configuration, transport: transport)
            .perform(.download("http://a.example/", to: folder.path + "/r"))
        #expect(outcome.name == "undecodable")
        #expect(folder.names.isEmpty)
    }
}
