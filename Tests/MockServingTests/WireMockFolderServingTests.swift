import Foundation
import MockServing
import Support
import Testing

/// An unmodified folder of WireMock's, over a real socket.
struct WireMockFolderServingTests {
    private static let files = [
        "mappings/hello.json": #"""
        {"id": "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7", "name": "hello", "request": {"method": "GET", "urlPath": "/hello"},
         "response": {"body": "Hello {{request.query.name}}, {{jsonPath '[\"a\"]' '$[0]'}}",
         "headers": {"Content-Type": "text/plain"}, "transformers": ["response-template"]}}
        """#,
        "mappings/deep/more.json": #"""
        {"mappings": [{"request": {"url": "/file"}, "response": {"bodyFileName": "bodies/one.txt"}},
         {"priority": 9, "request": {"urlPathPattern": "/.*ello"}, "response": {"status": 410}}]}
        """#,
        "__files/bodies/one.txt": "one", "__files/page.html": "<p>",
    ]

    @Test func isServedAtTheRoot() async throws {
        let folder = try ScenarioFolder(Self.files)
        try await withServer(scenarios: [folder.path]) { server in
            let hello = try await server.send("GET", "/hello?name=you")
            #expect(hello.text == "Hello you, a" && hello.fields.contains("Matched-Stub-Name: hello"))
            #expect(hello.fields.contains("Matched-Stub-Id: 8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7"))
            #expect(try await server.send("GET", "/file").text == "one")
            #expect(try await server.send("GET", "/jello").status == 410)
            let page = try await server.send("GET", "/page.html")
            #expect(page.text == "<p>" && page.fields.contains("Content-Type: text/html"))
            #expect(try await server.send("GET", "/@one/page.html").status == 200)
            #expect(try await server.send("GET", "/mappings/hello.json").status == 404)
            #expect(try await server.send("GET", "/..%2fmappings/hello.json").status == 404)
        }
    }

    @Test("Its files and mappings are those of the admin API")
    func isKeptByTheAdminAPI() async throws {
        let folder = try ScenarioFolder(Self.files)
        try await withServer(scenarios: [folder.path]) { server in
            #expect(try await server.send("PUT", "/__admin/files/new.txt", body: "new").status == 200)
            #expect(try await server.send("GET", "/new.txt").text == "new")
            let mapping = #"{"request": {"url": "/new"}, "response": {"bodyFileName": "new.txt"}}"#
            #expect(try await server.send("POST", "/__admin/mappings", body: mapping).status == 201)
            #expect(try await server.send("GET", "/new").text == "new")
        }
    }
}
