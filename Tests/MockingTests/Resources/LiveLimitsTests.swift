import HAL
import Scenarios
import Testing

@testable import Mocking

/// Live resources stay within limits, and what takes long runs on another thread.
@Suite struct LiveLimitsTests {
    private static let merge = "Content-Type: application/merge-patch+json"
    private static let patch = "Content-Type: application/json-patch+json"

    private static func items(_ count: Int) -> String {
        (1...count).map { "{ id: \($0), n: \(count - $0), text: '\(String(repeating: "x", count: 100))' }" }
            .joined(separator: ", ")
    }

    @Test(
        "A content that is too large gets 413",
        arguments: [
            "[\(Array(repeating: "0", count: 60_000).joined(separator: ","))]",
            "{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}",
            "{\"a\":\(String(repeating: "[", count: 200))\(String(repeating: "]", count: 200))}",
        ]
    )
    func limitsContent(_ body: String) throws {
        let world = try LiveFixture("  l: { path: /l }")
        #expect(world.send("POST /l", body: body)?.status == 413)
    }

    @Test("Queries of too many comparisons or orders get 400")
    func limitsQueries() throws {
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a }] }")
        let many = (1...21).map(String.init).joined(separator: ",")
        #expect(world.send("GET /l?id:in=\(many)")?.status == 400)
        #expect(world.send("GET /l?sort=a,b,c,d,e,f")?.status == 400)
        #expect(world.send("GET /l?sort=a,b,c,d,e,desc")?.status == 200)
    }

    @Test("A JSON Patch that touches too many values gets 422")
    func limitsPatches() throws {
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a, list: [] }] }")
        let list = Array(repeating: "0", count: 20_000).joined(separator: ",")
        #expect(world.send("PATCH /l/a", Self.merge, body: "{\"list\":[\(list)]}")?.status == 200)
        let insertions = Array(repeating: #"{"op":"add","path":"/list/0","value":1}"#, count: 100)
        #expect(world.send("PATCH /l/a", Self.patch, body: "[\(insertions.joined(separator: ","))]")?.status == 422)
    }

    @Test("A merge of many members keeps their order")
    func mergesManyMembers() throws {
        let old = JSONValue.object(JSONObject((0..<5_000).map { .init("m\($0)", .number(JSONNumber($0))) }))
        let patch = JSONValue.object(JSONObject((2_500..<7_500).map { .init("m\($0)", $0 % 2 == 0 ? .null : 7) }))
        let names = try #require(old.merged(with: patch).object).names
        #expect(names == (0..<7_500).filter { $0 < 2_500 || $0 % 2 == 1 }.map { "m\($0)" })
    }

    @Test("A filter over a large collection runs on another thread, with the state of its request")
    func runsElsewhere() throws {
        let world = try LiveFixture("  l: { path: /l, ids: sequence, items: [\(Self.items(2_000))] }")
        let reply = try #require(world.engine.reply("GET /l?sort=n&size=2 HTTP/1.1\nHost: x\n\n", at: 5_000))
        let work = try #require(reply.work)
        #expect(reply.status == 200)
        #expect(world.send("DELETE /l/2000")?.status == 204)
        let page = try JSONValue(parsing: work().bodyText)
        #expect(page["_embedded"]?["l"]?.array?.compactMap { $0["id"]?.number?.int } == [2_000, 1_999])
        #expect(page["page"]?["totalElements"] == 2_000)
        let plain = try #require(world.engine.reply("GET /l?size=2&page=900 HTTP/1.1\nHost: x\n\n", at: 5_000))
        #expect(plain.work == nil)
    }

    @Test("Unknown parameters get 400 where the server is strict")
    func rejectsUnknownParameters() throws {
        var configuration = EngineConfiguration()
        configuration.isStrict = true
        let world = try LiveFixture(
            "  l: { path: /l, unique: [u], schema: { properties: { s: {} } }, items: [{ id: a, m: { x: 1 } }] }",
            configuration: configuration
        )
        #expect(world.send("GET /l?nothing=1")?.status == 400)
        for name in ["id", "u", "s", "m.x", "m:gt", "page", "size"] {
            #expect(world.send("GET /l?\(name)=1")?.status == 200, "\(name)")
        }
    }

    @Test("An outage and a rate limit of the scenario apply to its resources")
    func hasTimeRules() throws {
        let limited = try LiveFixture(
            "  l: { path: /l, items: [{ id: a }] }",
            more: "rateLimit: { quota: 2, window: 60 }\n"
        )
        #expect(limited.send("GET /l/a")?.fields["ratelimit"] != nil)
        #expect(limited.send("GET /l")?.status == 200)
        #expect(limited.send("DELETE /l/a")?.status == 429)
        #expect(limited.send("GET /l/a", at: 5_061_000)?.status == 200)
        let away = try LiveFixture("  l: { path: /l, items: [{ id: a }] }", more: "outage: { after: 10, for: 30 }\n")
        #expect(away.send("GET /l/a")?.status == 200)
        #expect(away.send("PUT /l/a", body: "{}", at: 5_015_000)?.status == 503)
        #expect(away.send("GET /l/a", at: 5_045_000)?.fields["etag"] == "\"1\"")
    }
}
