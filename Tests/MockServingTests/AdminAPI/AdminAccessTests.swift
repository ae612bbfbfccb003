import HAL
import Support
import Testing

@testable import MockServing

struct AdminAccessTests {
    @Test(arguments: [
        "localhost:8080", "LOCALHOST", "127.0.0.1:8080", "[::1]:8080", "192.168.7.7", "hypermock:8080", "api.localhost",
        "mock.test", "host.docker.internal:80", "mock.example.com", "mock.example.com.:443", "",
    ])
    func isOpenToNamesThatNobodyElseCanPointHere(host: String) throws {
        let check = HostCheck(own: ["mock.example.com"])
        try check.check(host: host, origin: nil)
        try check.check(host: "localhost", origin: "http://\(host)")
    }

    @Test(arguments: ["evil.example.org", "127.0.0.1.evil.example:8080", "localhost.evil.example", "1.2.3.256", "a.b"])
    func isClosedToPublicNames(host: String) {
        let check = HostCheck(own: ["mock.example.com", nil])
        #expect(throws: AdminError.self) { try check.check(host: host, origin: nil) }
        #expect(throws: AdminError.self) { try check.check(host: "localhost", origin: "https://\(host)") }
        #expect(throws: AdminError.self) { try check.check(host: "localhost", origin: "null") }
    }

    @Test func aPageOfAStrangerChangesNothing() {
        let server = AdminFixture.withStation()
        let answer = server.send("DELETE", "/__admin/mappings", fields: ["Origin: https://evil.example.org"])
        #expect(answer.status == 403 && answer.error?["code"] == 50)
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
