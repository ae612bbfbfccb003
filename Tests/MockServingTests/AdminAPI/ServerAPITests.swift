import HAL
import Support
import Testing

@testable import MockServing

struct ServerAPITests {
    @Test func isHealthyUnderEachAddress() {
        let server = AdminFixture.withStation()
        for address in ["", "/@t", "/~station", "/~station@t"] {
            let health = server.send("GET", address + "/__admin/health")
            #expect(health.status == 200 && health.json["status"] == "healthy", "\(address)")
            #expect(health.json["timestamp"]?.string.flatMap(Timestamp.init(iso8601:)) != nil)
        }
    }

    @Test func saysItsVersionInEitherForm() {
        let server = AdminFixture()
        #expect(server.send("GET", "/__admin/version").json == ["version": .string(Product.version)])
        #expect(server.send("GET", "/__admin/version", fields: ["Accept: text/plain"]).text == Product.version)
    }

    @Test func leadsFromTheBareAddressToTheList() {
        let server = AdminFixture.withStation()
        for address in ["", "/~station@t"] {
            let answer = server.send("GET", address + "/__admin")
            #expect(answer.status == 302)
            #expect(answer.response?["location"] == address + "/__admin/")
            #expect(server.send("GET", address + "/__admin/").json["meta"]?["total"] == 3)
        }
    }

    @Test(arguments: ["/reset", "/mappings/reset"])
    func aResetOfTheRootLeavesOtherAddressesAsTheyAre(path: String) throws {
        let server = AdminFixture.withStation()
        for address in ["/@t", "/~station@t"] {
            _ = try server.add(#"{"request": {"url": "/hello"}, "response": {}}"#, at: address)
            server.send("POST", address + "/purchases")
        }
        server.send("POST", "/__admin" + path)
        for address in ["/@t", "/~station@t"] {
            #expect(server.send("GET", address + "/hello").status == 200)
            #expect(server.send("GET", address + "/purchases/1").status == 200)
        }
    }

    @Test(arguments: ["/reset", "/mappings/reset"])
    func resetsAnAddressAndCancelsWhatItStillHasToAnswer(path: String) throws {
        let server = AdminFixture.withStation()
        for address in ["", "/@t"] {
            _ = try server.add(#"{"request": {"url": "/hello"}, "response": {}}"#, at: address)
            server.send("POST", address + "/purchases")
        }
        #expect(server.send("POST", "/@t/__admin" + path).json == [:])
        #expect(server.effects.count == 1)
        #expect(server.send("GET", "/@t/hello").status == 404)
        #expect(server.send("GET", "/@t/purchases/1").status == 404)
        #expect(server.send("GET", "/hello").status == 200, "others stay as they are")
        #expect(server.send("GET", "/purchases/1").status == 200)
        server.send("POST", "/@t/__admin" + path)
        #expect(Set(server.effects).count == 2, "each time another group")
    }

    @Test func shutsDownTheServerFromTheRootOnly() {
        let server = AdminFixture.withStation()
        #expect(server.send("POST", "/~station/__admin/shutdown").status == 403)
        #expect(server.effects.isEmpty)
        server.send("GET", "/@t/station")
        #expect(server.send("POST", "/@t/__admin/shutdown").json == [:])
        #expect(server.effects.count == 1 && server.effects != [.shutDown])
        #expect(server.send("GET", "/@t/__admin/requests").json["requests"] == [], "the sandbox is gone")
        #expect(server.send("POST", "/__admin/shutdown").json == [:])
        #expect(server.effects.last == .shutDown)
    }
}
