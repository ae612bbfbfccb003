import Foundation
import MockServing
import Support
import Testing

/// Concurrent changes of one saved mapping, over real sockets.
struct SavedMappingsTests {
    private static let id = "66666666-6666-4666-8666-666666666666"

    @Test("After concurrent changes of one mapping, the folder has the served mapping's file", arguments: [1, 2])
    func leavesOneFile(threads: Int) async throws {
        let folder = try ScenarioFolder()
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        configuration.stubFolder = folder.path
        try FileManager.default.createDirectory(atPath: folder.path + "/mappings", withIntermediateDirectories: true)
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            let added = try await server.send("POST", "/__admin/mappings", body: Self.mapping("start"))
            #expect(added.status == 201)
            for round in 1...8 {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for name in ["a\(round)", "b\(round)", "c\(round)"] {
                        group.addTask {
                            let path = "/__admin/mappings/\(Self.id)"
                            return try await server.send("PUT", path, body: Self.mapping(name)).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == [200, 200, 200])
                let served = try await server.send("GET", "/served").text
                #expect(try folder.names(in: "mappings") == ["\(served)-\(Self.id).json"])
            }
            #expect(try await server.send("DELETE", "/__admin/mappings/\(Self.id)").status == 200)
            #expect(try folder.names(in: "mappings").isEmpty)
        }
    }

    private static func mapping(_ name: String) -> String {
        #"{"id": "\#(id)", "name": "\#(name)", "persistent": true, "request": {"url": "/served"}, "#
            + #""response": {"body": "\#(name)", "headers": {"Content-Type": "text/plain"}}}"#
    }
}

extension ScenarioFolder {
    fileprivate func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)
    }
}
