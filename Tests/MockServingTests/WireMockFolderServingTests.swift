import Foundation
import MockServing
import Support
import Testing

/// An unmodified WireMock folder, served over a real socket.
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
            let file = try await server.send("GET", "/file")
            #expect(file.text == "one")
            let gone = try await server.send("GET", "/jello")
            #expect(gone.status == 410)
            let page = try await server.send("GET", "/page.html")
            #expect(page.text == "<p>" && page.fields.contains("Content-Type: text/html"))
            let inSandbox = try await server.send("GET", "/@one/page.html")
            #expect(inSandbox.status == 200)
            let mapping = try await server.send("GET", "/mappings/hello.json")
            #expect(mapping.status == 404)
            let outside = try await server.send("GET", "/..%2fmappings/hello.json")
            #expect(outside.status == 404)
        }
    }

    @Test("A response whose body file is missing is 500 until it is there, and a proxied one says why")
    func answersFor() async throws {
        let folder = try ScenarioFolder([
            "mappings/later.json": #"{"request": {"url": "/later"}, "response": {"bodyFileName": "later.txt"}}"#,
            "mappings/proxy.json": #"{"request": {"url": "/p"}, "response": {"proxyBaseUrl": "http://localhost"}}"#,
            "mappings/bad.json": #"{"request": {"wrong": true}}"#,
        ])
        try await withServer(scenarios: [folder.path]) { server in
            let missing = try await server.send("GET", "/later")
            #expect(missing.status == 500 && missing.text.contains("no file 'later.txt'"))
            let proxied = try await server.send("GET", "/p")
            #expect(proxied.status == 500 && proxied.text.contains("'serve --proxy'"))
            try folder.write("__files/later.txt", "here")
            #expect(try await server.send("POST", "/__admin/mappings/reset").status == 200)
            #expect(try await server.send("GET", "/later").text == "here")
        }
    }

    @Test("The name of a body file can be a template, and names no file outside the folder")
    func selectsABodyFile() async throws {
        let folder = try ScenarioFolder([
            "mappings/file.json": #"""
            {"request": {"urlPath": "/file"}, "response": {"bodyFileName": "{{request.query.name}}.txt",
             "headers": {"X-Client": "{{request.clientIp}}"}, "transformers": ["response-template"]}}
            """#,
            "__files/one.txt": "one for {{request.method}}", "__files/bad.txt": "{{", "secret.txt": "secret",
        ])
        let link = folder.path + "/__files/link.txt"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/secret.txt")
        try await withServer(scenarios: [folder.path]) { server in
            let file = try await server.send("GET", "/file?name=one")
            #expect(file.text == "one for GET" && file.fields.contains("X-Client: 127.0.0.1"))
            for (name, reason) in [
                ("two", "no file 'two.txt'"), ("../secret", "'../secret.txt' is outside"),
                ("/etc/x", "'/etc/x.txt' is outside"), ("link", "through a symbolic link"), ("", "no file '.txt'"),
                ("bad", "invalid template in 'bad.txt'"),
            ] {
                let refused = try await server.send("GET", "/file?name=\(name)")
                #expect(refused.status == 500 && refused.text.contains(reason), "\(refused.text)")
            }
        }
    }

    @Test(
        "A reset reads it again before it answers",
        arguments: [1, 2],
        ["/__admin/mappings/reset", "/__admin/reset"]
    )
    func isReadAgainAtAReset(threads: Int, path: String) async throws {
        let folder = try ScenarioFolder(Self.files)
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            let added = #"{"request": {"url": "/added"}, "response": {"body": "added"}}"#
            #expect(try await server.send("POST", "/__admin/mappings", body: added).status == 201)
            for turn in 1...20 {
                let text = #"{"request": {"url": "/new"}, "response": {"body": "\#(turn)"}}"#
                try folder.write("mappings/new.json", text)
                #expect(try await server.send("POST", path).status == 200)
                #expect(try await server.send("GET", "/new").text == "\(turn)")
            }
            #expect(try await server.send("GET", "/added").status == 404)
            #expect(try await server.send("GET", "/hello").status == 200)
            try folder.write("mappings/new.json", "{")
            let answer = try await server.send("POST", "/@t\(path)")
            #expect(answer.status == 200)
            #expect(answer.fields.contains { $0.hasPrefix("Hypermock-Warning: ") && $0.contains("new.json") })
            #expect(try await server.send("GET", "/new").text == "20", "the last version that was good")
        }
    }

    @Test("Its files and mappings are those of the admin API")
    func isKeptByTheAdminAPI() async throws {
        let folder = try ScenarioFolder(Self.files)
        try await withServer(scenarios: [folder.path]) { server in
            let stored = try await server.send("PUT", "/__admin/files/new.txt", body: "new")
            #expect(stored.status == 200)
            let file = try await server.send("GET", "/new.txt")
            #expect(file.text == "new")
            let mapping = #"{"request": {"url": "/new"}, "response": {"bodyFileName": "new.txt"}}"#
            let created = try await server.send("POST", "/__admin/mappings", body: mapping)
            #expect(created.status == 201)
            let served = try await server.send("GET", "/new")
            #expect(served.text == "new")
        }
    }
}
