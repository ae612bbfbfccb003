import Documents
import HAL
import Support
import Testing

@testable import MockServing

struct PageDocumentTests {
    private static let browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test(
        "Browsers get the page, other clients what WireMock sends",
        arguments: [
            (browser, "text/html; charset=utf-8"), ("Accept: */*", "application/json"),
            ("Accept: application/json, text/html;q=0.5", "application/json"),
            ("Accept: text/plain", "application/json"),
        ]
    )
    func isNegotiated(accept: String, type: String) {
        let answer = AdminFixture().send("GET", "/__admin/", fields: [accept])
        #expect(answer.status == 200 && answer.response?["Content-Type"] == type)
    }

    @Test func permitsItsOwnScriptAndStyleOnly() throws {
        let answer = AdminFixture().send("GET", "/__admin/", fields: [Self.browser])
        let policy = try #require(answer.response?["Content-Security-Policy"])
        for (start, end) in [("<script type=\"module\">", "</script>"), ("<style>", "</style>")] {
            let rest = try #require(answer.text.split(separator: start, maxSplits: 1).last)
            let content = try #require(rest.split(separator: end, maxSplits: 1).first)
            #expect(policy.contains("'sha256-\(Base64.encode(SHA256.digest(of: String(content))))'"))
            #expect(answer.text.split(separator: start).count == 2)
        }
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("require-trusted-types-for 'script'") && !policy.contains("unsafe"))
    }

    @Test func isSmallAndMakesNoMarkup() {
        let text = AdminFixture().send("GET", "/__admin/", fields: [Self.browser]).text
        #expect((30_000...60_000).contains(text.utf8.count))
        for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "import "] {
            #expect(!text.contains(word), "\(word)")
        }
    }

    @Test("The page needs no token, its content does; without an admin API there is no page")
    func asksForTheToken() {
        let closed = AdminFixture(access: .token("s"))
        #expect(closed.send("GET", "/__admin/", fields: [Self.browser]).status == 200)
        #expect(closed.send("GET", "/__admin/").status == 401)
        #expect(closed.send("GET", "/__admin/requests/stream").status == 401)
        #expect(AdminFixture(access: .off).send("GET", "/__admin/", fields: [Self.browser]).status == 404)
    }
}
