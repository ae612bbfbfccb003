import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// Descriptions in OpenAPI as scenarios.
struct OpenAPIReaderTests {
    static func read(_ text: String, _ change: (inout ImportSettings) -> Void = { _ in }) -> ImportResult {
        var settings = ImportSettings(ScenarioGenerator(title: "api", slug: "api"))
        change(&settings)
        return ImportFormat.read(Array(text.utf8), path: "api.yaml", settings)
    }

    /// A description with these operations at one path.
    static func description(_ operations: String, path: String = "/a", _ others: String = "") -> String {
        "openapi: 3.1.0\ninfo: { title: API }\npaths:\n  \(path): { \(operations) }\n\(others)\n"
    }

    private static func interactions(_ result: ImportResult) throws -> [JSONValue] {
        try #require(result.scenario?.content["interactions"]?.array, "\(result.issues)")
    }

    private static let stations = """
        openapi: 3.0.3
        info: { title: Fuel stations }
        servers: [{ url: "https://{host}/api", variables: { host: { default: fp.example.com } } }]
        paths:
          /stations/{id}:
            parameters: [{ name: id, in: path, required: true, examples: { GONE: { value: fs 404 } }, schema: { type: string } }]
            get:
              security: [{ token: [] }]
              responses:
                "404": { content: { application/problem+json: { examples: { GONE: { value: { title: gone } } } } } }
                "401": { description: no }
                "200": { content: { application/json: { example: { price: 2.890 } } } }
        components: { securitySchemes: { token: { type: http, scheme: bearer } } }
        """

    @Test func responsesBecomeInteractionsAndSteps() throws {
        let scenario = try #require(Self.read(Self.stations).scenario)
        #expect(
            scenario.text == """
                scenario: Fuel stations
                origin: https://fp.example.com
                recorded: {}
                interactions:
                  - name: GET /api/stations/{id} 404 GONE by Prefer
                    priority: 3
                    request:
                      method: GET
                      urlPathTemplate: /api/stations/{id}
                      headers:
                        Prefer:
                          or:
                            - { matches: "(.*[,; ])?code=\\"?404\\"?([,; ].*)?" }
                            - { matches: "(.*[,; ])?example=\\"?GONE\\"?([,; ].*)?" }
                    response:
                      status: 404
                      headers: { Content-Type: application/problem+json, Preference-Applied: code=404 }
                      jsonBody: { title: gone }
                  - name: GET /api/stations/{id} 401 by Prefer
                    priority: 3
                    request:
                      method: GET
                      urlPathTemplate: /api/stations/{id}
                      headers:
                        Prefer: { matches: "(.*[,; ])?code=\\"?401\\"?([,; ].*)?" }
                    response:
                      status: 401
                      headers: { WWW-Authenticate: Bearer, Preference-Applied: code=401 }
                  - name: GET /api/stations/{id} 404 GONE
                    priority: 4
                    request: { method: GET, urlPath: /api/stations/fs%20404 }
                    response:
                      status: 404
                      headers: { Content-Type: application/problem+json }
                      jsonBody: { title: gone }
                  - name: GET /api/stations/{id} 200
                    request: { method: GET, urlPathTemplate: "/api/stations/{id}" }
                    response:
                      status: 200
                      headers: { Content-Type: application/json }
                      jsonBody: { price: 2.890 }
                contract:
                  - step: GET /api/stations/{id} 404 GONE by Prefer
                    request:
                      accept: application/problem+json
                      headers: { Prefer: code=404 }
                      url: /api/stations/fs%20404
                    expect: { outcome: clientError, status: 404 }
                  - step: GET /api/stations/{id} 401 by Prefer
                    request:
                      headers: { Prefer: code=401 }
                      url: /api/stations/fs%20404
                    expect:
                      outcome: authenticationRequired
                      status: 401
                      challenges:
                        - { scheme: Bearer }
                  - step: GET /api/stations/{id} 404 GONE
                    request: { accept: application/problem+json, url: /api/stations/fs%20404 }
                    expect: { outcome: clientError, status: 404 }

                """
        )
        let read = ScenarioReader.read(Array(scenario.text.utf8), path: "api.yaml")
        #expect(read.issues.isEmpty, "\(read.issues)")
    }

    @Test func theUsualResponseIsTheLowestSuccess() throws {
        let table: [(responses: String, usual: Int)] = [
            ("'204': {}, '201': {}, '404': {}", 201), ("'404': {}, default: {}", 200), ("'404': {}, '500': {}", 404),
            ("2XX: {}, '200': {}, 4XX: {}", 200), ("default: {}", 200), ("5XX: {}, 3XX: {}", 500),
        ]
        for (responses, usual) in table {
            let result = Self.read(Self.description("get: { responses: { \(responses) } }"))
            let last = try #require(Self.interactions(result).last)
            #expect(last["response"]?["status"]?.number?.int == usual, "\(responses)")
            #expect(last["priority"] == nil)
        }
    }

    @Test func aMoreSpecificPathComesFirst() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /a/{id}: { get: { responses: { '200': {} } } }
              /a/{id}.{kind}: { get: { responses: { '200': {} } } }
              /a/mine: { get: { responses: { '200': {} } } }
              /a/{other}: { get: { responses: { '200': {} } }, put: { responses: { '200': {} } } }
            """
        let result = Self.read(text)
        let requests = try Self.interactions(result).map { $0["request"] }
        #expect(requests.map { $0?["urlPath"]?.string } == ["/a/mine", nil, nil, nil])
        #expect(requests.map { $0?["urlPathPattern"]?.string } == [nil, nil, nil, "/a/[^/]+\\.[^/]+"])
        #expect(result.skipped.reasons.map(\.count) == [1])
    }

    @Test func requestBodiesMustBeValid() throws {
        let body = """
            required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Log' } }, text/csv: {} }
            """
        let others = """
            components:
              schemas:
                Log:
                  type: object
                  title: ignored
                  required: [id, litres]
                  properties:
                    id: { type: integer, readOnly: true }
                    litres: { type: number, exclusiveMinimum: 0, x-unit: l }
                    next: { $ref: '#/components/schemas/Log' }
            """
        let operation = "post: { requestBody: { \(body) }, responses: { '201': {}, '422': {} } }"
        let result = Self.read(Self.description(operation, others))
        let interactions = try Self.interactions(result)
        #expect(
            interactions.map { $0["name"]?.string } == [
                "POST /a 422 by Prefer", "POST /a 201", "POST /a 201 to text/csv", "POST /a 422 invalid content",
            ]
        )
        let patterns = try #require(interactions[1]["request"]?["bodyPatterns"]?.array)
        #expect(
            patterns == [
                [
                    "matchesJsonSchema": [
                        "type": "object", "required": ["litres"],
                        "properties": [
                            "id": ["type": "integer"], "litres": ["type": "number", "exclusiveMinimum": 0],
                            "next": ["$ref": "#/$defs/Log"],
                        ],
                        "$defs": [
                            "Log": [
                                "type": "object", "required": ["litres"],
                                "properties": [
                                    "id": ["type": "integer"], "litres": ["type": "number", "exclusiveMinimum": 0],
                                    "next": ["$ref": "#/$defs/Log"],
                                ],
                            ]
                        ],
                    ]
                ]
            ]
        )
        let step = try #require(result.scenario?.content["contract"]?.array?[1])
        #expect(step["request"]?["jsonBody"] == ["litres": 1])
    }

    @Test func linksBecomeLinksOfHAL() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /orders:
                post:
                  requestBody: { content: { application/json: { example: { shop: s1 } } } }
                  responses:
                    '201':
                      content: { application/json: { example: { id: 7 } } }
                      links:
                        order: { operationId: get, parameters: { id: $response.body#/id } }
                        shop: { operationRef: '#/paths/~1shops~1{shop}/get', parameters: { path.shop: 'x-{$request.body#/shop}' } }
                        any: { operationId: get }
                        lost: { operationId: nothing }
                        unknown: { operationId: get, parameters: { id: $response.body#/none } }
              /orders/{id}: { get: { operationId: get, responses: { '200': { content: { application/json: { example: {} } } } } } }
              /shops/{shop}: { get: { responses: { '204': {} } } }
            """
        let result = Self.read(text) { $0.addsLinks = true }
        let interactions = try Self.interactions(result)
        #expect(
            interactions[0]["response"]?["jsonBody"] == [
                "id": 7,
                "_links": [
                    "order": ["href": "/orders/7"], "shop": ["href": "/shops/x-s1"],
                    "any": ["href": "/orders/{id}", "templated": true],
                ],
            ]
        )
        #expect(result.skipped.reasons.map(\.count) == [1, 1])
        let scenario = try #require(result.scenario)
        let read = ScenarioReader.read(Array(scenario.text.utf8), path: "api.yaml")
        #expect(read.issues.isEmpty, "\(read.issues)")
    }

    @Test(arguments: [
        ("swagger: '2.0'", "1:10: error: version 2.0 of OpenAPI is not supported"),
        ("openapi: 4.0.0", "1:10: error: version '4.0.0' of OpenAPI is not supported"),
        ("openapi: 3.0.0", "1:1: error: an OpenAPI description must have an object 'paths'"),
        ("openapi: 3.0.0\npaths: []", "2:8: error: 'paths' must be an object, not a list"),
        ("openapi: 3.0.0\npaths: { /a: { get: 1 } }", "2:21: error: an operation must be an object, not a number"),
        (description("get: { responses: { ok: {} } }"), "4:29: error: 'ok' is not a status"),
        (
            description("get: { responses: { '200': { $ref: 'b.yaml#/c' } } }"),
            "4:44: error: 'b.yaml#/c' is in another file, which is not read; bundle the description into one file first"
        ),
        (
            description("get: { responses: { '200': { $ref: '#/x' } } }", "x: { $ref: '#/y' }\ny: { $ref: '#/x' }"),
            "6:12: error: '#/x' refers to itself, reached through '#/x' on line 4, '#/y' on line 5"
        ),
        (
            description(
                "get: { responses: { '200': { $ref: '#/x' } } }",
                "x: { content: { application/json: { schema: { properties: { a: { $ref: '#/schemas/Stetion' } } } } } }\n"
                    + "schemas: { Station: {} }"
            ),
            "5:72: error: '#/schemas/Stetion' does not exist, reached through '#/x' on line 4; did you mean 'Station'?"
        ),
        (description("get: { responses: { '200': { content: { a/b: { example: .nan } } } } }"), "4:65: error: '.nan'"),
    ])
    func errorsHavePlaces(_ text: String, message: String) {
        let result = Self.read(text)
        #expect(result.scenario == nil)
        #expect(result.issues.first?.description.hasPrefix("api.yaml:" + message) == true, "\(result.issues)")
    }

    @Test func theSizeOfTheScenarioIsLimited() {
        let operations = (0..<1100).map {
            "  /p\($0): { get: { responses: { '200': { content: { text/plain: { $ref: '#/x' } } } } } }"
        }
        let text =
            "openapi: 3.1.0\npaths:\n\(operations.joined(separator: "\n"))\nx: { example: \(String(repeating: "y", count: 65_000)) }"
        let result = Self.read(text)
        #expect(result.scenario == nil)
        #expect(result.issues.first?.description.contains("the scenario would be too large") == true)
    }

    @Test func mergingAddsWhatIsNew() throws {
        let scenario = try #require(Self.read(Self.stations).scenario)
        let more = Self.stations.replacing("paths:\n", with: "paths:\n  /new: { get: { responses: { '204': {} } } }\n")
        let existing = try ExistingScenario(Array(scenario.text.utf8))
        let merged = try #require(Self.read(more) { $0.generator.existing = existing }.scenario)
        #expect(merged.interactions == 1)
        #expect(merged.text.contains("  - name: GET /api/new 204\n"))
        #expect(merged.text.hasPrefix(String(scenario.text.prefix { $0 != "c" })))
    }
}
