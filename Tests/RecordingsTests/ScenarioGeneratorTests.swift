import Documents
import HAL
import HTTPTypes
import Matching
import Scenarios
import Testing

@testable import Recordings

/// Scenarios from exchanges.
struct ScenarioGeneratorTests {
    static let origin = "https://api.example.com"

    /// A request such as `POST /a`, by default with GET, and its response.
    static func exchange(
        _ request: String,
        _ fields: [String: String] = [:],
        body: String = "",
        status: Int = 200,
        type: String? = "application/hal+json",
        lines: [FieldLine] = [],
        content: String = ""
    ) -> Exchange {
        let words = request.split(separator: " ").map(String.init)
        let sent = fields.sorted { $0.key < $1.key }.map { FieldLine($0.key, $0.value) }
        let contentType = content.isEmpty ? nil : type.map { FieldLine("Content-Type", $0) }
        return Exchange(
            Exchange.Request(
                words.count == 1 ? "GET" : words[0],
                origin + words[words.count - 1],
                fields: sent,
                body: Array(body.utf8)
            ),
            Exchange.Response(
                status,
                fields: [contentType].compactMap(\.self) + lines,
                body: Array(content.utf8)
            )
        )
    }

    static func generated(_ exchanges: [Exchange], _ change: (inout ScenarioGenerator) -> Void = { _ in })
        -> GeneratedScenario
    {
        var generator = ScenarioGenerator(title: "Recording", slug: "recording")
        change(&generator)
        return generator.scenario(of: exchanges, origin: origin)
    }

    /// The scenario without a warning.
    static func read(_ scenario: GeneratedScenario) throws -> Variant {
        let result = ScenarioReader.read(Array(scenario.text.utf8), path: "recording.yaml")
        #expect(result.issues.isEmpty, "\(result.issues.map(\.description).joined(separator: "\n"))\n\(scenario.text)")
        return try #require(result.scenario?.variants.all.first)
    }

    @Test func writesInteractionsAndContract() throws {
        let station = """
            {"name":"Kiel","price":2.890,"_links":{"self":{"href":"/stations/7"},"logs":{"href":"/stations/7/logs{?page}",\
            "templated":true},"owner":{"href":"/owners/1"}}}
            """
        let scenario = Self.generated([
            Self.exchange("/stations/7", ["Accept": "application/hal+json"], content: station),
            Self.exchange(
                "/stations/7/logs?page=2",
                content: "{ \"page\": 2,\n  \"_links\": { \"self\": { \"href\": \"/stations/7/logs?page=2\" } } }\n"
            ),
            Self.exchange("/closed", status: 503, lines: [FieldLine("Retry-After", "120")]),
        ])
        #expect(
            scenario.text == """
                scenario: Recording
                origin: https://api.example.com
                recorded:
                  unserved: [/owners/1]
                interactions:
                  - name: GET /stations/7
                    request: { method: GET, url: /stations/7 }
                    response:
                      status: 200
                      headers: { Content-Type: application/hal+json }
                      jsonBody:
                        name: Kiel
                        price: 2.890
                        _links:
                          self: { href: /stations/7 }
                          logs: { href: "/stations/7/logs{?page}", templated: true }
                          owner: { href: /owners/1 }
                  - name: GET /stations/7/logs?page=2
                    request: { method: GET, url: "/stations/7/logs?page=2" }
                    response:
                      status: 200
                      headers: { Content-Type: application/hal+json }
                      body: |
                        { "page": 2,
                          "_links": { "self": { "href": "/stations/7/logs?page=2" } } }
                  - name: GET /closed
                    request: { method: GET, url: /closed }
                    response:
                      status: 503
                      headers: { Retry-After: "120" }
                contract:
                  - step: GET /stations/7
                    request: { accept: application/hal+json, url: /stations/7 }
                    expect:
                      outcome: success
                      status: 200
                      model: { name: Kiel, price: 2.890 }
                      relations: [self, logs, owner]
                  - step: GET /stations/7/logs
                    request:
                      follow:
                        relation: logs
                        variables: { page: "2" }
                    expect:
                      outcome: success
                      status: 200
                      model: { page: 2 }
                      relations: [self]
                  - step: GET /closed
                    request: { url: /closed }
                    expect:
                      outcome: serverUnavailable
                      status: 503
                      retryAfter: { seconds: 120 }

                """
        )
        _ = try Self.read(scenario)
    }

    @Test func secretsOfTheClientMatchAnyValue() throws {
        let scenario = Self.generated([
            Self.exchange("/users/ada/t0ken-1?a=t0ken-1&b=2", ["Cookie": "sid=t0ken-1"], status: 204),
            Self.exchange("/pages", content: "{\"_links\":{\"next\":{\"href\":\"/pages?token=GIVEN-1\"}}}"),
            Self.exchange("/pages?token=GIVEN-1", content: "{}"),
        ])
        let patterns = try Self.read(scenario).interactions.map(\.request)
        #expect(scenario.text.contains("urlPathPattern: /users/ada/[^/]+\n"))
        #expect(patterns.dropFirst().map(\.url) == [.url("/pages"), .url("/pages?token=REDACTED-2")])
        #expect(patterns.first?.queryParameters.map(\.name) == ["a", "b"])
    }

    @Test func repeatsBecomeASequence() throws {
        let one = Self.exchange("/a", content: "{\"n\":1}")
        let two = Self.exchange("/a", content: "{\"n\":2}")
        let variant = try Self.read(Self.generated([one, one, two, one, one]))
        let responses = try #require(variant.interactions.first).responses.responses
        #expect(responses.map(\.repetitions) == [2, 1, 2])
        #expect(variant.contract.count == 5)
        #expect(try Self.read(Self.generated([one, one, one])).contract.count == 1)
    }

    @Test func fieldsOfRequestsExplainDifferentResponses() throws {
        let variant = try Self.read(
            Self.generated([
                Self.exchange("/a", lines: [FieldLine("ETag", "\"v1\"")], content: "{\"n\":1}"),
                Self.exchange("/a", ["If-None-Match": "\"v1\""], status: 304, lines: [FieldLine("ETag", "\"v1\"")]),
                Self.exchange("/a", ["Authorization": "Bearer abc.def-123"], content: "{\"n\":2}"),
                Self.exchange("/a", lines: [FieldLine("ETag", "\"v1\"")], content: "{\"n\":1}"),
            ])
        )
        #expect(variant.interactions.map(\.priority) == [5, 4, 4])
        #expect(variant.interactions.allSatisfy { $0.responses.isConstant })
        #expect(variant.interactions.map(\.request.headers.count) == [0, 1, 1])
        #expect(variant.contract.map(\.expectation.outcome) == [.success, .redirection, .success])
    }

    @Test func anEntityTagWithoutQuotesIsNoMistakeOfTheFile() throws {
        let text = Self.generated([
            Self.exchange("/a", lines: [FieldLine("ETag", "v.1")], content: "{\"n\":1}"),
            Self.exchange("/a", ["If-None-Match": "v.1"], status: 304, lines: [FieldLine("ETag", "v.1")]),
        ]).text
        #expect(text.contains("If-None-Match: { matches: v\\.1 }"), "\(text)")
    }

    @Test func patternsWithoutABodyComeLast() throws {
        let variant = try Self.read(
            Self.generated([
                Self.exchange("POST /a", ["Content-Type": "multipart/form-data; boundary=x"], body: "--x--"),
                Self.exchange("POST /a", ["Content-Type": "application/json"], body: "{\"n\":1.0}"),
                Self.exchange("POST /a", ["Content-Type": "application/x-www-form-urlencoded"], body: "a=1&a=2&b=3"),
                Self.exchange("POST /a", ["Content-Type": "text/plain"], body: "text"),
            ])
        )
        #expect(variant.interactions.map(\.priority) == [6, 5, 5, 5])
    }

    @Test func redirectsAreFollowedInOneStep() throws {
        let variant = try Self.read(
            Self.generated([
                Self.exchange("POST /orders", body: "x", status: 303, lines: [FieldLine("Location", "/orders/1")]),
                Self.exchange("/orders/1", content: "{\"id\":1}"),
                Self.exchange("/away", status: 302, lines: [FieldLine("Location", "https://elsewhere.example.org/")]),
            ])
        )
        #expect(variant.contract.map(\.name) == ["POST /orders"])
        #expect(variant.contract.first?.expectation.outcome == .success)
        #expect(variant.interactions.last?.expectedCount?.atMost == 0)
    }

    @Test func fieldsOfTheConnectionAreLeftOut() throws {
        let fields = [
            FieldLine("Connection", "X-Hop, close"), FieldLine("X-Hop", "1"),
            FieldLine("Date", "Tue, 03 Nov 2026 10:00:00 GMT"),
            FieldLine("Server", "x"), FieldLine("Retry-After", "Tue, 03 Nov 2026 10:02:00 GMT"),
            FieldLine("X-Kept", "1"),
            FieldLine("Content-Encoding", "gzip"), FieldLine("Vary", "a"), FieldLine("vary", "b"),
        ]
        let scenario = Self.generated([Self.exchange("/a", status: 503, lines: fields)])
        let response = try #require(try Self.read(scenario).interactions.first?.responses.responses.first)
        #expect(response.fields.map(\.name.rawName) == ["X-Kept", "Vary", "Vary"])
        #expect(response.retryAfter == .date(secondsAhead: 120))
        #expect(
            Self.generated([Self.exchange("/a", lines: fields)]) { $0.keptFields = ["server"] }.text.contains(
                "Server: x"
            )
        )
    }

    @Test func largeAndBinaryBodiesAreFiles() {
        let large = String(repeating: "x", count: 65 << 10)
        let scenario = Self.generated([
            Self.exchange("/large", type: "text/plain", content: large),
            Self.exchange("/again", type: "text/plain", content: large),
            Self.exchange("/zero", type: "image/png", content: "\u{0}"),
        ])
        #expect(scenario.files.map { String($0.name.suffix(4)) } == [".txt", ".png"])
        #expect(scenario.files.allSatisfy { scenario.text.contains("bodyFileName: \($0.name)\n") })
    }

    @Test func responsesAreServedAsTheyCame() throws {
        let variant = try Self.read(
            Self.generated([
                Self.exchange(
                    "/bad",
                    type: "text",
                    lines: [
                        FieldLine("ETag", "unquoted"), FieldLine("Last-Modified", "yesterday"),
                        FieldLine("Expires", "Mon, 03 Nov 2026 10:00:00 GMT"),
                    ],
                    content: "{\"_links\":{\"x:y\":{\"href\":\"/{a\",\"templated\":true}}}"
                )
            ])
        )
        #expect(variant.contract.first?.expectation.outcome == .undecodable)
    }

    @Test func aRelationWithoutLinksIsNotExpected() throws {
        let scenario = Self.generated([
            Self.exchange("/a", content: "{\"n\":1,\"_links\":{\"self\":{\"href\":\"/a\"},\"item\":[]}}")
        ])
        #expect(scenario.text.contains("relations: [self]"), "\(scenario.text)")
    }

    @Test func manyUnservedTargetsBecomeOne() throws {
        let links = (1...20).map { "{\"_links\":{\"self\":{\"href\":\"/logs/\($0)\"}}}" }.joined(separator: ",")
        let scenario = Self.generated([Self.exchange("/logs", content: "{\"_embedded\":{\"logs\":[\(links)]}}")])
        #expect(scenario.text.contains("unserved: [/logs/*]"))
        _ = try Self.read(scenario)
    }
}
