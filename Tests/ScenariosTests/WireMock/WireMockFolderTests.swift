import Foundation
import Testing

@testable import Documents
@testable import Scenarios

/// Folders as WireMock has them, on the disk.
@Suite final class WireMockFolderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "Stubs-\(UUID().uuidString)").path()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func issues(_ sources: ScenarioSources) -> [String] {
        ScenarioLoader.load(sources).issues.map { "\($0.location): \($0.message)".replacing(folder, with: "") }
    }

    @Test func isOneScenarioAtTheRootWhoseLastMappingGoesFirst() throws {
        try write("mappings/Some Stub_1.json", #"{"name": "a", "request": {"url": "/a"}}"#)
        try write("mappings/deep/_more.json", #"{"mappings": [{"name": "b"}, {"name": "c"}]}"#)
        try write("mappings/readme.txt", "no mapping")
        try write("mappings/.hidden.json", "no mapping")
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        let scenario = try #require(result.scenarios.first)
        #expect(result.scenarios.count == 1 && scenario.isRoot && scenario.slug.hasPrefix("stubs-"))
        let names = scenario.variants.variant(at: 0).interactions.compactMap(\.name)
        // Which file is first depends on the directory.
        #expect([["c", "b", "a"], ["a", "c", "b"]].contains(names))
        #expect(scenario.wireMockFolder == folder)
    }

    @Test func keepsTheIdentifiersOfMappingsWithoutOne() throws {
        try write("mappings/a.json", #"{"mappings": [{}, {}]}"#)
        try write("mappings/b.json", "{}")
        func load() -> [String] {
            ScenarioLoader.load(paths: [folder]).scenarios[0].variants.variant(at: 0).interactions.compactMap(\.id)
        }
        let first = load()
        try write("mappings/c.json", "{}")
        #expect(first.count == 3 && Set(first).count == 3)
        #expect(Set(first).isSubset(of: load()))
    }

    @Test func takesBodiesFromItsFilesAndFromNowhereElse() throws {
        try write("mappings/a.json", #"{"response": {"bodyFileName": "pages/one.txt"}}"#)
        try write("__files/pages/one.txt", "first")
        let interaction = ScenarioLoader.load(paths: [folder]).scenarios[0].variants.variant(at: 0).interactions[0]
        #expect(try interaction.responses.responses[0].body.stored == Array("first".utf8))
        #expect(interaction.responses.responses[0].bodyFileName == "pages/one.txt")
        try write("mappings/pages/two.txt", "second")
        try write("mappings/b.json", #"{"response": {"bodyFileName": "pages/two.txt"}}"#)
        #expect(
            issues(ScenarioSources(paths: [folder])) == [
                "/mappings/b.json:1:31: 'bodyFileName': no file 'pages/two.txt' in '/__files'"
            ]
        )
    }

    @Test func namesEveryProblemOfEveryFile() throws {
        try write("mappings/a.json", #"{"request": {"metod": "GET"}}"#)
        try write("mappings/b.json", "[]")
        try write("mappings/c.json", "")
        try write("mappings/d.json", #"{"id": "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7"}"#)
        try write("mappings/e.json", #"{"id": "8C5DB8B0-2DB4-4AD7-A99F-38C9B00DA3F7"}"#)
        let found = issues(ScenarioSources(paths: [folder]))
        #expect(found[0] == "/mappings/a.json:1:14: this mapping is not served: unknown key 'metod' in a request")
        #expect(found[1] == "/mappings/b.json:1:1: this mapping is not served: a mapping must be an object, not a list")
        #expect(found[2].hasPrefix("/mappings/c.json:1:1: "))
        #expect(found[3].hasPrefix("/mappings/d.json:1:1: the identifier '8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7' is"))
        #expect(found.count == 4)
    }

    @Test func mayBeEmptyWhenItIsNamedAsSuch() throws {
        let result = ScenarioLoader.load(ScenarioSources(paths: [], wireMockFolder: folder + "/"))
        #expect(result.issues.isEmpty)
        #expect(result.scenarios.map { $0.variants.variant(at: 0).interactions.count } == [0])
        #expect(
            issues(ScenarioSources(paths: [], wireMockFolder: folder + "/none")).first?.contains("no such folder")
                == true
        )
    }

    @Test("Beside mappings nothing is read but what says that it is a scenario")
    func passesOverOtherFiles() throws {
        try write("mappings/a.json", "{}")
        for name in ["package.json", "src/test.json", "node_modules/x/package.json", "__files/body.json"] {
            try write(name, #"{"name": "x", "deep": {"scenario": "no"}}"#)
        }
        try write("docker-compose.yml", "services:\n  mock: {image: x}\n")
        try write("broken.json", "{")
        try write(".github/workflows/ci.yml", "on: push")
        #expect(issues(ScenarioSources(paths: [folder])).isEmpty)
        #expect(issues(ScenarioSources(paths: [], wireMockFolder: folder)).isEmpty)
        try write("scenarios.json", #"{"scenario": "t"}"#)
        #expect(issues(ScenarioSources(paths: [folder])).first?.hasPrefix("/scenarios.json:1:1: ") == true)
        #expect(issues(ScenarioSources(paths: [], wireMockFolder: folder)).isEmpty)
    }

    @Test func standsBesideScenarioFiles() throws {
        try write("a.yaml", "# a\nscenario: t\ninteractions:\n  - response: {}\n")
        try write("b.json", #"{"scenario": "t", "interactions": [{"response": {}}]}"#)
        try write("mappings/c.json", "{}")
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        #expect(result.scenarios.map(\.slug).prefix(2) == ["a", "b"] && result.scenarios.count == 3)
    }

    @Test("A scenario file that is no valid YAML is told of, beside mappings too")
    func reportsBrokenScenarios() throws {
        try write("mappings/c.json", "{}")
        try write("a.yaml", "'scenario': t\ninteractions: [\n")
        #expect(issues(ScenarioSources(paths: [folder])).count == 1)
    }

    @Test("What editors on Windows and WireMock's own writer leave in a file means nothing")
    func takesFilesAsTheyAreWritten() throws {
        let mapping = """
            \u{FEFF}{\r\n  "id" : "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7",\r\n  "name" : "Tankstelle \u{fc}",\r
              "uuid" : "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7", "persistent" : true, "insertionIndex" : 3,\r
              "request" : { "url" : "/a", "method" : "ANY" }, "postServeActions" : [ ], "serveEventListeners" : [ ],\r
              "response" : { "status" : 200, "transformers" : [ ], "transformerParameters" : { } }\r\n}
            """
        try write("mappings/Tankstelle \u{fc} (1).JSON", mapping)
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        #expect(result.scenarios.first?.variants.variant(at: 0).interactions.map(\.name) == ["Tankstelle \u{fc}"])
    }
}
