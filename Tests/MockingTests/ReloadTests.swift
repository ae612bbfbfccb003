import Foundation
import Scenarios
import Testing

@testable import Mocking

/// Changes of files while an engine is running.
@Suite final class ReloadTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")

    init() throws {
        try write("orders.yaml", Self.sequence("Orders", ["one", "two", "three"]))
        try write("stations.yaml", Self.sequence("Stations", ["first", "second"]))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func sequence(_ title: String, _ bodies: [String]) -> String {
        let responses = bodies.map { "{ body: \($0) }" }.joined(separator: ", ")
        return "scenario: \(title)\ninteractions: [{ request: { urlPath: /\(title) }, responses: [\(responses)] }]\n"
    }

    private func write(_ name: String, _ text: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func read() -> ScenarioLoader.Result {
        ScenarioLoader.load(ScenarioSources(paths: [folder.path()]))
    }

    private func body(_ engine: Engine, _ path: String) -> String? {
        engine.reply("GET \(path) HTTP/1.1\n\n")?.response.bodyText
    }

    private func engine() -> Engine {
        Engine(scenarios: read().scenarios, configuration: EngineConfiguration())
    }

    @Test(arguments: ["/Orders", "/@t/Orders", "/~orders@t/Orders"])
    func whatHasNotChangedGoesOn(path: String) throws {
        let engine = engine()
        #expect(body(engine, path) == "one")
        let other = path.replacing("Orders", with: "Stations").replacing("orders", with: "stations")
        #expect(body(engine, other) == "first")
        try write("stations.yaml", Self.sequence("Stations", ["anew", "second"]))
        let changes = try #require(engine.update(to: read()))
        #expect(changes.changes.map(\.slug) == ["stations"])
        #expect(changes.changes.map(\.kind) == [.reloaded])
        #expect(body(engine, path) == "two")
        #expect(body(engine, other) == "anew")
    }

    @Test func aBrokenFileKeepsItsVersionAndHoldsBackNoOther() throws {
        let engine = engine()
        #expect(body(engine, "/Orders") == "one")
        try write("orders.yaml", "scenario: Orders\ninteractions: [{ respnse: {} }]\n")
        try write("stations.yaml", Self.sequence("Stations", ["anew"]))
        try write("third.yaml", Self.sequence("Third", ["third"]))
        let changes = try #require(engine.update(to: read()))
        #expect(changes.keptFiles.map { $0.hasSuffix("orders.yaml") } == [true])
        #expect(changes.changes.map(\.slug) == ["stations", "third"])
        #expect(body(engine, "/Orders") == "two")
        #expect(body(engine, "/Stations") == "anew")
        #expect(body(engine, "/~third/Third") == "third")
        try FileManager.default.removeItem(at: folder.appending(path: "third.yaml"))
        #expect(engine.update(to: read())?.changes.map(\.kind) == [.removed])
        #expect(body(engine, "/Third") == nil)
    }

    @Test func aFolderThatIsGoneForAMomentTakesNothingAway() throws {
        let engine = engine()
        try FileManager.default.removeItem(at: folder)
        let changes = try #require(engine.update(to: read()))
        #expect(changes.changes.isEmpty && changes.keptFiles.count == 2)
        #expect(body(engine, "/Orders") == "one")
    }

    @Test func aReadingThatBeganEarlierChangesNothing() throws {
        let engine = engine()
        let early = read()
        try write("orders.yaml", Self.sequence("Orders", ["late"]))
        let late = read()
        #expect(engine.update(to: late)?.changes.count == 1)
        #expect(engine.update(to: early) == nil)
        #expect(body(engine, "/Orders") == "late")
    }

    @Test func aBodyFileIsPartOfItsScenario() throws {
        try write("body.txt", "before")
        let interaction = "{ request: { urlPath: /body }, response: { bodyFileName: body.txt } }"
        try write("body.yaml", "scenario: Body\ninteractions: [\(interaction)]\n")
        let engine = engine()
        try write("body.txt", "after")
        #expect(engine.update(to: read())?.changes.map(\.slug) == ["body"])
        #expect(body(engine, "/body") == "after")
        #expect(engine.update(to: read())?.changes.isEmpty == true)
    }

    @Test func ofAWireMockFolderOnlyTheFilesThatHaveChangedBeginAnew() throws {
        func mapping(_ path: String, _ body: String, machine: String) -> String {
            #"""
            {"request": {"urlPath": "\#(path)"}, "response": {"body": "\#(body)"}, "scenarioName": "\#(machine)",
             "newScenarioState": "served"}
            """#
        }
        try write("stubs/mappings/a.json", mapping("/a", "a", machine: "first"))
        try write("stubs/mappings/b.json", mapping("/b", "b", machine: "second"))
        let engine = engine()
        let mount = try engine.mount(at: .root)
        #expect(body(engine, "/a") == "a" && body(engine, "/b") == "b")
        try write("stubs/mappings/b.json", mapping("/b", "new", machine: "second"))
        try write("stubs/mappings/c.json", "{")
        let changes = try #require(engine.update(to: read()))
        #expect(changes.changes.map { $0.file.hasSuffix("b.json") } == [true])
        #expect(mount.machines.map(\.state).sorted() == ["Started", "served"])
        #expect(body(engine, "/a") == "a" && body(engine, "/b") == "new")
        try write("stubs/mappings/a.json", "{")
        #expect(engine.update(to: read())?.keptFiles.map { $0.hasSuffix("a.json") } == [true])
        #expect(body(engine, "/a") == "a")
    }
}
