import Foundation
import Support
import Testing

/// What the shipped programs do with files: they link FoundationEssentials alone, and a test bundle all of Foundation,
/// where the same calls may return other types.
struct WithoutFoundationTests {
    private static func program(_ name: String) -> URL {
        Tool.executable.deletingLastPathComponent().appending(path: name)
    }

    #if os(Linux)
        @Test(arguments: ["hypermock", "WithoutFoundation"])
        func noneOfTheProgramsLinksAllOfFoundation(_ name: String) async throws {
            let path = Self.program(name).path()
            let tool = try RunningTool([path], program: URL(filePath: "/usr/bin/ldd"))
            let libraries = await tool.finish().output
            #expect(!libraries.isEmpty)
            for library in ["libFoundation.so", "lib_FoundationICU.so", "libFoundationNetworking.so"] {
                #expect(!libraries.contains(library), "\(libraries)")
            }
        }
    #endif

    @Test func theCommandKeepsFilesOverItsAdminAPIAndServesThem() async throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/one.json", #"{"request": {"url": "/one"}, "response": {"body": "one"}}"#)
        let tool = try RunningTool(["serve", "--root-dir", folder.path, "--port", "0", "--quiet"])
        let port = try #require(await tool.readPort())
        let text = String(repeating: "0123456789", count: 100_000)
        #expect(try await Exchange.send("PUT", "/__admin/files/deep/large.txt", port: port, body: text).status == 200)
        #expect(try await Exchange.get("/__admin/files", port: port).text.contains("deep/large.txt"))
        #expect(try await Exchange.get("/__admin/files/deep/large.txt", port: port).text == text)
        #expect(try await Exchange.get("/deep/large.txt", port: port).text == text)
        let head = try await Exchange.send("HEAD", "/deep/large.txt", port: port)
        #expect(head.fields.contains("Content-Length: 1000000"))
        let mapping = #"{"id": "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7", "persistent": true, "request": {"url": "/two"}}"#
        #expect(try await Exchange.send("POST", "/__admin/mappings", port: port, body: mapping).status == 201)
        let saved = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings")
        #expect(saved.count == 2)
        #expect(try await Exchange.send("DELETE", "/__admin/files/deep/large.txt", port: port).status == 200)
        #expect(try await Exchange.get("/__admin/files/deep/large.txt", port: port).status == 404)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func theClientSendsAFileAndReadsEnvironments() async throws {
        let folder = try TemporaryFolder()
        let interactions = "[{ request: { method: PUT }, response: { status: 204 } }]"
        try folder.write("s.yaml", "scenario: S\ninteractions: \(interactions)\n")
        let file = try folder.write("receipt.txt", String(repeating: "receipt ", count: 20_000))
        let environments = try folder.write("environments.json", #"{"demo": {"host": "demo.example.com"}}"#)
        let server = try RunningTool(["serve", folder.path + "/s.yaml", "--port", "0", "--quiet"])
        let port = try #require(await server.readPort())
        let arguments = ["http://127.0.0.1:\(port)/receipts/1", file, environments]
        let client = try RunningTool(arguments, program: Self.program("WithoutFoundation"))
        let result = await client.finish()
        #expect(result.words == "environments: 1 status: 204", "\(result.errors)")
        let journal = try await Exchange.get("/__admin/requests", port: port).text
        #expect(journal.contains("receipt receipt"))
        server.terminate()
        #expect(await server.finish().status == 0)
    }
}
