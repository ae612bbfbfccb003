import HAL
import Testing

@testable import Recordings

/// WireMock's mappings from exchanges.
struct MappingsGeneratorTests {
    private static func exchange(
        _ target: String,
        _ method: String = "GET",
        fields: [FieldLine] = [],
        body: String = "",
        response: Exchange.Response = Exchange.Response(204)
    ) -> Exchange {
        Exchange(
            Exchange.Request(method, "http://localhost" + target, fields: fields, body: Array(body.utf8)),
            response
        )
    }

    private static func mappings(
        _ exchanges: [Exchange],
        _ change: (inout MappingSpecification) -> Void = { _ in }
    ) -> [RecordedMapping] {
        var specification = MappingSpecification()
        change(&specification)
        var number = 0
        return MappingsGenerator(specification).mappings(of: exchanges) {
            number += 1
            return "id-\(number)"
        }
    }

    @Test("The name is the path", arguments: [("/", ""), ("/A-b/c.d%20e/~x/", "a-b_cd-e_x"), ("/a?b=c", "a")])
    func theNameIsThePath(target: String, name: String) {
        #expect(Self.mappings([Self.exchange(target)]).first?.content["name"] == .string(name))
    }

    @Test func repeatsAreStatesInTheOrderOfTheResponses() {
        let repeats = (200...202).map { Self.exchange("/a/b", response: Exchange.Response($0)) }
        let mappings = Self.mappings(repeats + [Self.exchange("/a/b", "POST")])
        #expect(mappings.map { $0.content["response"]?["status"] } == [200, 201, 202, 204])
        let name = "scenario-1-a-b"
        let states: [JSONValue?] = ["Started", .string(name + "-2"), .string(name + "-3"), nil]
        #expect(mappings.map { $0.content["scenarioName"] } == [.string(name), .string(name), .string(name), nil])
        #expect(mappings.map { $0.content["requiredScenarioState"] } == states)
        #expect(mappings.map { $0.content["newScenarioState"] } == Array(states[1...2]) + [nil, nil])
        let first = Self.mappings(repeats) { $0.repeatsAreScenarios = false }
        #expect(first.map { $0.content["response"]?["status"] } == [200])
    }

    @Test func aTokenOfAResponseIsComparedAndOthersAreNot() {
        let json = FieldLine("Content-Type", "application/json")
        let token = Exchange.Response(200, fields: [json], body: Array(#"{"access_token":"T0KEN-SECRET"}"#.utf8))
        let exchanges = [
            Self.exchange("/token", "POST", fields: [json], body: #"{"password": "hunter2-SECRET"}"#, response: token),
            Self.exchange("/me", fields: [FieldLine("Authorization", "Bearer T0KEN-SECRET")]),
            Self.exchange("/me", fields: [FieldLine("Authorization", "Basic T1RIRVItU0VDUkVU")]),
            Self.exchange(
                "/form",
                "POST",
                fields: [FieldLine("Content-Type", "application/x-www-form-urlencoded")],
                body: "a=1.0&code=CODE-SECRET"
            ),
        ]
        let mappings = Self.mappings(exchanges) { $0.capturedFields = [.init("Authorization", ignoresCase: nil)] }
        let text = JSONValue.array(mappings.map { .object($0.content) }).serialized()
        #expect(!text.contains("SECRET"))
        let headers = mappings.map { $0.content["request"]?["headers"]?["Authorization"] }
        #expect(headers[1]?["equalTo"]?.string?.hasPrefix("Bearer REDACTED-") == true)
        #expect(headers[2] == ["matches": "Basic .+"])
        #expect(mappings[3].content["request"]?["bodyPatterns"] == [["matches": #"a=1\.0&code=.+"#]])
        let body = mappings[0].content["request"]?["bodyPatterns"]?.array?.first
        #expect(body?["equalToJson"] == #"{"password":"${json-unit.any-string}"}"#)
    }

    @Test func fieldsOfTheConnectionAndTheServerAreLeftOut() {
        let fields = ["Date", "Server", "Transfer-Encoding", "X-Request-Id", "ETag"].map { FieldLine($0, "1") }
        let mapping = Self.mappings([Self.exchange("/", response: Exchange.Response(200, fields: fields))]).first
        #expect(mapping?.content["response"]?["headers"] == ["ETag": "1"])
    }

    @Test func bodiesThatAreTooLongAreFiles() {
        let text = Exchange.Response(200, fields: [FieldLine("Content-Type", "text/plain")], body: [97, 98, 99])
        let bytes = Exchange.Response(200, body: [0, 1])
        let mappings = Self.mappings([Self.exchange("/t", response: text), Self.exchange("/b", response: bytes)]) {
            $0.longestText = 2
            $0.longestBytes = 2
        }
        #expect(mappings[0].content["response"]?["bodyFileName"] == "t-id-1.txt")
        #expect(mappings[0].file?.bytes == [97, 98, 99])
        #expect(mappings[1].content["response"]?["base64Body"] == "AAE=" && mappings[1].file == nil)
    }
}
