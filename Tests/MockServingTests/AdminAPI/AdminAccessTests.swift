import HAL
import Support
import Testing

@testable import MockServing

struct AdminAccessTests {
    private static let check = HostCheck(own: ["mock.example.com", nil])

    @Test(arguments: [
        "localhost:8080", "LOCALHOST", "127.0.0.1:8080", "[::1]:8080", "192.168.7.7", "hypermock:8080", "api.localhost",
        "mock.test", "host.docker.internal:80", "mock.example.com", "mock.example.com.:443", "",
    ])
    func isOpenUnderNamesThatNobodyElseCanPointHere(host: String) throws {
        try Self.check.check(host: host)
    }

    @Test(arguments: ["evil.example.org", "127.0.0.1.evil.example:8080", "localhost.evil.example", "1.2.3.256", "a.b"])
    func isClosedUnderPublicNames(host: String) {
        #expect(throws: AdminError.self) { try Self.check.check(host: host) }
    }

    @Test(arguments: [
        "http://hypermock:8080", "https://hypermock:8080", "http://localhost:3000", "http://app.localhost",
        "http://127.0.0.1:3000", "http://127.1.2.3", "http://[::1]:3000", "https://mock.example.com",
    ])
    func isOpenToPagesOfThisServerAndOfLoopback(origin: String) throws {
        try Self.check.check(origin: origin, host: "Hypermock:8080")
    }

    @Test(arguments: [
        "http://203.0.113.5", "http://192.168.7.7", "http://10.0.0.1:8080", "http://[2001:db8::1]", "http://hypermock",
        "http://hypermock:3000", "http://intranet", "http://api.test", "https://evil.example.org", "null", "",
        "file://",
        "chrome-extension://localhost", "chrome-extension://abcdef", "moz-extension://0ddba11",
        "http://127.evil.example",
        "http://127.0.0.1.evil.example", "http://localhost.evil.example", "localhost", "http://", "://localhost",
        "http://127.0.0.1:80.evil.example", "http://localhost:", "http://localhost:99999", "http://localhost/a",
        "http://localhost:8080, http://evil.example",
    ])
    func isClosedToPagesOfOtherOrigins(origin: String) {
        #expect(throws: AdminError.self) { try Self.check.check(origin: origin, host: "hypermock:8080") }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "GET"], ["cross-site", "same-site", "other"])
    func isClosedToWhatABrowserMarks(method: String, site: String) {
        let server = AdminFixture.withStation()
        for fields in [
            [], ["Origin: http://localhost:8080"], ["Content-Type: text/plain"], ["Sec-Fetch-Mode: no-cors"],
        ] {
            let answer = server.send(method, "/__admin/mappings", fields: ["Sec-Fetch-Site: \(site)"] + fields)
            #expect(answer.status == 403 && answer.error?["code"] == 50)
        }
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 3)
    }

    @Test(arguments: ["same-origin", "none"])
    func isOpenToPagesOfItsOwn(site: String) {
        let server = AdminFixture.withStation()
        let fields = ["Origin: http://localhost:8080", "Sec-Fetch-Site: \(site)"]
        #expect(server.send("DELETE", "/__admin/mappings", fields: fields).status == 200)
    }

    @Test func aLinkOfAnotherPageLeadsToItButWritesNothing() {
        let server = AdminFixture.withStation()
        let visit = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        #expect(server.send("GET", "/__admin/mappings", fields: visit).status == 200)
        #expect(server.send("POST", "/__admin/reset", fields: visit).status == 403)
        #expect(
            server.send("GET", "/__admin/mappings", fields: visit.dropLast() + ["Sec-Fetch-Dest: iframe"]).status == 403
        )
    }

    @Test func aPageOfAStrangerChangesNothing() {
        let server = AdminFixture.withStation()
        let answer = server.send("DELETE", "/__admin/mappings", fields: ["Origin: https://evil.example.org"])
        #expect(answer.status == 403 && answer.error?["code"] == 50)
        let two = ["Origin: http://127.0.0.1:8080", "Origin: http://evil.example"]
        #expect(server.send("DELETE", "/__admin/mappings", fields: two).status == 403)
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 3)
    }

    @Test func aTokenOpensEverythingAndNothingElseDoes() {
        let server = AdminFixture(["station.json": AdminFixture.station], access: .token("t0ken"))
        for field in ["X: y", "Authorization: Bearer", "Authorization: Bearer t0kem", "Authorization: Basic t0ken"] {
            let answer = server.send("GET", "/__admin/mappings", fields: [field])
            #expect(answer.status == 401 && answer.error != nil, "\(field)")
            #expect(answer.response?["www-authenticate"]?.hasPrefix("Bearer") == true)
        }
        let fields = ["Authorization: bearer t0ken", "Origin: https://evil.example.org"]
        #expect(server.send("GET", "/__admin/mappings", fields: fields).status == 200)
        #expect(server.send("GET", "/__admin/health").status == 200)
        #expect(server.send("GET", "/~station@t/__admin/mappings").status == 401)
    }

    @Test func offMeansOff() {
        let server = AdminFixture(["station.json": AdminFixture.station], access: .off)
        for path in ["/mappings", "/health", "", "/"] { #expect(server.send("GET", "/__admin" + path).status == 404) }
    }
}
