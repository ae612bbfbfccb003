import HAL
import Testing

@testable import MockServing

struct QuotasAPITests {
    private static let limited = """
        scenario: Limited
        root: true
        rateLimit: { name: all, quota: 3, window: 60 }
        resources: { logs: { path: /logs, items: [] } }
        interactions:
          - request: { method: GET, urlPath: /a }
            response: { body: a }
          - request: { method: GET, urlPath: /b }
            rateLimit: { name: own, quota: 2, window: 10, kind: sliding, by: header Authorization }
            response: { body: b }
        """

    @Test func showsWhatIsLeftWithoutTheClients() {
        let server = AdminFixture(["limited.yaml": Self.limited])
        let whole = server.send("GET", "/__admin/quotas").json["quotas"]
        #expect(whole?.array?.compactMap { $0["name"]?.string } == ["all", "own"], "a shared quota is listed once")
        #expect(whole?[0]?["remaining"] == 3 && whole?[0]?["clients"] == 0 && whole?[0]?["resetMilliseconds"] == nil)

        server.send("GET", "/b", fields: ["Authorization: Bearer secret-token"])
        server.send("GET", "/a")
        let answer = server.send("GET", "/__admin/quotas")
        let (shared, own) = (answer.json["quotas"]?[0], answer.json["quotas"]?[1])
        #expect(shared?["remaining"] == 1 && shared?["by"] == "address" && shared?["kind"] == "fixed")
        #expect(shared?["resetMilliseconds"] == 58_000, "the fixture lets a second pass before each request")
        #expect(own?["remaining"] == 1 && own?["clients"] == 1 && own?["by"] == "header authorization")
        #expect(own?["quota"] == 2 && own?["window"] == 10 && own?["kind"] == "sliding")
        #expect(!answer.text.contains("secret-token"))
        #expect(server.send("GET", "/__admin/quotas").json["quotas"]?[1]?["remaining"] == 1, "reading uses nothing")
    }

    @Test func eachAddressHasItsOwn() {
        let server = AdminFixture(["limited.yaml": Self.limited])
        server.send("GET", "/~limited@one/a")
        #expect(server.send("GET", "/~limited@one/__admin/quotas").json["quotas"]?[0]?["remaining"] == 2)
        #expect(server.send("GET", "/~limited@two/__admin/quotas").json["quotas"]?[0]?["remaining"] == 3)
        server.send("POST", "/~limited@one/__admin/reset")
        #expect(server.send("GET", "/~limited@one/__admin/quotas").json["quotas"]?[0]?["remaining"] == 3)
    }

    @Test func anAddressWithoutQuotasHasNone() {
        #expect(AdminFixture.withStation().send("GET", "/__admin/quotas").json == ["quotas": []])
    }
}
