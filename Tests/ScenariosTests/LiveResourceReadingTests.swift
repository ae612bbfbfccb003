import HAL
import Testing

@testable import Scenarios

/// `resources` of scenario files.
@Suite struct LiveResourceReadingTests {
    private static func text(_ resources: String) -> String { "scenario: t\nresources:\n\(resources)\n" }

    private static func resources(_ text: String) throws -> [LiveResource] {
        let result = read(Self.text(text))
        #expect(result.issues.isEmpty, "\(result.issues)")
        return try #require(result.scenario).variants.variant(at: 0).resources
    }

    @Test func readsEveryKey() throws {
        let resource = try #require(
            try Self.resources(
                """
                  logs:
                    { path: /logs, id: number, ids: sequence, unique: [receipt], links: { self2: "/l/{number}" },
                      references: { parent: logs }, page: { size: 5, max: 9 }, requireIfMatch: true, conflict: 409,
                      forms: false, allowCreate: true, tombstones: true, dialect: array, mediaType: text/x+json,
                      schema: { type: object }, persist: _l.json, items: [{ number: 4, a: 2.890 }, { b: 1, parent: 4 }] }
                """
            ).first
        )
        #expect(resource.name == "logs" && resource.path == "/logs" && resource.idMember == "number")
        #expect(resource.identifiers == .sequence && resource.unique == ["receipt"] && resource.links.count == 1)
        #expect(resource.page == LiveResource.PageSize(size: 5, max: 9) && resource.requiresPrecondition)
        #expect(resource.conflict == .conflict && !resource.hasForms && resource.putCreates && resource.hasTombstones)
        #expect(resource.dialect == .array && resource.mediaType == "text/x+json" && resource.schema != nil)
        #expect(resource.file == "_l.json")
        #expect(resource.items.map(\.description) == [#"{"number":4,"a":2.890}"#, #"{"number":5,"b":1,"parent":4}"#])
    }

    @Test("Items without an id get one that is the same each time")
    func addsIDs() throws {
        let resource = "  l: { path: /l, items: [{ a: 1 }, { a: 2 }] }"
        let ids = try Self.resources(resource)[0].items.compactMap { $0["id"]?.string }
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.count == 36 })
        #expect(try Self.resources(resource)[0].items.compactMap { $0["id"]?.string } == ids)
    }

    private static let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)

    @Test(
        "Mistakes have a place and a remedy",
        arguments: [
            ("  l: { pth: /l }", "3:8: error: unknown key 'pth' in a resource; did you mean 'path'?"),
            ("  l: {}", "3:6: error: a resource needs the key 'path'"),
            ("  l: []", "3:6: error: a resource must be an object, not a list"),
            (
                "  l: { path: /l/ }",
                "3:14: error: 'path': '/l/' is not a valid path of a collection; for example '/purchase-logs', without a query, a final slash or '{…}'"
            ),
            (
                "  l: { path: '/l/{id}' }",
                "3:14: error: 'path': '/l/{id}' is not a valid path of a collection; for example '/purchase-logs', without a query, a final slash or '{…}'"
            ),
            (
                "  a: { path: /l }\n  b: { path: /l }",
                "4:14: error: '/l' is already the path of the resource 'a'; use another path"
            ),
            (
                "  logs: { path: /l, references: { station: lgs } }",
                "3:44: error: 'lgs' is not the name of a resource; did you mean 'logs'?"
            ),
            (
                "  l: { path: /l, items: [{ id: 1 }, { id: '1' }] }",
                "3:43: error: the id '1' is used twice in 'l'; use another id"
            ),
            (
                "  l: { path: /l, ids: client, items: [{ a: 1 }] }",
                "3:39: error: the item needs the member 'id', as 'ids' is 'client'"
            ),
            (
                "  l: { path: /l, ids: sequence, items: [{ id: x }] }",
                "3:47: error: 'id' must be an integer from 0 to 9007199254740991 in plain digits, as 'ids' is 'sequence', not 'x'"
            ),
            (
                "  l: { path: /l, items: [{ id: 1.5 }] }",
                "3:32: error: 'id' must be a string, or an integer in plain digits, not 1.5"
            ),
            (
                "  l: { path: /l, items: [{ id: '..' }] }",
                "3:32: error: 'id' must not be '..', which clients remove from a path"
            ),
            ("  l: { path: /l, items: [{ id: '' }] }", "3:32: error: 'id' must not be empty"),
            (
                "  l: { path: /l, items: [{ id: 9223372036854775808 }] }",
                "3:32: error: 'id' must be an integer of at most 64 bits; write a longer one as a string"
            ),
            (
                "  l: { path: /l, items: [{ id: true }] }",
                "3:32: error: 'id' must be a string or an integer, not a boolean"
            ),
            (
                "  l: { path: /__admin/l }",
                "3:14: error: 'path': no client reaches '/__admin/l': the admin API is below '/__admin'; use another path"
            ),
            (
                "  l: { path: /~logs }",
                "3:14: error: 'path': no client reaches '/~logs': '/~logs' is the address of a scenario; use another path"
            ),
            (
                "  l: { path: /@one/l }",
                "3:14: error: 'path': no client reaches '/@one/l': '/@one' is the address of a sandbox; use another path"
            ),
            (
                "  l: { path: /a/%2e%2E/l }",
                "3:14: error: 'path': no client reaches '/a/%2e%2E/l': clients remove segments of dots; use another path"
            ),
            (
                "  l: { path: /%zz }",
                "3:14: error: 'path': no client reaches '/%zz': '%' must be followed by two hexadecimal digits; a percent sign is '%25'; use another path"
            ),
            (
                "  l: { path: /l, items: [{ id: a, n: .nan }] }",
                "3:38: error: '.nan' is not a valid JSON number; JSON has no infinite and no undefined numbers: use null, or quote it"
            ),
            (
                "  l: { path: /l, unique: [n], items: [{ id: a, n: 1 }, { id: b, n: 1.0 }] }",
                "3:68: error: 'n' must be unique in 'l': another item has the same value"
            ),
            (
                "  l: { path: /l, references: { p: l }, items: [{ id: a, p: z }] }",
                "3:60: error: 'p' must be the id of an item of 'l'"
            ),
            (
                "  l: { path: /l, schema: { required: [n] }, items: [{ id: a }] }",
                "3:53: error: the item does not match 'schema': the value: 'n' is missing (schema /required)"
            ),
            (
                "  l: { path: /l, items: [{ id: a, _links: {} }] }",
                "3:35: error: '_links' is not a member of an item: the server makes it; remove it; 'links' of the resource has the links of its items"
            ),
            (
                "  l: { path: /l, items: [{ id: a, n: \(nested) }] }",
                "3:26: error: an item has at most 1048576 bytes, 50000 values and 100 levels; divide it"
            ),
            (
                "  l: { path: /l, items: [{ id: a, n: \(String(repeating: "x", count: 1 << 20)) }] }",
                "3:26: error: an item has at most 1048576 bytes, 50000 values and 100 levels; divide it"
            ),
            ("  l: { path: /l, items: [1] }", "3:26: error: an item must be an object, not a number"),
            (
                "  l: { path: /l, links: { a: '/{' } }",
                "3:30: error: 'a' is not a valid URI template: '{' is not closed"
            ),
            (
                "  l: { path: /l, ids: random }",
                "3:23: error: 'random' is not a valid 'ids'; supported: uuid, sequence, client"
            ),
            ("  l: { path: /l, conflict: 400 }", "3:28: error: '400' is not a valid 'conflict'; did you mean '409'?"),
            (
                "  l: { path: /l, persist: logs.json }",
                "3:27: error: 'persist': 'logs.json' is not a valid name of a file; for example '_logs.json': in the folder of this file, beginning with '_'"
            ),
            (
                "  a: { path: /a, persist: _a.json }\n  b: { path: /b, persist: _a.json }",
                "4:27: error: the resource 'a' has the same file"
            ),
            ("  l: { path: /l, page: { size: 0 } }", "3:32: error: 'size' must be between 1 and 10000, not 0"),
            ("  l: { path: /l, page: { size: 5, max: 4 } }", "3:40: error: 'max' must not be less than 'size'"),
            ("  a/b: { path: /l }", "3:3: error: 'a/b' is not a valid name of a resource: it is part of an address"),
            ("  l: { path: /l, schema: { type: objekt } }", "3:28: error: 'schema'"),
        ]
    )
    func reportsMistakes(_ resources: String, _ message: String) {
        let all = messages(Self.text(resources)).filter { $0.contains("error") }
        #expect(all.count == 1 && all[0].hasPrefix("a.yaml:" + message), "\(all)")
    }

    @Test func fileNeedsContent() {
        #expect(messages("scenario: t\n").contains { $0.contains("a scenario file needs the key 'interactions'") })
    }

    @Test("A link to a live resource is not dead")
    func linksToResources() {
        let text =
            Self.text("  l: { path: /l }") + """
                interactions:
                  - request: { urlPath: / }
                    response: { jsonBody: { _links: { self: { href: / }, l: { href: /l }, i: { href: /l/1 },
                        t: { href: '/l{?page}', templated: true } } } }
                """
        #expect(messages(text) == [])
    }

    @Test("Each variant of a matrix has its own resources")
    func hasVariants() throws {
        let text = "scenario: t\nmatrix: { n: [1, 2] }\nresources: { l: { path: /l, items: [{ id: a, n: '${n}' }] } }\n"
        let scenario = try #require(read(text).scenario)
        #expect(scenario.variants.haveResources)
        #expect(scenario.variants.all.map { $0.resources[0].items[0]["n"]?.serialized() } == ["1", "2"])
    }
}
