import MockServing
import Support
import Testing

/// Methods are tokens, and a stub may name any (RFC 9110 §9.1).
struct MethodsTests {
    private static let mapping = #"""
        {"mappings": [
          {"request": {"urlPath": "/a", "method": "QUERY"}, "response": {"body": "query"}},
          {"request": {"urlPath": "/a", "method": "FOO"}, "response": {"body": "foo"}},
          {"request": {"urlPath": "/a", "method": "get"}, "response": {"body": "get"}},
          {"request": {"urlPath": "/a", "method": "GET"}, "response": {"body": "GET"}},
          {"request": {"urlPath": "/any", "method": "ANY"}, "response": {"body": "any"}}
        ]}
        """#

    @Test(arguments: [
        ("QUERY", "/a", 200, "query"), ("FOO", "/a", 200, "foo"), ("get", "/a", 200, "get"), ("GET", "/a", 200, "GET"),
        ("BREW", "/any", 200, "any"), ("brew", "/any", 200, "any"),
    ])
    func reachTheirStub(method: String, path: String, status: Int, body: String) async throws {
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping])
        try await withServer(scenarios: [folder.path]) { server in
            let answer = try await server.send(method, path)
            #expect(answer.status == status && answer.text == body)
        }
    }

    @Test func ofNoStubGetTheExplanation() async throws {
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping])
        try await withServer(scenarios: [folder.path]) { server in
            let answer = try await server.send("BREW", "/a")
            #expect(answer.status == 404 && answer.text.contains("BREW /a"))
        }
    }

    @Test func tellWhatTheServerCanDo() async throws {
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping])
        try await withServer(scenarios: [folder.path]) { server in
            let answer = try await server.send("OPTIONS", "*")
            #expect(answer.status == 200 && answer["allow"]?.contains("PATCH") == true)
            #expect(answer["content-length"] == "0")
            #expect(try await server.send("GET", "*").status == 400)
        }
    }
}
