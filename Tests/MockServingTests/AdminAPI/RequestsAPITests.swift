import HAL
import Messages
import Support
import Testing

@testable import MockServing

struct RequestsAPITests {
    private static func fixture(showsCredentials: Bool = false) -> AdminFixture {
        let server = AdminFixture(["station.json": AdminFixture.station], showsCredentials: showsCredentials)
        server.send("GET", "/station", fields: ["Authorization: Bearer s3cr3t", "Cookie: session=s3cr3t; a=b"])
        server.send(
            "POST",
            "/purchases?gallons=10&gallons=20",
            fields: ["Content-Type: application/json"],
            #"{"price": 2.890}"#
        )
        server.send("GET", "/nowhere")
        return server
    }

    @Test func showsTheSchemeOfTheConnection() {
        let server = AdminFixture.withStation()
        server.scheme = .https
        server.send("GET", "/station")
        server.scheme = .http
        let request = server.send("GET", "/__admin/requests").json["requests"]?[0]?["request"]
        #expect(request?["absoluteUrl"] == "https://localhost:8080/station")
        #expect(request?["scheme"] == "https")
    }

    @Test func showsARequestAsWireMockDoes() throws {
        let events = try #require(Self.fixture().send("GET", "/__admin/requests").json["requests"]?.array)
        let purchase = events[1]
        #expect(events.count == 3 && purchase["wasMatched"] == true)
        let request = try #require(purchase["request"])
        #expect(request["url"] == "/purchases?gallons=10&gallons=20")
        #expect(request["absoluteUrl"] == "http://localhost:8080/purchases?gallons=10&gallons=20")
        #expect(request["method"] == "POST")
        #expect(request["headers"]?["Content-Type"] == "application/json")
        #expect(request["body"]?.string == #"{"price": 2.890}"#)
        #expect(request["bodyAsBase64"] == "eyJwcmljZSI6IDIuODkwfQ==")
        #expect(request["queryParams"] == ["gallons": ["key": "gallons", "values": ["10", "20"]]])
        #expect(request["host"] == "localhost" && request["port"] == 8080 && request["scheme"] == "http")
        #expect(request["loggedDateString"]?.string?.hasPrefix("2026-11-21T") == true)
        #expect(purchase["stubMapping"]?["name"] == "a purchase")
        #expect(purchase["response"]?["status"] == 201)
        #expect(purchase["response"]?["headers"]?["Matched-Stub-Name"] == "a purchase")
        #expect(purchase["response"]?["headers"]?["Matched-Stub-Id"] == purchase["stubMapping"]?["id"])
        #expect(events[0]["stubMapping"]?["response"]?["status"] == 404 && events[0]["response"]?["status"] == 404)
        #expect(purchase["location"] == nil, "which strict clients of WireMock reject")
        let own = Self.fixture().send("GET", "/__admin/requests?hypermock=true").json["requests"]?.array ?? []
        #expect(own.contains { $0["location"] != nil })
    }

    @Test func showsWhereARequestCameFrom() async throws {
        try await withServer { server in
            _ = try await server.send("GET", "/nowhere")
            let logged = try await server.send("GET", "/__admin/requests")
            let event = try JSONValue(parsing: logged.text)["requests"]?[0]
            #expect(event?["request"]?["clientIp"] == "127.0.0.1")
        }
    }

    @Test func findsOneByItsId() throws {
        let server = Self.fixture()
        let event = try #require(server.send("GET", "/__admin/requests").json["requests"]?[1])
        let id = try #require(event["id"]?.string)
        #expect(id.utf8.count == 36, "a UUID, as WireMock's clients want it")
        #expect(server.send("GET", "/__admin/requests/\(id.uppercased())").json == event)
        #expect(server.send("DELETE", "/__admin/requests/\(id)").json == [:])
        #expect(server.send("GET", "/__admin/requests/\(id)").status == 404)
        #expect(server.send("DELETE", "/__admin/requests/\(id)").json == [:], "no error, as in WireMock")
        #expect(server.send("GET", "/__admin/requests").json["meta"]?["total"] == 2)
    }

    @Test func hidesCredentialsUnlessToldOtherwise() {
        let server = Self.fixture()
        let hidden = server.send("GET", "/__admin/requests?limit=3")
        #expect(!hidden.text.contains("s3cr3t"))
        #expect(hidden.json["requests"]?[2]?["request"]?["headers"]?["Authorization"] == "Bearer <redacted>")
        #expect(hidden.json["requests"]?[2]?["request"]?["cookies"]?["session"] == "<redacted>")
        #expect(server.send("GET", "/__admin/requests?credentials=true").text.contains("Bearer s3cr3t"))
        let pattern = #"{"headers": {"Authorization": {"equalTo": "Bearer s3cr3t"}}}"#
        #expect(server.send("POST", "/__admin/requests/count", pattern).json["count"] == 1, "matching sees them")
        #expect(!server.send("POST", "/__admin/requests/find", pattern).text.contains("s3cr3t"))
        #expect(Self.fixture(showsCredentials: true).send("GET", "/__admin/requests").text.contains("s3cr3t"))
    }

    @Test(arguments: [
        (#"{}"#, 3), (#"{"method": "GET"}"#, 2), (#"{"urlPath": "/purchases"}"#, 1),
        (#"{"url": "/purchases"}"#, 0), (#"{"urlPattern": "/purchases\\?gal.*"}"#, 1),
        (#"{"queryParameters": {"gallons": {"includes": [{"equalTo": "10"}, {"equalTo": "20"}]}}}"#, 1),
        (#"{"bodyPatterns": [{"matchesJsonPath": "$.price"}]}"#, 1),
        (#"{"bodyPatterns": [{"equalToJson": {"price": 2.89}}]}"#, 1),
        (#"{"headers": {"Cookie": {"contains": "session"}}}"#, 1), (#"{"method": "DELETE"}"#, 0),
    ])
    func countsAndFindsByPattern(pattern: String, count: Int) {
        let server = Self.fixture()
        let counted = server.send("POST", "/__admin/requests/count", pattern).json
        #expect(counted["count"]?.number?.int == count)
        #expect(counted["requestJournalDisabled"] == false)
        let found = server.send("POST", "/__admin/requests/find", pattern).json["requests"]?.array ?? []
        #expect(found.count == count)
        let times = found.compactMap { $0["loggedDate"]?.number?.int }
        #expect(times == times.sorted(), "the oldest first")
        #expect(server.send("POST", "/__admin/requests/remove", pattern).json["serveEvents"]?.array?.count == count)
        #expect(server.send("GET", "/__admin/requests").json["meta"]?["total"]?.number?.int == 3 - count)
    }

    @Test func removesByTheMetadataOfTheMapping() {
        let server = Self.fixture()
        let matcher = #"{"matchesJsonPath": "$.suite"}"#
        let removed = server.send("POST", "/__admin/requests/remove-by-metadata", matcher).json["serveEvents"]
        #expect(removed?.array?.map { $0["stubMapping"]?["name"]?.string } == ["the station"])
        #expect(server.send("GET", "/__admin/requests").json["meta"]?["total"] == 2)
    }

    @Test(arguments: [
        ("matchingStub=11111111-1111-4111-8111-111111111111", 1), ("unmatched=true", 1), ("offset=2", 1),
        ("limit=2", 2),
    ])
    func listsWhatIsAskedFor(query: String, count: Int) {
        let list = Self.fixture().send("GET", "/__admin/requests?\(query)").json["requests"]
        #expect(list?.array?.count == count)
    }

    @Test func listsThoseSinceAMoment() throws {
        let server = Self.fixture()
        let all = server.send("GET", "/__admin/requests").json["requests"]
        let moment = try #require(all?[0]?["request"]?["loggedDateString"]?.string)
        #expect(server.send("GET", "/__admin/requests?since=\(moment)").json["requests"]?.array?.count == 1)
    }

    @Test(arguments: [("DELETE", ""), ("POST", "/reset")])
    func forgetsThemAll(method: String, path: String) {
        let server = Self.fixture()
        #expect(server.send(method, "/__admin/requests" + path).json == [:])
        #expect(server.send("GET", "/__admin/requests").json["requests"] == [])
        #expect(server.send("GET", "/__admin/requests/unmatched").json["requests"] == [])
    }

    @Test func saysThatTheJournalIsOff() {
        let server = AdminFixture(journalEntries: 0)
        server.send("GET", "/x")
        #expect(
            server.send("POST", "/__admin/requests/count", "{}").json == ["count": -1, "requestJournalDisabled": true]
        )
        #expect(server.send("GET", "/__admin/requests").json["requestJournalDisabled"] == true)
    }

    @Test func seesOneAddressOnly() {
        let server = AdminFixture.withStation()
        server.send("GET", "/~station@t/station?a=b")
        let found = server.send("POST", "/~station@t/__admin/requests/find", #"{"url": "/station?a=b"}"#)
        #expect(found.json["requests"]?[0]?["url"] == "/station?a=b", "below the address, as a pattern has it")
        #expect(found.json["requests"]?[0]?["absoluteUrl"]?.string?.hasSuffix("/~station@t/station?a=b") == true)
        #expect(server.send("POST", "/__admin/requests/find", "{}").json["requests"] == [])
    }

    @Test("Of very many parameters the first are shown, without delay", .timeLimit(.minutes(1)))
    func showsManyParameters() {
        let server = AdminFixture()
        let form = String(repeating: "a&", count: 200_000)
        server.send("POST", "/x", fields: ["Content-Type: application/x-www-form-urlencoded"], form)
        server.send("GET", "/x?" + (0..<5_000).map { "k\($0)=1" }.joined(separator: "&"))
        server.send("GET", "/x?" + String(repeating: "a=1&", count: 1_000))
        let requests = server.send("GET", "/__admin/requests").json["requests"]?.array?.compactMap { $0["request"] }
        #expect(requests?[2]["formParams"]?["a"]?["values"]?.array?.count == 1_000)
        #expect(requests?[2]["formParamCount"] == 200_000)
        #expect(requests?[1]["queryParams"]?.object?.names.last == "k999" && requests?[1]["queryParamCount"] == 5_000)
        #expect(requests?[0]["queryParams"]?["a"]?["values"]?.array?.count == 1_000)
        #expect(requests?[0]["queryParamCount"] == nil)
    }
}
