import HTTPTypes
import Matching
import Messages
import Scenarios
import Testing

@testable import Contracts
@testable import Mocking

/// The server, its journal, its explanations, the contract runner and lint agree on whether a request matches a pattern.
struct AgreementTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// A request pattern in YAML.
        let pattern: String
        let target: String
        let fields: [(name: String, value: String)]
        let body: [UInt8]
        let isMatch: Bool

        init(_ pattern: String, _ target: String, _ fields: [String], body: [UInt8] = [], _ isMatch: Bool) {
            self.pattern = pattern
            self.target = target
            self.fields = fields.map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
            }
            self.body = body
            self.isMatch = isMatch
        }

        init(_ pattern: String, _ fields: [String], body: String = "", _ isMatch: Bool) {
            self.init(pattern, "/", fields, body: Array(body.utf8), isMatch)
        }

        init(_ pattern: String, _ target: String, _ isMatch: Bool) {
            self.init(pattern, target, [], isMatch)
        }

        init(_ pattern: String, body: [UInt8], _ isMatch: Bool) {
            self.init(pattern, "/", [], body: body, isMatch)
        }

        var testDescription: String {
            let lines = fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            return "\(pattern) | \(target) \(lines) \(String(decoding: body, as: UTF8.self).debugDescription)"
        }

        var received: ReceivedRequest {
            ReceivedRequest(
                method: .post,
                target: target,
                fields: fields.compactMap { field in
                    HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
                },
                body: body,
                receivedAt: 1_000
            )
        }

        func requestPattern() throws -> RequestPattern {
            let yaml = "scenario: A\ninteractions: [{ request: { \(pattern) }, response: { status: 204 } }]"
            return try LocalServer.scenario(yaml).variants.variant(at: 0).interactions[0].request
        }
    }

    static let lines: [Row] = [
        Row("method: POST", [], true), Row("method: GET", [], false), Row("method: { noneOf: [POST] }", [], false),
        Row("url: /caf%C3%A9", "/caf%c3%a9", true), Row("url: /café", "/caf%C3%A9", true),
        Row("url: /caf%C3%A9", "/café", true), Row("url: '/a?b=%7E'", "/a?b=~", true), Row("url: /x~", "/x%7E", true),
        Row("url: /a%2Fb", "/a/b", false), Row("url: /", "", true), Row("url: '/?a=1'", "?a=1", true),
        Row("url: /a", "/a?", false), Row("url: /a", "/A", false), Row("url: '/a?b=1+2'", "/a?b=1%202", false),
        Row("url: /a", "http://station.test/a", true),
        Row("urlPath: /caf%C3%A9", "/caf%c3%a9?x=1", true), Row("urlPath: /a", "/a?", true),
        Row("urlPath: /a%zz", "/a%zz", true), Row("urlPath: /", "?a=1", true),
        Row("urlPattern: '/caf%C3%A9\\?x=1'", "/caf%c3%a9?x=1", true),
        Row("urlPattern: '/caf%c3%a9'", "/caf%c3%a9", true), Row("urlPattern: '/a'", "/a?x", false),
        Row("urlPathPattern: '/x~.*'", "/x%7Ea?x", true), Row("urlPathPattern: '/x%7E.*'", "/x%7Ea", true),
        Row("urlPathPattern: '/x%7E.*'", "/x~a", false), Row("urlPathPattern: '/'", "", true),
        Row("urlPathTemplate: '/café/{id}'", "/caf%C3%A9/1", true),
        Row("urlPathTemplate: '/caf%C3%A9/{id}'", "/caf%c3%a9/1?x", true),
        Row("urlPathTemplate: '/a/{id}'", "/a/", false), Row("urlPathTemplate: '/a/**'", "/a/", true),
        Row("urlPathTemplate: '/{id}', pathParameters: { id: 'a/b' }", "/a%2fb", true),
        Row("urlPathTemplate: '/{id}', pathParameters: { id: 'a+b' }", "/a+b", true),
        Row("urlPathTemplate: '/café/{id}', pathParameters: { id: '7' }", "/caf%c3%a9/%37", true),
        Row("urlPathTemplate: '/{id}', pathParameters: { id: { doesNotContain: a } }", "/b", true),
    ]

    static let parameters: [Row] = [
        Row("queryParameters: { q: a b }", "/?q=a+b", true), Row("queryParameters: { q: a b }", "/?%71=a%20b", true),
        Row("queryParameters: { q: '' }", "/?q", true), Row("queryParameters: { q: '' }", "/?q=", true),
        Row("queryParameters: { q: '2' }", "/?q=1&q=2", true), Row("queryParameters: { q: é }", "/?q=%c3%A9", true),
        Row("queryParameters: { q: { absent: true } }", "/?q", false),
        Row("queryParameters: { q: { absent: true } }", "/?Q=1", true),
        Row("queryParameters: { q: { doesNotContain: x } }", "/", true),
        Row("queryParameters: { q: { not: { contains: x } } }", "/", true),
        Row("queryParameters: { q: { hasExactly: [{ contains: '1' }, { contains: '2' }] } }", "/?q=1&q=2", true),
        Row("queryParameters: { q: 'a=b' }", "/?q=a=b", true), Row("queryParameters: { '': x }", "/?=x", true),
        Row("queryParameters: { q: { equalTo: A, caseInsensitive: true } }", "/?q=a", true),
        Row("queryParameters: { q: \"\\u00e9\" }", "/?q=e%CC%81", false),
        Row("queryParameters: { \"\\u00e9\": { contains: x } }", "/?e%CC%81=x", false),
        Row("formParameters: { q: a b }", ["Content-Type: application/x-www-form-urlencoded"], body: "q=a+b", true),
        Row(
            "formParameters: { q: a b }",
            ["content-type: Application/X-WWW-Form-Urlencoded ; charset=utf-8"],
            body: "q=a%20b",
            true
        ),
        Row("formParameters: { q: a }", ["Content-Type: application/x-www-form-urlencoded2"], body: "q=a", false),
        Row("formParameters: { q: a }", ["Content-Type: text/plain"], body: "q=a", false),
        Row("formParameters: { q: { absent: true } }", ["Content-Type: text/plain"], body: "q=a", true),
        Row("formParameters: { q: '' }", ["Content-Type: application/x-www-form-urlencoded"], body: "&q&", true),
        Row(
            "formParameters: { q: { absent: true } }",
            ["Content-Type: application/x-www-form-urlencoded"],
            body: String(repeating: "a=1&", count: 10_001),
            false
        ),
        Row("headers: { X-A: '1' }", ["x-a: 1"], true), Row("headers: { X-A: '2' }", ["X-A: 1", "X-A: 2"], true),
        Row("headers: { X-A: { absent: true } }", ["X-A: "], false), Row("headers: { X-A: '' }", ["X-A: "], true),
        Row("headers: { X-A: { doesNotMatch: x.* } }", [], true),
        Row("headers: { X-A: { not: { contains: x } } }", [], true),
        Row("headers: { X-A: { equalTo: ABC, caseInsensitive: true } }", ["X-A: abc"], true),
        Row("headers: { X-A: { hasExactly: [{ contains: a }] } }", ["X-A: a", "X-A: b"], false),
        Row("headers: { X-A: { before: now } }", ["X-A: 1970-01-01T00:00:00Z"], true),
        Row("headers: { X-A: { before: now } }", ["X-A: 1970-01-01T00:00:02Z"], false),
    ]

    static let cookies: [Row] = [
        Row("cookies: { b: '2' }", ["Cookie: b=\"2\""], true), Row("cookies: { b: '2' }", ["Cookie: b=1; b=2"], true),
        Row("cookies: { b: '2' }", ["Cookie: b=1", "Cookie: a=3;b=2"], true),
        Row("cookies: { b: '2' }", ["Cookie: b = 2 "], true), Row("cookies: { b: '2' }", ["Cookie: B=2"], false),
        Row("cookies: { b: '' }", ["Cookie: b="], true), Row("cookies: { b: '' }", ["Cookie: b"], false),
        Row("cookies: { b: '\"' }", ["Cookie: b=\""], true), Row("cookies: { b: a=c }", ["Cookie: b=a=c"], true),
        Row("cookies: { b: 'a%20c' }", ["Cookie: b=a%20c"], true), Row("cookies: { b: a c }", ["Cookie: b=a+c"], false),
        Row("cookies: { b: { doesNotContain: x } }", [], false), Row("cookies: { b: { doesNotMatch: x } }", [], false),
        Row("cookies: { b: { absent: true } }", ["Cookie: a=1"], true),
        Row("cookies: { b: { absent: true } }", ["Cookie: b="], false),
        Row("cookies: { b: { or: [{ contains: x }, { absent: true }] } }", [], true),
    ]

    static let authorities: [Row] = [
        Row("host: fuel.test", ["Host: Fuel.TEST:8080"], true), Row("host: Fuel.test", ["Host: Fuel.test"], false),
        Row("host: '[::1]'", ["Host: [::1]:8080"], true), Row("host: { doesNotContain: x }", [], true),
        Row("host: other.test", "http://Other.test/a", ["Host: fuel.test"], true),
        Row("port: 8080", ["Host: fuel.test:8080"], true), Row("port: 80", ["Host: fuel.test"], true),
        Row("port: 80", ["Host: fuel.test:x"], false), Row("port: 80", [], false),
        Row("port: 8080", ["Host: [::1]:8080"], true), Row("port: 443", "https://fuel.test/", true),
        Row("protocol: HTTP/1.1", [], true), Row("protocol: HTTP/2", [], false),
        Row("tls: { version: { equalTo: TLSv1.3 } }", [], false), Row("tls: { sni: { absent: true } }", [], true),
        Row("tls: { clientCertificate: { subject: { doesNotContain: anna } } }", [], true),
        Row("scheme: http", [], true), Row("scheme: https", [], false), Row("scheme: https", "HTTPS://a/", true),
    ]

    static let credentials: [Row] = [
        Row("basicAuth: { username: u, password: p }", ["Authorization: Basic dTpw"], true),
        Row("basicAuth: { username: u, password: p }", ["Authorization: bAsIc  dTpw"], true),
        Row("basicAuth: { username: u, password: p }", ["Authorization: Bearer x", "authorization: Basic dTpw"], true),
        Row("basicAuth: { username: u, password: p }", ["Authorization: BasicdTpw"], false),
        Row("basicAuth: { username: u, password: p }", ["Authorization: Basic dTpw="], false),
        Row("basicAuth: { username: u, password: 'p:q' }", ["Authorization: Basic dTpwOnE="], true),
        Row("basicAuth: { username: u, password: '' }", ["Authorization: Basic dTo="], true),
        Row("basicAuth: { username: u, password: p }", [], false),
    ]

    private static let binaryPart =
        Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + [0xFF] + Array("\r\n--b--".utf8)

    static let bodies: [Row] = [
        Row("bodyPatterns: [{ absent: true }]", [], true),
        Row("bodyPatterns: [{ absent: true }]", [], body: " ", false),
        Row("bodyPatterns: [{ doesNotContain: x }]", [], true),
        Row("bodyPatterns: [{ not: { contains: x } }]", [], true),
        Row("bodyPatterns: [{ equalTo: '' }]", [], false), Row("bodyPatterns: [{ binaryEqualTo: '' }]", [], false),
        Row("bodyPatterns: [{ binaryEqualTo: /w== }]", body: [0xFF], true),
        Row("bodyPatterns: [{ binaryEqualTo: 77+9 }]", body: [0xFF], false),
        Row("bodyPatterns: [{ not: { binaryEqualTo: /w== } }]", body: [0xFF], false),
        Row("bodyPatterns: [{ contains: a }]", body: [0xFF, 0x61, 0xFE], true),
        Row("bodyPatterns: [{ equalToJson: { a: 1.0 } }]", [], body: #"{"a": 1}"#, true),
        Row("bodyPatterns: [{ equalToJson: { a: 1 } }]", body: [0x7B, 0xFF], false),
        Row("bodyPatterns: [{ matchesJsonPath: $.a }]", [], body: "no JSON", false),
        Row("bodyPatterns: [{ not: { matchesJsonPath: $.a } }]", [], true),
        Row("bodyPatterns: [{ before: now }]", [], body: "1970-01-01T00:00:00Z", true),
        Row("bodyPatterns: [{ before: now }]", [], body: "1970-01-01T00:00:02Z", false),
        Row("bodyPatterns: [{ contains: xa }]", [], body: String(repeating: "x", count: 300 << 10) + "a", true),
        Row("bodyPatterns: [{ contains: xb }]", [], body: String(repeating: "x", count: 300 << 10) + "a", false),
        Row(
            "multipartPatterns: [{ name: a, bodyPatterns: [{ binaryEqualTo: /w== }] }]",
            "/",
            ["Content-Type: multipart/form-data; boundary=b"],
            body: binaryPart,
            true
        ),
        Row(
            "multipartPatterns: [{ name: a, bodyPatterns: [{ before: now }] }]",
            ["Content-Type: multipart/form-data; boundary=b"],
            body: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1970-01-01T00:00:02Z\r\n--b--",
            false
        ),
        Row("multipartPatterns: [{ name: a }]", ["Content-Type: text/plain"], body: "--b--", false),
    ]

    static let rows = lines + parameters + cookies + authorities + credentials + bodies

    @Test("server, journal, 404, contract and lint agree", arguments: rows)
    func agree(_ row: Row) throws {
        let pattern = try row.requestPattern()
        let decoded = DecodedRequest(row.received)
        #expect(Self.isAnswered(decoded.request, pattern) == row.isMatch, "the server")
        #expect(PatternTest(pattern).holds(for: decoded.request, decoded.target) == row.isMatch, "the journal")

        let checks = InteractionChecks(pattern, decoded, ExplanationBudget(), .explanation()).all
        let isExamined = !checks.contains { $0.verdict == .notExamined }
        #expect(checks.allSatisfy { $0.verdict == .holds } == row.isMatch || !isExamined, "the 404: \(checks)")

        let mismatch = RequestMismatch(pattern, row.received)
        #expect((mismatch == nil) == row.isMatch, "the contract: \(String(describing: mismatch))")
        if pattern == RequestPattern(url: pattern.url), pattern.url != .any {
            #expect(pattern.url.matches(target: row.target) == row.isMatch, "lint")
        }
    }

    private static func isAnswered(_ request: Request, _ pattern: RequestPattern) -> Bool {
        let interaction = Interaction(request: pattern, responses: ResponseSequence([ResponseDefinition(status: 204)]))
        var scenario = Scenario(slug: "a", title: "a", file: "a.yaml", variants: [Variant(interactions: [interaction])])
        scenario.isRoot = true
        let engine = Engine(scenarios: [scenario], configuration: EngineConfiguration())
        guard case .mock = engine.respond(to: request) else { return false }
        return true
    }

    @Test func theSamePatternHoldsAtTheServerAndInTheContract() async throws {
        let yaml = """
            scenario: One station
            interactions:
              - name: the station
                request: { urlPath: /station, cookies: { b: "2" } }
                response: { jsonBody: { name: 7-Eleven } }
              - name: encoded
                request: { url: /caf%C3%A9 }
                response: { jsonBody: { name: Café } }
            contract:
              - step: a quoted cookie
                request: { url: /station, headers: { Cookie: 'b="2"' } }
                expect: { outcome: success, received: { urlPath: /station, cookies: { b: "2" } } }
              - step: two of one name
                request: { url: /station, headers: { Cookie: b=1; b=2 } }
                expect: { outcome: success, received: { urlPath: /station, cookies: { b: "2" } } }
              - step: another spelling of one target
                request: { url: /caf%c3%a9 }
                expect: { outcome: success, received: { url: /caf%C3%A9 } }
            """
        #expect(ScenarioReader.read(Array(yaml.utf8), path: "station.yaml").issues.isEmpty)
        #expect(try await LocalServer.report(of: yaml).failures == [])
    }
}
