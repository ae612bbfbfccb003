import HAL
import Testing

@testable import MockServing

struct StateMachinesAPITests {
    private static let state = "/__admin/scenarios/buying/state"

    @Test func listsMachinesWithTheirMappings() throws {
        let server = AdminFixture.withStation()
        let machine = try #require(server.send("GET", "/__admin/scenarios").json["scenarios"]?[0])
        #expect(machine["id"] == "buying" && machine["name"] == "buying" && machine["state"] == "Started")
        #expect(machine["possibleStates"] == ["bought"])
        #expect(machine["mappings"]?.array?.map { $0["name"]?.string } == ["the purchase", "a purchase"])
    }

    @Test func namesTheStartAsAPossibleStateIfAMappingMentionsIt() throws {
        for key in ["newScenarioState", "requiredScenarioState"] {
            let server = AdminFixture.withStation()
            let mapping = #"{"request": {"url": "/other"}, "scenarioName": "buying", "\#(key)": "Started"}"#
            #expect(server.send("POST", "/__admin/mappings", mapping).status == 201)
            let machine = try #require(server.send("GET", "/__admin/scenarios").json["scenarios"]?[0])
            #expect(machine["possibleStates"]?.array?.map(\.string) == ["Started", "bought"])
        }
    }

    @Test func setsAndResetsAState() {
        let server = AdminFixture.withStation()
        #expect(server.send("PUT", Self.state, #"{"state": "bought"}"#).json == [:])
        #expect(server.send("GET", "/purchases/1").status == 200)
        #expect(server.send("PUT", Self.state).status == 200, "without a body it begins anew")
        #expect(server.send("GET", "/purchases/1").status == 404)
        server.send("POST", "/purchases")
        #expect(server.send("POST", "/__admin/scenarios/reset").json == [:])
        #expect(server.send("GET", "/purchases/1").status == 404)
    }

    @Test func touchesItsOwnAddressOnly() {
        let server = AdminFixture.withStation()
        server.send("PUT", "/@a" + Self.state, #"{"state": "bought"}"#)
        #expect(server.send("GET", "/@a/purchases/1").status == 200)
        #expect(server.send("GET", "/purchases/1").status == 404)
        #expect(server.send("GET", "/@b/purchases/1").status == 404)
    }

    @Test(arguments: [
        ("/__admin/scenarios/selling/state", #"{"state": "x"}"#, 404, 404, "/path/name"),
        (state, #"{"state": "sold"}"#, 422, 11, "/state"), (state, #"{"state": 1}"#, 422, 10, "/state"),
        (state, "{}", 422, 10, ""), (state, #"{"State": "bought"}"#, 422, 10, "/State"), (state, "bought", 422, 10, ""),
        (state, #"{"state": "bought", "state": "Started"}"#, 422, 10, ""),
    ])
    func saysWhatIsWrong(path: String, body: String, status: Int, code: Int, pointer: String) {
        let answer = AdminFixture.withStation().send("PUT", path, body)
        #expect(answer.status == status)
        #expect(answer.error?["code"]?.number?.int == code)
        #expect(answer.pointer == pointer)
    }
}
