import HAL
import Scenarios
import Testing

@testable import Mocking

/// Live resources follow RFC 9110, 5789, 6585, 6902 and 7396.
@Suite struct LiveResourcesTests {
    private static let logs = """
          logs:
            path: /logs
            ids: sequence
            unique: [receipt]
            links: { station: "/stations/{station}" }
            references: { station: stations }
            schema: { required: [litres], properties: { litres: { type: number } } }
            page: { size: 2, max: 3 }
            items:
              - { id: 1, station: a, litres: 30.50, receipt: r1 }
              - { id: 2, litres: 1.0 }
              - { id: 3, station: b, litres: 2 }
          stations: { path: /stations, ids: client, items: [{ id: a, name: A }, { id: b, name: B }] }
        """

    private static let merge = "Content-Type: application/merge-patch+json"
    private static let patch = "Content-Type: application/json-patch+json"

    @Test("Digits and the order of members stay; links are made from members (RFC 9110 §9.3.1)")
    func reads() throws {
        let answer = try #require(try LiveFixture(Self.logs).send("GET /logs/1"))
        #expect(answer.status == 200)
        #expect(
            answer.body
                == #"{"id":1,"station":"a","litres":30.50,"receipt":"r1","_links":{"self":{"href":"/logs/1"},"station":{"href":"/stations/a"}}}"#
        )
        #expect(answer.fields["content-type"] == "application/hal+json")
        #expect(answer.fields["etag"] == "\"1\"" && answer.fields["vary"] == "Accept")
        #expect(answer.fields["last-modified"] == "Thu, 01 Jan 1970 01:23:20 GMT")
        #expect(answer.fields["cache-control"] == "no-cache")
    }

    @Test(
        "Status by method and condition (RFC 9110 §13.2.2, RFC 6585 §3)",
        arguments: [
            ("GET /logs/1", "If-None-Match: \"1\"", 304), ("GET /logs/1", "If-None-Match: \"2\"", 200),
            ("HEAD /logs/1", "If-None-Match: W/\"1\"", 304), ("GET /logs", "If-None-Match: \"1\"", 304),
            ("GET /logs/1", "If-Modified-Since: Thu, 01 Jan 1970 01:23:20 GMT", 304),
            ("GET /logs/1", "If-Modified-Since: Thu, 01 Jan 1970 01:23:19 GMT", 200),
            ("DELETE /logs/1", "If-Match: \"1\"", 204), ("DELETE /logs/1", "If-Match: \"1-f\"", 204),
            ("DELETE /logs/1", "If-Match: \"0\"", 412), ("DELETE /logs/1", "If-Match: *", 204),
            ("DELETE /logs/1", "If-Unmodified-Since: Thu, 01 Jan 1970 01:23:19 GMT", 412),
            ("DELETE /logs/9", "If-Match: \"0\"", 404), ("PUT /logs/1", "If-None-Match: *", 412),
            ("DELETE /stations/a", "X: y", 409), ("DELETE /logs", "X: y", 405), ("POST /logs/1", "X: y", 405),
            ("TRACE /logs", "X: y", 405), ("OPTIONS /logs", "X: y", 204), ("GET /logs/1", "Accept: text/html", 200),
            ("GET /logs?page=-1", "X: y", 400), ("GET /logs?size=4", "X: y", 400), ("GET /logs?size=x", "X: y", 400),
            ("GET /logs?page=99", "X: y", 200), ("GET /logs?litres:above=1", "X: y", 400),
        ]
    )
    func statuses(_ line: String, _ field: String, _ status: Int) throws {
        #expect(try LiveFixture(Self.logs).send(line, field)?.status == status)
    }

    @Test(
        "Paths below an item, and above the collection, are not the resource's",
        arguments: ["/logs/1/x", "/log", "/logs/"]
    )
    func hasNoOtherPaths(_ path: String) throws {
        #expect(try LiveFixture(Self.logs).send("GET \(path)") == nil)
    }

    @Test("POST creates (RFC 9110 §9.3.3)")
    func creates() throws {
        let world = try LiveFixture(Self.logs)
        let answer = try #require(world.send("POST /logs", body: #"{"litres": 7.00, "_links": {}}"#))
        #expect(answer.status == 201 && answer.fields["location"] == "http://x/logs/4")
        #expect(answer.body == #"{"id":4,"litres":7.00,"_links":{"self":{"href":"/logs/4"}}}"#)
        #expect(answer.fields["etag"] == "\"2\"")
        #expect(world.send("GET /logs/4")?.fields["etag"] == "\"2\"")
        let short = try #require(world.send("POST /logs", "Prefer: return=minimal", body: #"{"litres": 1}"#))
        #expect(short.status == 201 && short.body.isEmpty)
        #expect(short.fields["preference-applied"] == "return=minimal" && short.fields["location"] == "http://x/logs/5")
    }

    @Test(
        "Contents that are refused",
        arguments: [
            ("POST /logs", "Content-Type: text/plain", "{}", 415, "must be JSON"),
            ("POST /logs", "X: y", "{", 400, "not valid JSON"), ("POST /logs", "X: y", "[]", 422, "an object"),
            ("POST /logs", "X: y", #"{"litres":1,"litres":2}"#, 400, "not valid JSON"),
            ("POST /logs", "X: y", #"{"litres":"x"}"#, 422, ##""pointer":"#/litres""##),
            ("POST /logs", "X: y", #"{"litres":1,"station":"z"}"#, 422, ##""pointer":"#/station""##),
            ("POST /logs", "X: y", #"{"litres":1,"id":true}"#, 422, ##""pointer":"#/id""##),
            ("POST /logs", "X: y", #"{"litres":1,"id":9007199254740992}"#, 422, "to 9007199254740991 in"),
            ("POST /logs", "X: y", #"{"litres":1,"id":1}"#, 409, #""litres":30.50"#),
            ("POST /logs", "X: y", #"{"litres":1,"receipt":"r1"}"#, 409, #""litres":30.50"#),
            ("POST /stations", "X: y", "{}", 422, ##""pointer":"#/id""##),
            ("PUT /logs/1", "X: y", #"{"litres":1,"id":2}"#, 409, ##""pointer":"#/id""##),
            ("PUT /logs/9", "X: y", #"{"litres":1}"#, 404, "no item '9'"),
            ("PATCH /logs/1", "Content-Type: application/json", "{}", 415, "merge-patch"),
            ("PATCH /logs/1", Self.merge, "[]", 422, "not an object"),
            ("PATCH /logs/1", Self.merge, #"{"litres":null}"#, 422, "litres"),
            ("PATCH /logs/1", Self.patch, "{}", 400, "list of operations"),
            ("PATCH /logs/1", Self.patch, #"[{"op":"test","path":"/litres","value":1}]"#, 409, "test of the patch"),
            ("PATCH /logs/1", Self.patch, #"[{"op":"remove","path":"/none"}]"#, 422, ##""pointer":"#/none""##),
        ]
    )
    func refuses(_ line: String, _ field: String, _ body: String, _ status: Int, _ text: String) throws {
        let world = try LiveFixture(Self.logs)
        let answer = try #require(world.send(line, field, body: body))
        #expect(answer.status == status)
        #expect(answer.body.contains(text), "\(answer.body)")
        #expect(world.send("GET /logs/1")?.fields["etag"] == "\"1\"")
    }

    @Test("PUT replaces, PATCH changes a part (RFC 5789, RFC 7396, RFC 6902)")
    func changes() throws {
        let world = try LiveFixture(Self.logs)
        let put = try #require(world.send("PUT /logs/1", "If-Match: \"1\"", body: #"{"litres": 4}"#))
        #expect(put.status == 200 && put.fields["etag"] == "\"2\"")
        #expect(put.json["id"] == 1 && put.json["receipt"] == nil)
        let merged = world.send("PATCH /logs/1", Self.merge, body: #"{"note": {"a": 1, "b": null}}"#)
        #expect(merged?.json["note"] == ["a": 1] && merged?.fields["etag"] == "\"3\"")
        let operations = """
            [{"op":"test","path":"/litres","value":4.0},{"op":"add","path":"/list","value":[1]},
             {"op":"add","path":"/list/-","value":2},{"op":"copy","from":"/list/0","path":"/first"},
             {"op":"move","from":"/note","path":"/moved"},{"op":"replace","path":"/litres","value":5.10}]
            """
        let patched = try #require(world.send("PATCH /logs/1", Self.patch, body: operations))
        #expect(
            patched.body.hasPrefix(#"{"id":1,"litres":5.10,"list":[1,2],"first":1,"moved":{"a":1},"_links""#),
            "\(patched.body)"
        )
        let minimal = world.send("PUT /logs/1", "Prefer: return=minimal", body: #"{"litres": 4}"#)
        #expect(minimal?.status == 204 && minimal?.fields["etag"] == "\"5\"")
        // The receipt is free again.
        #expect(world.send("POST /logs", body: #"{"litres":1,"receipt":"r1"}"#)?.status == 201)
    }

    @Test("A page has its neighbors and keeps the query")
    func pages() throws {
        let world = try LiveFixture(Self.logs)
        let first = try #require(world.send("GET /logs?litres:gt=0"))
        #expect(first.json["page"]?.serialized() == #"{"size":2,"totalElements":3,"totalPages":2,"number":0}"#)
        #expect(first.json["_embedded"]?["logs"]?.array?.count == 2)
        let links = try #require(first.json["_links"])
        #expect(links["self"]?["href"] == "/logs?litres:gt=0" && links["prev"] == nil)
        #expect(links["next"]?["href"] == "/logs?litres:gt=0&page=1&size=2")
        #expect(links["last"] == links["next"] && links["first"]?["href"] == "/logs?litres:gt=0&page=0&size=2")
        #expect(links["find"]?["href"] == "/logs{?page,size,sort,station,receipt}")
        let beyond = try #require(world.send("GET /logs?page=7&size=2"))
        #expect(
            beyond.json["_embedded"]?["logs"] == [] && beyond.json["_links"]?["prev"]?["href"] == "/logs?page=1&size=2"
        )
    }

    @Test(
        "Filters and orders",
        arguments: [
            ("station=a", [1]), ("station=a&station=b", [1, 3]), ("litres=30.5", [1]), ("litres:gt=1&litres:lt=3", [3]),
            ("litres:lte=2", [2, 3]), ("litres:gte=2", [1, 3]), ("station:ne=a", [2, 3]), ("station:in=b,c", [3]),
            ("receipt:startsWith=r", [1]), ("receipt:endsWith=2", []), ("receipt:contains=1", [1]),
            ("sort=litres", [2, 3, 1]), ("sort=litres,desc", [1, 3, 2]), ("sort=station,desc&sort=id", [2, 3, 1]),
            ("nothing=7", [1, 2, 3]), ("_=7", [1, 2, 3]),
        ] as [(String, [Int])]
    )
    func filters(_ query: String, _ ids: [Int]) throws {
        let answer = try #require(try LiveFixture(Self.logs).send("GET /logs?size=3&\(query)"))
        #expect(answer.json["_embedded"]?["logs"]?.array?.compactMap { $0["id"]?.number?.int } == ids)
    }

    @Test("A client chooses between HAL, HAL-FORMS and JSON (RFC 9110 §12.5.1)")
    func negotiates() throws {
        let world = try LiveFixture(Self.logs)
        let forms = try #require(world.send("GET /logs", "Accept: application/prs.hal-forms+json"))
        #expect(forms.fields["content-type"] == "application/prs.hal-forms+json" && forms.fields["etag"] == "\"1-f\"")
        let create = try #require(forms.json["_templates"]?["default"])
        #expect(create["method"] == "POST")
        #expect(create["properties"] == [["name": "litres", "required": true, "type": "number"]])
        let item = world.send("GET /logs/1", "Accept: application/prs.hal-forms+json, application/hal+json;q=0.5")
        #expect(item?.json["_templates"]?["delete"]?["method"] == "DELETE")
        let plain = try #require(world.send("GET /logs/3", "Accept: application/json"))
        #expect(plain.body == #"{"id":3,"station":"b","litres":2}"# && plain.fields["etag"] == "\"1-j\"")
    }

    @Test("The array dialect has payloads with media types and locations")
    func hasArrays() throws {
        let world = try LiveFixture(
            "  l: { path: /l, dialect: array, mediaType: application/vnd.l+json, items: [{ id: a b }] }"
        )
        let answer = try #require(world.send("GET /l"))
        #expect(
            answer.json["_embedded"]?.serialized()
                == #"[{"media-type":"application/vnd.l+json","location":"/l/a%20b","payload":{"id":"a b","_links":{"self":{"href":"/l/a%20b"}}}}]"#
        )
        #expect(answer.fields["content-type"] == "application/vnd.l+json")
        #expect(world.send("GET /l/a%20b")?.status == 200)
    }

    @Test("Options change the rules")
    func options() throws {
        let world = try LiveFixture(
            "  l: { path: /l, requireIfMatch: true, conflict: 409, allowCreate: true, tombstones: true, items: [{ id: a, n: 1 }] }"
        )
        #expect(world.send("PUT /l/a", body: "{}")?.status == 428)
        let stale = try #require(world.send("PUT /l/a", "If-Match: \"9\"", body: "{}"))
        #expect(stale.status == 409 && stale.json["n"] == 1 && stale.fields["etag"] == "\"1\"")
        #expect(world.send("PUT /l/b", "If-None-Match: *", body: "{}")?.status == 201)
        #expect(world.send("PUT /l/b", "If-None-Match: *", body: "{}")?.status == 412)
        #expect(world.send("PUT /l/c", "If-Match: *", body: "{}")?.status == 412)
        #expect(world.send("DELETE /l/a", "If-Match: *")?.status == 204)
        #expect(world.send("GET /l/a")?.status == 410)
    }

    @Test("An item that exceeds the limit of the address gets 507")
    func isLimited() throws {
        var configuration = EngineConfiguration()
        configuration.maxResourceBytes = 1_000
        let world = try LiveFixture("  l: { path: /l }", configuration: configuration)
        let large = "{\"text\": \"\(String(repeating: "x", count: 900))\"}"
        #expect(world.send("POST /l", body: large)?.status == 507)
        #expect(world.send("POST /l", body: "{}")?.status == 201)
    }

    @Test("All addresses together have four times the limit of one, until they are removed")
    func isLimitedTogether() throws {
        var configuration = EngineConfiguration()
        configuration.maxResourceBytes = 1_000
        let world = try LiveFixture("  l: { path: /l, ids: client }", configuration: configuration)
        func write(_ sandbox: Int) -> Int? {
            let item = "{\"id\": \"a\", \"text\": \"\(String(repeating: "x", count: 700))\"}"
            return world.send("POST /@s\(sandbox)/l", body: item)?.status
        }
        // Each needs some 850 bytes.
        #expect((1...5).map(write) == [201, 201, 201, 201, 507])
        #expect(world.send("DELETE /@s1/l/a")?.status == 204 && write(5) == 201 && write(6) == 507)
        func mount(_ token: String) throws -> Mount {
            try world.engine.mount(at: Address(slug: nil, values: [], token: token))
        }
        try mount("s2").resetState()
        #expect(write(6) == 201 && write(7) == 507)
        world.engine.remove(try mount("s3"))
        #expect(write(7) == 201 && write(8) == 507)
    }

    @Test("A first change counts all items, which it copies")
    func countsTheCopy() throws {
        var configuration = EngineConfiguration()
        configuration.maxResourceBytes = 1_000
        let text = String(repeating: "x", count: 600)
        let resource = "  l: { path: /l, items: [{ id: a, text: \(text) }] }"
        let world = try LiveFixture(resource, configuration: configuration)
        let statuses = (1...6).map { world.send("POST /@s\($0)/l", body: "{}")?.status }
        #expect(statuses == [201, 201, 201, 201, 507, 507])
    }

    @Test("Each sandbox has its own items; a reset restores them; explicit interactions come first")
    func isolates() throws {
        let world = try LiveFixture(
            Self.logs,
            more: "interactions: [{ request: { method: GET, url: /logs/2 }, response: { status: 401 } }]\n"
        )
        #expect(world.send("DELETE /@one/logs/1")?.status == 204)
        #expect(world.send("GET /@one/logs/1")?.status == 404)
        #expect(world.send("GET /@two/logs/1")?.json["_links"]?["self"]?["href"] == "/@two/logs/1")
        #expect(world.send("GET /logs/1")?.status == 200 && world.send("GET /logs/2")?.status == 401)
        try #require(try? world.engine.mount(at: Address(slug: nil, values: [], token: "one"))).resetState()
        #expect(world.send("GET /@one/logs/1")?.status == 200)
    }

    @Test("The administrator reads and replaces items")
    func isAdministered() throws {
        let world = try LiveFixture(Self.logs)
        let root = world.engine.root
        #expect(root.resources.map(\.name) == ["logs", "stations"] && root.resources.map(\.count) == [3, 2])
        #expect(try root.setResource("logs", to: [["id": 8, "litres": 1]], at: 9))
        #expect(
            root.resourceItems("logs").map { $0.map { String(decoding: $0, as: UTF8.self) } } == [
                #"{"id":8,"litres":1}"#
            ]
        )
        #expect(world.send("GET /logs/8")?.fields["etag"] == "\"2\"")
        #expect(try !root.setResource("none", to: [], at: 9))
        #expect(throws: Mount.ResourceRefusal.self) { try root.setResource("logs", to: [["id": 8]], at: 9) }
        #expect(throws: Mount.ResourceRefusal.self) {
            try root.setResource("logs", to: [["id": 8, "litres": 1], ["id": 8, "litres": 1]], at: 9)
        }
    }

    @Test("A reload keeps the items of unchanged files")
    func reloads() throws {
        let world = try LiveFixture("  l: { path: /l, items: [{ id: a }] }")
        #expect(world.send("DELETE /l/a")?.status == 204)
        world.engine.replace(scenarios: world.engine.scenarios)
        #expect(world.send("GET /l/a")?.status == 404)
        let changed = "scenario: t\nroot: true\nresources:\n  l: { path: /l, items: [{ id: a, n: 1 }] }\n"
        let scenario = try #require(ScenarioReader.read(Array(changed.utf8), path: "t.yaml").scenario)
        world.engine.replace(scenarios: [scenario])
        #expect(world.send("GET /l/a")?.json["n"] == 1)
    }
}
