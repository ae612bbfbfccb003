import HAL
import Testing

@testable import MockServing

/// The state changes of Pact's verifier.
struct PactStateAPITests {
    private static let files = [
        "orders.yaml": """
        scenario: Orders
        interactions:
          - request: { urlPath: /order }
            responses: [{ status: 503 }, { status: 200 }]
          - request: { urlPath: /machine }
            requiredScenarioState: an order exists, paid
            response: { status: 202 }
          - request: { method: PUT, urlPath: /state }
            newScenarioState: an order exists, paid
            response: { status: 204 }
        """,
        "others.yaml": """
        scenario: Others
        matrix: { status: [201, 202] }
        interactions:
          - request: { urlPath: /order }
            response: { status: "${status}" }
        """,
    ]

    private static func setUp(_ state: String, _ parameters: String = "{}") -> String {
        #"{ "action": "setup", "state": "\#(state)", "params": \#(parameters) }"#
    }

    private static func status(_ fixture: AdminFixture, _ url: String) -> JSONValue? {
        fixture.send("POST", "/__admin/send", #"{"url": "\#(url)"}"#).json["status"]
    }

    @Test("a sandbox of the root enters the state of any address")
    func addresses() {
        let fixture = AdminFixture(Self.files)
        #expect(fixture.send("POST", "/@t/__admin/pact-state", Self.setUp("others[202]")).status == 200)
        #expect(Self.status(fixture, "/@t/order") == 202)
        let other = Self.setUp("x", #"{ "address": "/~others:201" }"#)
        #expect(fixture.send("POST", "/@t/__admin/pact-state", other).status == 200)
        #expect(Self.status(fixture, "/@t/order") == 201)
    }

    @Test("requests lead to a state, and a teardown resets it")
    func requests() {
        let fixture = AdminFixture(Self.files)
        let parameters = #"{ "address": "/~orders", "requests": [{ "after": 10, "method": "GET", "url": "/order" }] }"#
        #expect(
            fixture.send("POST", "/@t/__admin/pact-state", Self.setUp("orders: after step 1", parameters)).status == 200
        )
        #expect(Self.status(fixture, "/@t/order") == 200)
        #expect(fixture.send("POST", "/@t/__admin/pact-state", #"{ "action": "teardown" }"#).status == 200)
        #expect(Self.status(fixture, "/@t/order") == 503)
    }

    @Test("states of one interaction come one by one")
    func states() {
        let fixture = AdminFixture(Self.files)
        #expect(fixture.send("POST", "/~orders@t/__admin/pact-state", Self.setUp("an order exists")).status == 200)
        #expect(Self.status(fixture, "/~orders@t/machine") == 404)
        #expect(fixture.send("POST", "/~orders@t/__admin/pact-state", Self.setUp("paid")).status == 200)
        #expect(Self.status(fixture, "/~orders@t/machine") == 202)
    }

    @Test(
        "other calls are refused",
        arguments: [
            ("/__admin/pact-state", setUp("orders"), 403), ("/@t/__admin/pact-state", setUp("none"), 404),
            ("/@t/__admin/pact-state", setUp("x", #"{ "address": "/~none" }"#), 404),
            ("/~orders@t/__admin/pact-state", setUp("x", #"{ "address": "/~others:201" }"#), 404),
            ("/@t/__admin/pact-state", #"{ "action": "begin" }"#, 422),
            ("/@t/__admin/pact-state", setUp("x", #"{ "address": "/~orders", "requests": [7] }"#), 422),
            ("/@t/__admin/pact-state", setUp("x", #"{ "address": "/~orders", "requests": {} }"#), 422),
            ("/@t/__admin/pact-state", #"{"#, 422),
        ]
    )
    func refusals(path: String, body: String, status: Int) {
        #expect(AdminFixture(Self.files).send("POST", path, body).status == status)
    }
}

/// The journal as a HAR file.
struct ArchiveAPITests {
    @Test("requests are archived without secrets, the oldest first, and faults with their errors")
    func journal() throws {
        let fixture = AdminFixture([
            "a.yaml": """
            scenario: A
            root: true
            interactions:
              - request: { method: POST, urlPath: /a }
                response: { fixedDelayMilliseconds: 20, jsonBody: { price: 2.890 } }
              - request: { urlPath: /b }
                response: { fault: reset }
            """
        ])
        let first =
            #"{"method": "POST", "url": "/a?token=s", "headers": {"Authorization": "Bearer s", "Content-Type": "application/json"}, "body": "{\"password\":\"s\"}"}"#
        for body in [first, #"{"url": "/b"}"#] { _ = fixture.send("POST", "/__admin/send", body) }
        let log = fixture.send("GET", "/__admin/requests?format=har").json["log"]
        #expect(log?["version"] == "1.2")
        let entries = try #require(log?["entries"]?.array)
        #expect(entries.map { $0["response"]?["status"] } == [200, 0])
        #expect(entries[0]["response"]?["content"]?["text"] == #"{"price":2.890}"#)
        #expect(entries[0]["response"]?["content"]?["mimeType"] == "application/json")
        #expect(entries[0]["time"] == 20 && entries[0]["timings"]?["wait"] == 20)
        #expect(entries[0]["request"]?["postData"]?["text"] == #"{"password":"<redacted>"}"#)
        #expect(entries[0]["request"]?["url"]?.string?.hasSuffix("/a?token=<redacted>") == true)
        #expect(entries[1]["response"]?["_error"] == "net::ERR_CONNECTION_RESET")
        #expect(log?.serialized().contains("Bearer s") == false)
    }

    @Test func anotherFormatIsRefused() {
        #expect(AdminFixture().send("GET", "/__admin/requests?format=xml").status == 400)
    }
}
