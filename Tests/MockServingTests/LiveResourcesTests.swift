import HAL
import MockServing
import Support
import Testing

/// Live resources over a socket, and their part of the admin API.
struct LiveResourcesTests {
    private static let logs = """
        scenario: Logs
        root: true
        resources:
          logs: { path: /logs, ids: sequence, items: [{ id: 1, litres: 30.50 }] }
        """

    private func withLogs(_ body: (MockServer) async throws -> Void) async throws {
        let folder = try ScenarioFolder(["logs.yaml": Self.logs])
        try await withServer(scenarios: [folder.path]) { try await body($0) }
    }

    @Test func keepWhatAClientWrites() async throws {
        try await withLogs { server in
            let created = try await server.send("POST", "/logs", body: #"{"litres": 7.10}"#)
            #expect(created.status == 201)
            #expect(created["Location"] == "http://127.0.0.1:\(server.port)/logs/2")
            let read = try await server.send("GET", "/logs/2")
            #expect(read.text.hasPrefix(#"{"id":2,"litres":7.10,"#))
            #expect(try await server.send("HEAD", "/logs/2").body.isEmpty)
            #expect(try await server.send("PUT", "/logs/2", fields: ["If-Match: \"1\""], body: "{}").status == 412)
            #expect(try await server.send("DELETE", "/logs/2", fields: ["If-Match: \"2\""]).status == 204)
            #expect(try await server.send("GET", "/logs/2").status == 404)
        }
    }

    @Test func areAdministered() async throws {
        try await withLogs { server in
            #expect(try await server.send("DELETE", "/@one/logs/1").status == 204)
            let list = try await server.send("GET", "/__admin/resources")
            let logs = try #require(try JSONValue(parsing: list.body)["resources"]?[0])
            #expect(logs["name"] == "logs" && logs["path"] == "/logs" && logs["count"] == 1 && logs["revision"] == 1)
            let shown = try await server.send("GET", "/__admin/resources/logs")
            #expect(try JSONValue(parsing: shown.body)["items"]?.serialized() == #"[{"id":1,"litres":30.50}]"#)
            let items = #"{"items": [{"id": 7, "litres": 1}]}"#
            #expect(try await server.send("PUT", "/@one/__admin/resources/logs", body: items).status == 200)
            #expect(try await server.send("GET", "/@one/logs/7").status == 200)
            #expect(try await server.send("POST", "/@one/__admin/scenarios/reset").status == 200)
            #expect(try await server.send("GET", "/@one/logs/7").status == 404)
            #expect(try await server.send("GET", "/@one/logs/1").status == 200)
        }
    }

    @Test(arguments: [
        ("PUT", "none", #"{"items": []}"#, 404), ("GET", "none", "", 404), ("PUT", "logs", "{}", 422),
        ("PUT", "logs", #"{"items": [1]}"#, 422), ("PUT", "logs", #"{"items": [{"litres": 1}]}"#, 422),
        ("PUT", "logs", #"{"items": [{"id": 1}, {"id": 1}]}"#, 422),
    ])
    func rejectsItems(_ method: String, _ name: String, _ body: String, _ status: Int) async throws {
        try await withLogs { server in
            let answer = try await server.send(method, "/__admin/resources/\(name)", body: body)
            #expect(answer.status == status)
        }
    }
}
