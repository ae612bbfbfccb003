import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// The data of json-server.
struct DatabaseReaderTests {
    private static func read(_ text: String) -> ImportResult {
        let settings = ImportSettings(ScenarioGenerator(title: "db", slug: "db"))
        return ImportFormat.read(Array(text.utf8), path: "db.json", settings)
    }

    private static let data = """
        { "posts": [{ "id": 1, "title": "a", "views": 100.50, "authorId": "u1" }, { "id": 9, "authorId": "u1" }],
          "authors": [{ "id": "u1", "name": "Ada", "password": "SECRET-1" }],
          "comments": [{ "id": "c1", "postId": 7 }], "profile": { "name": "x" }, "tags": ["a"], "version": 3, "none": [] }
        """

    @Test("lists become live resources, and objects interactions")
    func resources() throws {
        let result = Self.read(Self.data)
        let scenario = try #require(result.scenario, "\(result.issues)")
        let problems = ScenarioReader.read(Array(scenario.text.utf8), path: "db.yaml").issues
        #expect(problems.isEmpty, "\(problems)")
        let posts = scenario.content["resources"]?["posts"]
        #expect(posts?["path"] == "/posts" && posts?["ids"] == "sequence")
        #expect(posts?["references"] == ["authorId": "authors"])
        #expect(posts?["links"] == ["author": "/authors/{authorId}"])
        #expect(posts?["items"]?[0]?["views"]?.serialized() == "100.50")
        #expect(scenario.content["resources"]?["comments"]?["references"] == nil, "no post has the id 7")
        #expect(scenario.content["interactions"]?[0]?["name"] == "profile")
        #expect(scenario.resources == 4 && scenario.secrets == 1 && !scenario.text.contains("SECRET"))
        #expect(result.skipped.reasons.map(\.text) == ["a list without objects", "neither a list nor an object"])
        #expect(result.notes.total == 1)
        let created = scenario.content["contract"]?.array?.first { $0["step"] == "POST posts" }
        #expect(created?["expect"]?["location"] == "/posts/10")
    }

    @Test("items that a live resource rejects are counted by reason")
    func items() {
        let result = Self.read(
            #"{ "a": [{ "id": 1 }, { "id": 1 }, { "id": 1.5 }, { "n": 1 }, { "id": ".." }], "b/c": [{}] }"#
        )
        #expect(result.scenario?.content["resources"]?["a"]?["items"]?.array?.count == 1)
        #expect(result.skipped.total == 5)
    }

    @Test("a file is recognized by its lists of objects", arguments: ["{}", "[]", #"{ "a": [1] }"#, #"{ "a": 1 }"#])
    func others(text: String) {
        #expect(Self.read(text).scenario == nil)
        #expect(Self.read(text).issues.first?.message.contains("is not supported") == true)
    }
}
