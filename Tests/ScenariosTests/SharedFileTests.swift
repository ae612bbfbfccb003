import Foundation
import HAL
import HTTPTypes
import Testing

@testable import Documents
@testable import Scenarios

/// Real files that include each other.
@Suite final class SharedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)").path()
    private static let shared = "representations: { station: { jsonBody: { name: shared } } }\n"

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

    private func writeScenario(_ name: String, including files: String, more: String = "") throws {
        let interactions = "interactions: [{ request: { url: / }, response: { representation: station } }]\n"
        try write(name, "scenario: t\ninclude: \(files)\n\(more)\(interactions)")
    }

    private func issues() -> [String] {
        ScenarioLoader.load(paths: [folder]).issues.map { "\($0.location): \($0.message)".replacing(folder, with: "") }
    }

    private func body() throws -> String {
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty, "\(result.issues)")
        let response = try #require(result.scenarios.first).variants.variant(at: 0).interactions[0].responses.responses[
            0
        ]
        guard case .json(let body) = response.body else { return "" }
        return body.serialized()
    }

    @Test("A file of a parent folder is included, and is not a scenario itself")
    func includesFromAParent() throws {
        try write("_shared.yaml", Self.shared)
        try writeScenario("a/b.yaml", including: "[../_shared.yaml]")
        #expect(try body() == #"{"name":"shared"}"#)
    }

    @Test("The file wins over what it includes, later includes over earlier ones, at any depth")
    func ranksFiles() throws {
        try write("_a.yaml", Self.shared.replacing("shared", with: "a"))
        try write("_b.yaml", "include: [_c.json]\n")
        try write("_c.json", #"{ "representations": { "station": { "jsonBody": { "name": "c" } } } }"#)
        try writeScenario("s.yaml", including: "[_a.yaml, _b.yaml]")
        #expect(try body() == #"{"name":"c"}"#)
        try writeScenario("s.yaml", including: "[_a.yaml]", more: Self.shared.replacing("shared", with: "own"))
        #expect(try body() == #"{"name":"own"}"#)
    }

    @Test func mergesDefaults() throws {
        try write("_a.yaml", "defaults: { response: { headers: { X-A: a, X-B: a } } }\n" + Self.shared)
        try writeScenario(
            "s.yaml",
            including: "[_a.yaml]",
            more: "defaults: { response: { headers: { X-B: own } } }\n"
        )
        let scenario = try #require(ScenarioLoader.load(paths: [folder]).scenarios.first)
        let fields = scenario.variants.variant(at: 0).interactions[0].responses.responses[0].fields
        #expect(Set(fields.map { "\($0.name): \($0.value)" }) == ["X-A: a", "X-B: own"])
        #expect(scenario.includedFiles == [folder + "/_a.yaml"])
    }

    @Test("A mistake in a shared file is reported once, at its place there, and each scenario with it")
    func reportsMistakesWhereTheyAre() throws {
        try write("_shared.yaml", "representations:\n  station: { jsonBdy: {} }\n")
        try writeScenario("a.yaml", including: "[_shared.yaml]")
        try writeScenario("b.yaml", including: "[_shared.yaml]")
        #expect(
            issues() == [
                "/_shared.yaml:2:14: unknown key 'jsonBdy' in a representation",
                "/a.yaml:2:11: '/_shared.yaml', which it includes, has errors",
                "/b.yaml:2:11: '/_shared.yaml', which it includes, has errors",
            ]
        )
        #expect(ScenarioLoader.load(paths: [folder]).scenarios.isEmpty)
    }

    @Test func reportsBrokenYAMLWhereItIs() throws {
        try write("_shared.yaml", "representations: {\n")
        try writeScenario("a.yaml", including: "[_shared.yaml]")
        #expect(issues().contains { $0.hasPrefix("/_shared.yaml:") }, "\(issues())")
    }

    @Test("Cycles end with a message")
    func findsCycles() throws {
        try write("_a.yaml", "include: [_b.yaml]\n" + Self.shared)
        try write("_b.yaml", "include: [_a.yaml]\n")
        try writeScenario("s.yaml", including: "[_a.yaml]")
        #expect(
            issues().first
                == "/_b.yaml:1:11: '_a.yaml' cannot be included: the file includes itself, directly or through another one"
        )
    }

    @Test(
        "Names that are refused",
        arguments: [
            ("_missing.yaml", "there is no file"), ("other.yaml", "must begin with '_'"),
            ("_a.txt", "end with '.yaml'"),
            ("/etc/_a.yaml", "must be relative"), ("../../../../../../../../dev/_a.yaml", "there is no file"),
            ("_link.yaml", "outside the folder of scenarios"), ("_scenario.yaml", "has errors"),
        ]
    )
    func refuses(_ name: String, _ reason: String) throws {
        let outside = folder + "-outside"
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try Data(Self.shared.utf8).write(to: URL(filePath: outside + "/_a.yaml"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/_link.yaml",
            withDestinationPath: outside + "/_a.yaml"
        )
        try write("_scenario.yaml", "scenario: t\ninteractions: []\n")
        try writeScenario("s.yaml", including: "[\(name)]")
        #expect(issues().contains { $0.contains(reason) }, "\(issues())")
    }

    @Test("A change of an included file is a change of the scenario; one with errors keeps the old version")
    func changes() throws {
        try write("_shared.yaml", Self.shared)
        try writeScenario("a.yaml", including: "[_shared.yaml]")
        let before = ScenarioLoader.load(paths: [folder])
        try write("_shared.yaml", Self.shared.replacing("shared", with: "changed"))
        let after = ScenarioLoader.load(paths: [folder])
        let changes = ScenarioChanges(from: before.scenarios, to: after)
        #expect(changes.changes.map(\.kind) == [.reloaded])
        #expect(
            ScenarioLoader.load(ScenarioSources(paths: [folder]), after: before).scenarios.map(\.contents)
                == after.scenarios.map(\.contents)
        )
        try write("_shared.yaml", "representations: []\n")
        let broken = ScenarioChanges(from: after.scenarios, to: ScenarioLoader.load(paths: [folder]))
        #expect(broken.scenarios.count == 1 && broken.changes.isEmpty)
        #expect(broken.keptFiles == [folder + "/a.yaml"])
    }
}
