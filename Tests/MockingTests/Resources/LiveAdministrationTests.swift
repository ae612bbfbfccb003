import HAL
import Testing

@testable import Mocking

/// What an administrator or a file puts into a live resource keeps the rules that clients keep.
@Suite struct LiveAdministrationTests {
    private static let resources = """
          logs: { path: /logs, ids: sequence, unique: [r], references: { s: stations }, items: [{ id: 1, s: a }] }
          stations: { path: /stations, ids: client, items: [{ id: a }, { id: b }] }
        """

    private func refusal(_ resource: String, _ items: [JSONObject]) throws -> Mount.ResourceRefusal? {
        let world = try LiveFixture(Self.resources)
        do throws(Mount.ResourceRefusal) {
            _ = try world.engine.root.setResource(resource, to: items, at: 9)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Items that are not valid are refused with their place",
        arguments: [
            (["id": 1], "/1/id", "the item /1 is not valid: 'id' is used twice: '1'"),
            (["x": 1], "/1/id", "'id' is required"), (["id": "x"], "/1/id", "as 'ids' is 'sequence', not 'x'"),
            (["id": 2, "r": 7.0], "/1/r", "'r' must be unique"), (["id": 2, "s": "z"], "/1/s", "of 'stations'"),
            (["id": 2, "v": nested(100)], "/1", "at most 1048576 bytes, 50000 values and 100 levels"),
        ] as [(JSONObject, String, String)]
    )
    func refuses(_ item: JSONObject, _ pointer: String, _ reason: String) throws {
        let refusal = try #require(try refusal("logs", [["id": 1, "r": 7], item]))
        #expect(refusal.status == 422 && refusal.pointer == pointer && refusal.reason.contains(reason), "\(refusal)")
    }

    /// Lists inside each other.
    private static func nested(_ levels: Int) -> JSONValue {
        (1..<levels).reduce(JSONValue.array([])) { value, _ in .array([value]) }
    }

    @Test("Members that the server makes are removed, and an item of 100 levels is accepted")
    func accepts() throws {
        let world = try LiveFixture(Self.resources)
        let item: JSONObject = ["id": 1, "_links": ["self": 1], "_embedded": 1, "_templates": 1, "v": Self.nested(99)]
        #expect(try world.engine.root.setResource("logs", to: [item], at: 9))
        let body = try #require(world.send("GET /logs/1")).body
        #expect(body.hasPrefix(#"{"id":1,"v":[["#) && body.hasSuffix(#"]],"_links":{"self":{"href":"/logs/1"}}}"#))
        #expect(world.send("PUT /logs/1", body: body)?.status == 200)
    }

    @Test("Items to which others refer stay")
    func keepsReferences() throws {
        let refusal = try #require(try refusal("stations", [["id": "b"]]))
        #expect(refusal.status == 409 && refusal.reason.contains("refers to 'a' by 's'"), "\(refusal)")
        #expect(try self.refusal("stations", [["id": "a"]]) == nil)
    }

    @Test("A sequence goes on with unused numbers when the greatest one is in use")
    func continuesSequences() throws {
        let resource = "  l: { path: /l, ids: sequence, allowCreate: true, items: [{ id: 1 }, { id: 3 }] }"
        let world = try LiveFixture(resource)
        #expect(world.send("POST /l", body: #"{"id": 9007199254740992}"#)?.status == 422)
        #expect(world.send("POST /l", body: #"{"id": 9007199254740991}"#)?.status == 201)
        let ids = (1...3).map { _ in world.send("POST /l", body: "{}")?.json["id"]?.number?.int }
        #expect(ids == [2, 4, 5])
        for id in ["007", "+8", "-1", "1.0", "1e2", "9007199254740992"] {
            #expect(world.send("PUT /l/\(id)", body: "{}")?.status == 422, "\(id)")
        }
        #expect(world.send("PUT /l/8", body: "{}")?.status == 201)
    }

    @Test("The explanation of a path beside a resource names it")
    func explains() throws {
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a }] }")
        let hint = "the live resource 'l' is at /l, each item at /l/{id}"
        for path in ["/l/", "/L", "/l/a/b"] { #expect(try diagnosis(world, path).hint == hint, "\(path)") }
        let other = try diagnosis(world, "/other")
        #expect(other.text.contains("There are no interactions at /; it has live resources at /l\n"), "\(other.text)")
        let both = try LiveFixture(
            "  l: { path: /l }",
            more: "interactions: [{ request: { url: /a }, response: {} }]\n"
        )
        #expect(try diagnosis(both, "/b").text.contains("Live resources at /: /l\n"))
        let json = try JSONValue(parsing: diagnosis(both, "/b").json)
        #expect(json["resources"] == ["/l"])
    }

    private func diagnosis(_ world: LiveFixture, _ path: String) throws -> Diagnosis {
        try #require(world.engine.diagnosis("GET \(path) HTTP/1.1\nHost: x\n\n"))
    }
}
