import HAL
import HALClient
import HTTPTypes
import Testing

/// Directives that allow more than RFC 9111 does by itself, ranges and variants, over real sockets.
struct CacheExtensionTests {
    private struct Fixture {
        let client: HypermediaClient
        let time: ManualTime

        init(_ server: ScriptedServer, servesOffline: Bool = false) {
            let time = ManualTime()
            self.time = time
            let cache = CacheMiddleware(servesOffline: servesOffline, now: { time.now })
            client = HypermediaClient(configuration: .init(baseURI: server.url, middlewares: [cache]))
        }

        /// The status of the cache and the content.
        func get(_ headers: RequestHeaders = [:]) async -> (status: CacheStatus?, text: String?, outcome: String) {
            let call = Call(.get, "/", serializer: RawSerializer(), options: RequestOptions(headers: headers))
            let outcome = await client.perform(call)
            let text = outcome.success?.model.map { String(decoding: $0, as: UTF8.self) }
            return (outcome.response?.cacheStatus, text, outcome.name)
        }
    }

    private static func answer(
        _ body: String,
        status: Int = 200,
        _ fields: String...
    ) -> ScriptedServer.Answer {
        let lines = (fields + ["Content-Length: \(body.utf8.count)"]).map { $0 + "\r\n" }.joined()
        return .init("HTTP/1.1 \(status) Some\r\n\(lines)\r\n\(body)")
    }

    @Test("stale-while-revalidate serves the old response once more")
    func whileRevalidating() async throws {
        let old = Self.answer("old", "Cache-Control: max-age=1, stale-while-revalidate=60")
        try await ScriptedServer.with(old, Self.answer("new", "Cache-Control: max-age=600")) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            fixture.time.advance(.seconds(30))
            let first = await fixture.get()
            #expect(first.status == .stale)
            #expect(first.text == "old")
            var last = first
            for _ in 0..<100_000 where last.status == .stale { last = await fixture.get() }
            #expect(last.status == .fresh)
            #expect(last.text == "new")
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "not after its time, nor against the will of the request",
        arguments: [(62, [:]), (30, ["Cache-Control": "no-cache"]), (30, ["Cache-Control": "max-age=5"])]
            as [(Int, RequestHeaders)]
    )
    func notWhileRevalidating(seconds: Int, headers: RequestHeaders) async throws {
        let old = Self.answer("old", "Cache-Control: max-age=1, stale-while-revalidate=60")
        try await ScriptedServer.with(old, Self.answer("new", "Cache-Control: max-age=600")) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            fixture.time.advance(.seconds(seconds))
            #expect(await fixture.get(headers).text == "new")
        }
    }

    @Test(
        "stale-if-error",
        arguments: [
            ("stale-if-error=60", 503, 30, CacheStatus.stale), ("stale-if-error=60", 500, 30, .stale),
            ("stale-if-error=60", 0, 30, .offline), ("stale-if-error=60", 503, 62, nil),
            ("stale-if-error=60", 0, 62, nil),
            ("stale-if-error=60", 501, 30, nil), ("stale-if-error=60, must-revalidate", 503, 30, nil),
            ("", 503, 30, nil),
            ("", 0, 30, nil),
        ] as [(String, Int, Int, CacheStatus?)]
    )
    func afterAnError(directive: String, status: Int, seconds: Int, expected: CacheStatus?) async throws {
        let old = Self.answer("old", "Cache-Control: max-age=1, \(directive)")
        let error = status == 0 ? ScriptedServer.Answer("", .close) : Self.answer("", status: status)
        try await ScriptedServer.with(old, error) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            fixture.time.advance(.seconds(seconds))
            let (cacheStatus, text, outcome) = await fixture.get()
            #expect(cacheStatus == expected)
            #expect(text == (expected == nil ? nil : "old"))
            #expect((outcome == "success") == (expected != nil))
        }
    }

    @Test func theRequestMayAllowErrors() async throws {
        let answers = [Self.answer("old", "Cache-Control: max-age=1"), Self.answer("", status: 502)]
        try await ScriptedServer.with(answers[0], answers[1]) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            fixture.time.advance(.seconds(30))
            #expect(await fixture.get().status == nil)
            #expect(await fixture.get(["Cache-Control": "stale-if-error=60"]).status == .stale)
        }
    }

    @Test(
        "a range of a stored response",
        arguments: [
            ("bytes=0-1", "01"), ("bytes=1-", "123456789"), ("bytes=-3", "789"), ("bytes=8-99", "89"),
            ("bytes=0-0", "0"),
            ("bytes=10-", nil), ("bytes=-0", nil), ("bytes=0-1,3-4", nil), ("bytes=2-1", nil), ("lines=0-1", nil),
            ("bytes=a-b", nil), ("bytes=-", nil),
        ] as [(String, String?)]
    )
    func ranges(range: String, expected: String?) async throws {
        let whole = Self.answer("0123456789", "Cache-Control: max-age=600")
        try await ScriptedServer.with(whole, Self.answer("", status: 416)) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            let part = await fixture.get(["Range": range])
            #expect(part.text == expected)
            #expect(server.requests.count == (expected == nil ? 2 : 1))
            #expect(await fixture.get().text == "0123456789")
        }
    }

    @Test(
        "a range within a stored part",
        arguments: [
            ("bytes=4-", "456"), ("bytes=5-6", "56"), ("bytes=4-4", "4"), ("bytes=6-", nil), ("bytes=-1", nil),
            ("bytes=3-5", nil), ("bytes=6-7", nil), ("", nil),
        ] as [(String, String?)]
    )
    func rangesOfAPart(range: String, expected: String?) async throws {
        let fields = ["Cache-Control: max-age=600", "Content-Range: bytes 4-7/8"]
        // The server sent less than it says.
        let part = Self.answer("456", status: 206, fields[0], fields[1])
        try await ScriptedServer.with(part, Self.answer("x")) { server in
            let fixture = Fixture(server)
            _ = await fixture.get(["Range": "bytes=4-"])
            let second = await fixture.get(range.isEmpty ? [:] : ["Range": range])
            #expect(second.text == expected ?? "x")
            #expect(second.status == (expected == nil ? nil : .fresh))
            #expect(server.requests.count == (expected == nil ? 2 : 1))
        }
    }

    @Test(
        "a part that is not stored",
        arguments: ["Content-Range: bytes 4-5/8", "Content-Range: bytes */8", "Content-Type: multipart/byteranges"]
    )
    func partsThatAreNotStored(field: String) async throws {
        let part = Self.answer("456", status: 206, "Cache-Control: max-age=600", field)
        try await ScriptedServer.with(part) { server in
            let fixture = Fixture(server)
            for _ in 0..<2 { #expect(await fixture.get(["Range": "bytes=4-"]).status == nil) }
        }
    }

    @Test(
        "a variant is found by what its fields mean",
        arguments: [
            ("X-Any", "1, 2", "1,2", true), ("X-Any", "1, 2", "1 ,2,", true), ("X-Any", "a", "A", false),
            ("X-Any", "\"1, 2\"", "\"1,2\"", false), ("Accept-Language", "en, de", "EN,dE", true),
            ("Accept-Language", "en, de", "de, en", false),
        ]
    )
    func variants(name: String, first: String, second: String, isFound: Bool) async throws {
        let answer = Self.answer("x", "Cache-Control: max-age=600", "Vary: \(name)")
        try await ScriptedServer.with(answer) { server in
            let fixture = Fixture(server)
            _ = await fixture.get([name: first])
            #expect(await fixture.get([name: second]).status == (isFound ? .fresh : nil))
        }
    }

    @Test(
        "directives of a response that was stored just now",
        arguments: [
            ("max-age=600, no-store", 200, false), ("max-age=600, no-store, must-understand", 200, true),
            ("max-age=600, must-understand", 599, false), ("max-age=600", 599, true),
        ]
    )
    func understanding(directives: String, status: Int, isStored: Bool) async throws {
        try await ScriptedServer.with(Self.answer("x", status: status, "Cache-Control: \(directives)")) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            #expect(await fixture.get().status == (isStored ? .fresh : nil))
        }
    }

    @Test func anImmutableResponseIsNotReloaded() async throws {
        let answer = Self.answer("x", "Cache-Control: max-age=600, immutable")
        try await ScriptedServer.with(answer) { server in
            let fixture = Fixture(server)
            _ = await fixture.get()
            fixture.time.advance(.seconds(500))
            #expect(await fixture.get(["Cache-Control": "max-age=0"]).status == .fresh)
            #expect(await fixture.get(["Cache-Control": "no-cache"]).status == nil)
            fixture.time.advance(.seconds(700))
            #expect(await fixture.get(["Cache-Control": "max-age=0"]).status == nil)
        }
    }

    @Test func fieldsOfNoCacheAreServedAfterRevalidationOnly() async throws {
        let fields = ["Cache-Control: max-age=600, no-cache=\"X-Price\"", "X-Price: 2", "X-Name: a", "ETag: \"1\""]
        let answer = Self.answer("x", fields[0], fields[1], fields[2], fields[3])
        let price = try #require(HTTPField.Name("X-Price"))
        let name = try #require(HTTPField.Name("X-Name"))
        try await ScriptedServer.with(answer, "HTTP/1.1 304 Same\r\nETag: \"1\"\r\n\r\n") { server in
            let fixture = Fixture(server)
            let first = await fixture.client.get("/").response
            #expect(first?.fields[price] == "2")
            let second = await fixture.client.get("/").response
            #expect(second?.cacheStatus == .fresh)
            #expect(second?.fields[price] == nil)
            #expect(second?.fields[name] == "a")
            fixture.time.advance(.seconds(700))
            let third = await fixture.client.get("/").response
            #expect(third?.cacheStatus == .revalidated)
            #expect(third?.fields[price] == "2")
        }
    }

    @Test(
        "the response to a POST",
        arguments: [("Content-Location: /", true), ("Content-Location: /other", false), ("X: /", false)]
    )
    func aPostWithTheRepresentation(field: String, isStored: Bool) async throws {
        try await ScriptedServer.with(Self.answer("x", "Cache-Control: max-age=600", field)) { server in
            let fixture = Fixture(server)
            let call = Call(.post, "/", content: RequestContent([1], mediaType: nil), serializer: RawSerializer())
            _ = await fixture.client.perform(call)
            #expect(await fixture.get().status == (isStored ? .fresh : nil))
        }
    }
}
