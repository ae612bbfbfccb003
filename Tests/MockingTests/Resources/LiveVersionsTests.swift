import HAL
import Scenarios
import Testing

@testable import Mocking

/// Preconditions, entity tags and dates of live resources.
@Suite struct LiveVersionsTests {
    private static let resource = "  l: { path: /l, items: [{ id: a, n: 1 }] }"

    @Test(
        "The preconditions of a POST concern the collection",
        arguments: [
            ("If-Match: \"9\"", 412), ("If-Match: \"1\"", 201), ("If-Match: \"1-j\"", 201), ("If-Match: *", 201),
            ("If-None-Match: *", 412), ("If-None-Match: \"9\"", 201),
            ("If-Unmodified-Since: Thu, 01 Jan 1970 01:23:19 GMT", 412), ("If-Unmodified-Since: soon", 201),
        ]
    )
    func checksCreation(_ field: String, _ status: Int) throws {
        let world = try LiveFixture(Self.resource)
        #expect(world.send("POST /l", field, body: "{}")?.status == status)
    }

    @Test(
        "With 'requireIfMatch', only a condition on the version will do",
        arguments: [
            ("If-Unmodified-Since: soon", 428), ("If-Unmodified-Since: Thu, 01 Jan 1970 01:23:20 GMT", 200),
            ("If-None-Match: \"9\"", 428), ("If-None-Match: *", 412), ("If-Match: soon", 412), ("If-Match: *", 200),
            ("If-Modified-Since: Thu, 01 Jan 1970 01:23:20 GMT", 428),
        ]
    )
    func needsConditions(_ field: String, _ status: Int) throws {
        let world = try LiveFixture("  l: { path: /l, requireIfMatch: true, items: [{ id: a, n: 1 }] }")
        #expect(world.send("PUT /l/a", field, body: "{}")?.status == status)
        #expect(world.send("POST /l", body: "{}")?.status == 201)
    }

    @Test("A date that is repeated is none (RFC 9110 §13.1.3, §13.1.4)")
    func ignoresRepeatedDates() throws {
        let world = try LiveFixture(Self.resource)
        let early = "Thu, 01 Jan 1970 01:23:19 GMT"
        #expect(world.send("PUT /l/a", "If-Unmodified-Since: \(early)", body: "{}")?.status == 412)
        let twice = Array(repeating: "If-Unmodified-Since: \(early)", count: 2).joined(separator: "\n")
        #expect(world.send("PUT /l/a", twice, body: "{}")?.status == 200)
    }

    @Test("After a reset, an entity tag of before names no other content, and the first one is true again")
    func keepsTagsApart() throws {
        let world = try LiveFixture(Self.resource)
        #expect(world.send("PUT /l/a", body: #"{"n": 2}"#)?.fields["etag"] == "\"2\"")
        world.engine.root.resetState()
        let first = try #require(world.send("GET /l/a"))
        #expect(first.fields["etag"] == "\"1\"" && first.json["n"] == 1)
        #expect(world.send("GET /l")?.fields["etag"] == "\"1\"")
        let put = try #require(world.send("PUT /l/a", body: #"{"n": 3}"#))
        #expect(put.fields["etag"] == "\"4\"")
        #expect(world.send("GET /l/a", "If-None-Match: \"2\"")?.status == 200)
        #expect(world.send("PUT /l/a", "If-Match: \"2\"", body: "{}")?.status == 412)
    }

    @Test("The items of a changed file have other entity tags than those of the file before")
    func keepsTagsOfFilesApart() throws {
        let world = try LiveFixture(Self.resource)
        #expect(world.send("GET /l/a")?.fields["etag"] == "\"1\"")
        let changed = "scenario: t\nroot: true\nresources:\n  l: { path: /l, items: [{ id: a, n: 5 }] }\n"
        let read = ScenarioReader.read(Array(changed.utf8), path: "t.yaml")
        world.engine.replace(scenarios: [try #require(read.scenario)])
        #expect(world.send("GET /l/a", "If-None-Match: \"1\"")?.json["n"] == 5)
    }

    @Test("A change at the beginning of time is one, and no date is later than that of the response")
    func hasDates() throws {
        let world = try LiveFixture(Self.resource)
        let (epoch, before) = ("Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 01:23:20 GMT")
        #expect(world.send("GET /l/a", at: 5_000_000)?.fields["last-modified"] == before)
        #expect(world.send("PUT /l/a", body: "{}", at: 0)?.fields["last-modified"] == epoch)
        #expect(world.send("GET /l/a", at: 5_000_000)?.fields["last-modified"] == epoch)
        #expect(world.send("PUT /l/a", body: "{}", at: 5_000_000)?.fields["last-modified"] == before)
        #expect(world.send("GET /l/a", at: 0)?.fields["last-modified"] == epoch)
        #expect(world.send("GET /l", at: 0)?.fields["last-modified"] == epoch)
    }

    @Test(
        "Content that is not a whole item in JSON is refused (RFC 9110 §8.4, §14.5)",
        arguments: [
            ("PUT /l/a", ["Content-Range: bytes 0-1/2"], 400, ""),
            ("PUT /l/a", ["Content-Encoding: br"], 415, "gzip, identity"),
            ("POST /l", ["Content-Encoding: br"], 415, "gzip, identity"),
            (
                "PATCH /l/a", ["Content-Encoding: zstd", "Content-Type: application/merge-patch+json"], 415,
                "gzip, identity"
            ),
            ("PUT /l/a", ["Content-Type: application/merge-patch+json"], 415, ""),
            ("POST /l", ["Content-Type: application/json-patch+json; a=b"], 415, ""),
            ("PUT /l/a", ["Content-Encoding: identity", "Content-Type: application/vnd.l+json"], 200, ""),
        ]
    )
    func checksContent(_ line: String, _ fields: [String], _ status: Int, _ codings: String) throws {
        let world = try LiveFixture(Self.resource)
        let head = fields.joined(separator: "\n")
        let answer = try #require(world.send(line, head, body: "{}"))
        #expect(answer.status == status && answer.fields["accept-encoding"] ?? "" == codings, "\(answer)")
    }
}
