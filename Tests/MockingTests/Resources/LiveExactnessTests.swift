import HAL
import Testing

@testable import Mocking

/// Live resources compare names, ids and values as RFC 8259 §8.3 says: by code units, and numbers by value.
@Suite struct LiveExactnessTests {
    private static let merge = "Content-Type: application/merge-patch+json"
    /// `é` in one scalar, and in two.
    private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

    private static func ids(_ answer: LiveFixture.Answer?) -> [String] {
        answer?.json["_embedded"]?["l"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test("Equivalent ids are ids of different items")
    func tellsIDsApart() throws {
        let world = try LiveFixture("  l: { path: /l, ids: client }")
        #expect(world.send("POST /l", body: #"{"id": "\#(Self.composed)", "n": 1}"#)?.status == 201)
        #expect(world.send("POST /l", body: #"{"id": "\#(Self.decomposed)", "n": 2}"#)?.status == 201)
        #expect(world.send("GET /l/%C3%A9")?.json["n"] == 1 && world.send("GET /l/e%CC%81")?.json["n"] == 2)
        #expect(world.send("PUT /l/%C3%A9", body: #"{"id": "\#(Self.decomposed)"}"#)?.status == 409)
        #expect(world.send("DELETE /l/e%CC%81")?.status == 204 && world.send("GET /l/%C3%A9")?.status == 200)
    }

    @Test(
        "Filters compare bytes",
        arguments: [
            ("t=%C3%A9", ["a"]), ("t=e%CC%81", ["b"]), ("t:ne=%C3%A9", ["b", "c"]), ("t:startsWith=e", ["b"]),
            ("t:endsWith=%CC%81", ["b"]), ("t:contains=e", ["b"]), ("t:in=%C3%A9,%E2%84%AA", ["a", "c"]), ("t=K", []),
            ("t:contains=", ["a", "b", "c"]), ("sort=t,DESC", ["c", "a", "b"]), ("sort=-t", ["c", "a", "b"]),
            ("sort=t", ["b", "a", "c"]),
        ]
    )
    func filters(_ query: String, _ expected: [String]) throws {
        let items = #"[{ id: a, t: "\u00E9" }, { id: b, t: "e\u0301" }, { id: c, t: "\u212A" }]"#
        let world = try LiveFixture("  l: { path: /l, items: \(items) }")
        #expect(Self.ids(world.send("GET /l?\(query)")) == expected)
    }

    @Test("A merge patch changes the member with the very name")
    func merges() throws {
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a, \"\\u00E9\": 1 }] }")
        let body = #"{"\#(Self.decomposed)": null, "n": {"\#(Self.composed)": 1, "\#(Self.decomposed)": 2}}"#
        #expect(world.send("PATCH /l/a", Self.merge, body: body)?.status == 200)
        let item = try #require(world.send("GET /l/a", "Accept: application/json")?.json)
        #expect(item[Self.composed] == 1 && item[Self.decomposed] == nil && item["n"]?.object?.members.count == 2)
    }

    @Test("References need the very id")
    func refers() throws {
        let world = try LiveFixture(
            "  l: { path: /l, references: { s: s } }\n  s: { path: /s, items: [{ id: \"\\u00E9\" }] }"
        )
        #expect(world.send("POST /l", body: #"{"s": "\#(Self.decomposed)"}"#)?.status == 422)
        #expect(world.send("POST /l", body: #"{"s": "\#(Self.composed)"}"#)?.status == 201)
        #expect(world.send("DELETE /s/%C3%A9")?.status == 409)
    }

    @Test(
        "A unique value is compared by value: numbers, and members in any order",
        arguments: [
            (#"{"a":1,"b":[2.50]}"#, #"{"b":[25e-1],"a":1.0}"#, 409), ("20", "2e1", 409), ("20", #""20""#, 201),
            ("9007199254740993", "9007199254740992", 201), ("[1,2]", "[2,1]", 201), ("null", "null", 201),
            ("\"\u{E9}\"", "\"e\u{301}\"", 201), (#""x""#, #""x""#, 409), ("0", "false", 201), ("0", "-0.0", 409),
        ]
    )
    func comparesUniqueValues(_ one: String, _ other: String, _ status: Int) throws {
        let world = try LiveFixture("  l: { path: /l, unique: [u] }")
        #expect(world.send("POST /l", body: "{\"u\": \(one)}")?.status == 201)
        #expect(world.send("POST /l", body: "{\"u\": \(other)}")?.status == status)
    }

    @Test("Orders by unknown members get 400 where the server is strict, as filters do")
    func checksOrders() throws {
        var configuration = EngineConfiguration()
        configuration.isStrict = true
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a, n: 1 }] }", configuration: configuration)
        for query in ["n", "-n", "n,Asc", "n.x,id"] { #expect(world.send("GET /l?sort=\(query)")?.status == 200) }
        for query in ["m", "-m", "n,down"] { #expect(world.send("GET /l?sort=\(query)")?.status == 400) }
        let lenient = try LiveFixture("  l: { path: /l, items: [{ id: a }] }")
        #expect(lenient.send("GET /l?sort=m,down")?.status == 200)
    }
}
