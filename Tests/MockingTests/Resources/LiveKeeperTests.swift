import Foundation
import HAL
import Messages
import Scenarios
import Testing

@testable import Mocking

/// Live resources that survive the server in a file.
@Suite final class LiveKeeperTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)").path()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var file: String { folder + "/_logs.json" }

    private static let scenario = """
        scenario: t
        root: true
        resources:
          logs: { path: /logs, ids: sequence, tombstones: true, persist: _logs.json, items: [{ id: 1, n: 2.50 }] }
        """

    private func engine(isFresh: Bool = false) throws -> Engine {
        var configuration = EngineConfiguration()
        configuration.loadsSavedResources = !isFresh
        let read = ScenarioReader.read(Array(Self.scenario.utf8), path: folder + "/t.yaml")
        return Engine([try #require(read.scenario)], configuration)
    }

    private func send(_ engine: Engine, _ line: String, body: String = "") throws -> (status: Int, text: String) {
        let reply = try #require(engine.reply("\(line) HTTP/1.1\nHost: x\n\n\(body)", at: 5_000_000))
        let response = reply.work?() ?? reply.response
        return (response.status, response.bodyText)
    }

    private func saved() throws -> JSONValue {
        try JSONValue(parsing: DiskFile.contents(of: file, limit: 1 << 20))
    }

    @Test("A change is in the file before it is confirmed, and another server begins with it")
    func survives() throws {
        let engine = try self.engine()
        #expect(try send(engine, "GET /logs/1").status == 200)
        #expect(DiskFile.kind(of: file) == nil)
        #expect(try send(engine, "POST /logs", body: #"{"n": 7.10}"#).status == 201)
        #expect(try saved()["items"]?.serialized() == #"[{"id":1,"n":2.50},{"id":2,"n":7.10}]"#)
        #expect(try send(engine, "DELETE /logs/2").status == 204)
        let other = try self.engine()
        #expect(try send(other, "GET /logs/2").status == 410)
        #expect(try send(other, "POST /logs", body: "{}").text.hasPrefix(#"{"id":3,"#))
        #expect(try saved()["revision"] == 4)
    }

    @Test("A sandbox, and the scenario's own address beside the root, leave the file alone")
    func belongsToOneAddress() throws {
        let engine = try self.engine()
        for prefix in ["/@one", "/~t", "/~t@two"] {
            #expect(try send(engine, "DELETE \(prefix)/logs/1").status == 204)
        }
        #expect(DiskFile.kind(of: file) == nil)
    }

    @Test("A reset restores the first items in the file too, with new versions")
    func resets() throws {
        let engine = try self.engine()
        #expect(try send(engine, "PUT /logs/1", body: #"{"n": 3}"#).status == 200)
        engine.root.resetState()
        #expect(try saved()["items"]?.serialized() == #"[{"id":1,"n":2.50}]"#)
        #expect(try saved()["revision"] == 3)
    }

    @Test("A fresh server ignores the file, and replaces it with its first change")
    func canBeFresh() throws {
        #expect(try send(engine(), "DELETE /logs/1").status == 204)
        let fresh = try engine(isFresh: true)
        #expect(try send(fresh, "GET /logs/1").status == 200)
        #expect(try saved()["items"] == [])
        #expect(try send(fresh, "PUT /logs/1", body: "{}").status == 200)
        #expect(try saved()["items"]?.array?.count == 1)
    }

    @Test(
        "A file that cannot be used has a reason",
        arguments: [
            ("{", "is not valid JSON: 1:2"), ("[]", "does not contain 'items'"),
            (#"{"items":[1]}"#, "a list of objects"),
            (#"{"items":[{"id":"x"}]}"#, "the item /0 is not valid: 'id' must be an integer from 0"),
            (#"{"items":[{"id":1},{"id":1}]}"#, "the item /1 is not valid: 'id' is used twice: '1'"),
            (
                #"{"items":[],"revision":9223372036854775807}"#,
                "'revision' must be an integer from 1 to 4503599627370496"
            ),
            (#"{"items":[],"revision":"2"}"#, "'revision' must be an integer from 1 to 4503599627370496"),
            (#"{"items":[],"next":9223372036854775807}"#, "'next' must be an integer from 1 to 9007199254740991"),
            (#"{"items":[],"removed":[1]}"#, "'removed' must be a list of strings"),
        ]
    )
    func reports(_ text: String, _ reason: String) throws {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let read = ScenarioReader.read(Array(Self.scenario.utf8), path: folder + "/t.yaml")
        let resource = try #require(read.scenario?.variants.variant(at: 0).resources.first)
        let problem = try #require(SavedResources.problem(of: resource))
        #expect(problem.contains(reason), "\(problem)")
    }

    @Test("A change that cannot be saved gets 500 with the reason")
    func reportsFailures() throws {
        try FileManager.default.createDirectory(atPath: file + ".new", withIntermediateDirectories: true)
        let answer = try send(engine(), "DELETE /logs/1")
        #expect(answer.status == 500 && answer.text.contains("the change is not saved: "), "\(answer)")
    }
}
