import HAL
import Testing

@testable import MockServing

struct SendAPITests {
    private static let files = [
        "orders.yaml": """
        scenario: Orders
        root: true
        origin: https://orders.example.com
        interactions:
          - request: { method: GET, urlPath: / }
            response:
              fixedDelayMilliseconds: 60
              headers: { Content-Type: application/hal+json }
              jsonBody: { _links: { self: { href: https://orders.example.com/ } } }
          - request: { method: GET, urlPath: /broken }
            response: { fault: reset }
          - request: { method: GET, urlPath: /bytes }
            response: { base64Body: /w== }
        """
    ]

    @Test func returnsTheResponseWithLinksOfTheHost() {
        let fixture = AdminFixture(Self.files)
        let answer = fixture.send("POST", "/__admin/send", #"{"url": "/~orders@t/", "headers": {"Host": "h:1"}}"#)
        #expect(answer.status == 200 && answer.json["status"] == 200 && answer.json["delayMilliseconds"] == 60)
        #expect(answer.json["body"]?.string?.contains("http://h:1/~orders@t/") == true)
        #expect(answer.json["headers"]?.array?.contains(["Content-Type", "application/hal+json"]) == true)
        #expect(fixture.send("GET", "/~orders@t/__admin/requests").json["meta"]?["total"] == 1)
    }

    @Test(arguments: [("/broken", "fault", "reset"), ("/bytes", "bodyAsBase64", "/w==")])
    func namesWhatTextCannotShow(url: String, member: String, value: String) {
        let answer = AdminFixture(Self.files).send("POST", "/__admin/send", #"{"url": "\#(url)"}"#)
        #expect(answer.json[member]?.string == value)
    }

    @Test func unmatchedRequestsGetTheirExplanation() {
        let answer = AdminFixture(Self.files).send("POST", "/__admin/send", #"{"url": "/none"}"#)
        #expect(answer.json["status"] == 404 && answer.json["body"]?.string?.contains("/none") == true)
    }

    @Test func comesFromTheGivenAddress() {
        let fixture = AdminFixture()
        let mapping =
            #"{"request": {"url": "/a", "clientIp": {"matches": "::1|127\\..*"}}, "response": {"status": 204}}"#
        #expect(fixture.send("POST", "/__admin/mappings/new", mapping).status == 201)
        let statuses: [(address: String, status: JSONValue)] = [("::1", 204), ("127.0.0.1", 204), ("10.0.0.1", 404)]
        for (address, status) in statuses {
            let answer = fixture.send("POST", "/__admin/send", #"{"url": "/a", "clientIp": "\#(address)"}"#)
            #expect(answer.json["status"] == status, "\(address): \(answer.text)")
        }
    }

    @Test func theAdminAPIIsNotAskedThroughItself() {
        let body = #"{"method": "POST", "url": "/__admin/shutdown"}"#
        #expect(AdminFixture(Self.files).send("POST", "/__admin/send", body).status == 403)
    }
}

struct OverviewAPITests {
    @Test func listsSandboxesTheLastUsedFirst() {
        let fixture = AdminFixture()
        for name in ["a", "b", "c"] { fixture.send("GET", "/@\(name)/") }
        fixture.send("GET", "/@a/")
        let page = fixture.send("GET", "/__admin/addresses?limit=2").json
        #expect(page["sandboxes"]?.array?.map { $0["address"] } == ["/@a/", "/@c/"] && page["meta"]?["total"] == 3)
        #expect(fixture.send("GET", "/__admin/addresses?offset=2").json["sandboxes"]?.array?.count == 1)
    }

    @Test func listsScenariosAndTheUseOfInteractions() {
        let fixture = AdminFixture([
            "a.yaml": "scenario: A\ninteractions: [{ request: { url: /a }, response: { status: 200 } }]"
        ])
        fixture.send("GET", "/a")
        let use = fixture.send("GET", "/__admin/usage").json["interactions"]?[0]
        #expect(use?["served"] == 1 && use?["location"] == "a.yaml:2:16" && use?["scenario"] == "a")
        let scenario = fixture.send("GET", "/~a/__admin/scenario-files").json["scenarios"]?[0]
        #expect(
            scenario?["addresses"] == ["/~a/"] && scenario?["hasContract"] == false && scenario?["isAtRoot"] == true
        )
    }

    @Test func explainsARequestAsThe404Does() {
        let fixture = AdminFixture([
            "a.yaml": "scenario: A\ninteractions: [{ request: { url: /a }, response: { status: 200 } }]"
        ])
        let problem = fixture.send("GET", "/b", fields: ["Accept: application/json"]).json
        let id = fixture.send("GET", "/__admin/requests").json["requests"]?[0]?["id"]?.string ?? ""
        let explanation = fixture.send("GET", "/__admin/requests/\(id)/explanation").json
        for member in ["detail", "nearest", "stub"] { #expect(explanation[member] == problem[member]) }
        #expect(explanation["yaml"]?.string?.hasPrefix("- name: GET /b\n") == true)
    }
}
