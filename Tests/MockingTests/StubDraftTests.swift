import Documents
import HAL
import Scenarios
import Testing

@testable import Matching
@testable import Mocking

@Suite struct StubDraftTests {
    private func diagnosis(_ request: String) throws -> Diagnosis {
        try #require(Engine([]).diagnosis(request))
    }

    /// The scenario that results from pasting a draft as the text says.
    private func pasted(_ diagnosis: Diagnosis) -> ScenarioReader.Result {
        let lines = diagnosis.text.split(separator: "\n", omittingEmptySubsequences: false)
        let draft = lines.drop { !$0.hasPrefix("  - ") }.joined(separator: "\n")
        return ScenarioReader.read(Array("scenario: Pasted\ninteractions:\n\(draft)".utf8), path: "pasted.yaml")
    }

    @Test(arguments: [
        "GET /fuelstations/fs1 HTTP/1.1\nHost: a\n\n", "GET /a?b=c&d=%C3%a9 HTTP/1.1\n\n", "HEAD /a HTTP/1.1\n\n",
        "DELETE /a:b/'c'%22%0A HTTP/1.1\n\n", "GET http://other.example/x?y HTTP/1.1\n\n", "GET ?x HTTP/1.1\n\n",
        "GET /{a}#b,[c]&*!|>@`\"\\ HTTP/1.1\n\n", "OPTIONS * HTTP/1.1\n\n", "GET /é HTTP/1.1\n\n",
        "POST /a HTTP/1.1\n\n{\"price\":2.890,\"a\":[null,true,\"x: # y\",\"\\u00e9\\\\\\n\"]}",
    ])
    func answersTheRequestWhenItIsPastedIntoAFile(_ request: String) throws {
        let diagnosis = try diagnosis(request)
        let result = pasted(diagnosis)
        #expect(result.issues.map(\.description) == [], "\(diagnosis.text)")
        let engine = Engine([try #require(result.scenario)])
        #expect(engine.reply(request) != nil, "\(diagnosis.text)")
    }

    @Test func isTheSameInJSON() throws {
        let request = "PUT /logs/1?x=y HTTP/1.1\nAccept: application/json\n\n{\"gallons\":2.5}"
        let problem = try JSONValue(parsing: diagnosis(request).json)
        #expect(
            problem["stub"] == [
                "name": "PUT /logs/1",
                "request": [
                    "method": "PUT", "url": "/logs/1?x=y", "bodyPatterns": [["equalToJson": ["gallons": 2.5]]],
                ],
                "response": ["status": 204],
            ]
        )
    }

    @Test(arguments: [
        "{\"Password\":\"x\"}", "[\"access_token\"]", "no JSON", "\"\u{202E}\"",
        "[\"\(String(repeating: "x", count: 1000))\"]",
    ])
    func leavesOutABodyThatIsSecretOrNotForPeople(_ body: String) throws {
        let stub = try #require(diagnosis("POST /a HTTP/1.1\n\n\(body)").stub)
        #expect(stub.json["request"] == ["method": "POST", "url": "/a"])
    }

    @Test func isNotThereForALongURL() throws {
        let diagnosis = try diagnosis("GET /\(String(repeating: "a", count: 1000)) HTTP/1.1\n\n")
        #expect(diagnosis.stub == nil)
        #expect(!diagnosis.text.contains("To match it"))
    }

    @Test func isForThePathBelowTheAddress() throws {
        let engine = Engine([Scenario("fuel", [Interaction("x", .get, .urlPath("/x"))])])
        let stub = engine.diagnosis("GET /~fuel@t/y HTTP/1.1\n\n")?.stub
        #expect(stub?.json["request"] == ["method": "GET", "url": "/y"])
    }
}
