import Contracts
import Testing

/// Each key of `expect`, once as it holds and once with one value that does not.
struct CheckTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let key: String
        let request: String
        /// What `outcome` stands before.
        let holds: String
        let fails: String
        var testDescription: String { "\(key): \(fails)" }

        init(_ key: String, _ request: String, _ holds: String, _ fails: String) {
            self.key = key
            self.request = request
            self.holds = holds
            self.fails = fails
        }
    }

    static let scenario = """
        scenario: Everything that a client can be told
        interactions:
          - name: station
            request: { urlPath: /station }
            response:
              headers: { Last-Modified: "Tue, 03 Nov 2026 10:00:00 GMT", X-Colour: green }
              jsonBody:
                name: 7-Eleven
                price: 2.890
                tanks: [{ fuel: diesel }, { fuel: super }]
                _links:
                  self: { href: /station }
                  logs: { href: "/logs{?page}", templated: true }
                  item: [{ href: /a }, { href: /b }]
                _embedded: { log: [{ gallons: 12.5 }, { gallons: 9 }] }
          - request: { urlPath: /created }
            response: { status: 201, headers: { Location: /station } }
          - request: { urlPath: /moved }
            response: { status: 301, headers: { Location: /station } }
          - request: { urlPath: /elsewhere }
            response: { status: 308, headers: { Location: /station } }
          - request: { urlPath: /same }
            response: { status: 304 }
          - request: { urlPath: /login }
            response: { status: 401, headers: { WWW-Authenticate: 'Basic realm="all", Negotiate abc=' } }
          - request: { urlPath: /busy }
            response: { status: 503, headers: { Retry-After: "120" } }
          - request: { urlPath: /past }
            response: { status: 503, headers: { Retry-After: "Tue, 04 Nov 2014 23:59:59 GMT" } }
          - request: { urlPath: /text }
            response: { headers: { Content-Type: text/plain }, body: hello }
          - request: { urlPath: /slow }
            response: { fixedDelayMilliseconds: 100 }
          - request: { urlPath: /reset }
            response: { fault: { effect: reset, after: request } }
        contract:
          - step: the one
        """

    static let rows = [
        Row("outcome", "url: /station", "outcome: success", "outcome: conflict"),
        Row("outcome", "url: /text", "outcome: undecodable", "outcome: success"),
        Row("status", "url: /created", "outcome: success, status: 201", "outcome: success, status: 200"),
        Row(
            "headers",
            "url: /station",
            "outcome: success, headers: { X-Colour: green }",
            "outcome: success, headers: { X-Colour: red }"
        ),
        Row(
            "headers",
            "url: /station",
            "outcome: success, headers: { X-Taste: { absent: true } }",
            "outcome: success, headers: { X-Colour: { absent: true } }"
        ),
        Row(
            "body",
            "url: /station",
            "outcome: success, body: { contains: '2.890' }",
            "outcome: success, body: { contains: '2.891' }"
        ),
        Row("body", "url: /text", "outcome: undecodable, body: hello", "outcome: undecodable, body: hell"),
        Row(
            "location",
            "url: /created",
            "outcome: success, location: /station",
            "outcome: success, location: /stations"
        ),
        Row("location", "url: /station", "outcome: success, location: absent", "outcome: success, location: /station"),
        Row(
            "location",
            "url: /elsewhere",
            "outcome: redirection, location: /station",
            "outcome: redirection, location: absent"
        ),
        Row(
            "lastModified",
            "url: /station",
            "outcome: success, lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT'",
            "outcome: success, lastModified: 'Tue, 03 Nov 2026 10:00:01 GMT'"
        ),
        Row(
            "lastModified",
            "url: /created",
            "outcome: success, lastModified: absent",
            "outcome: success, lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT'"
        ),
        Row(
            "model",
            "url: /station",
            "outcome: success, model: { price: 2.89 }",
            "outcome: success, model: { price: 2.9 }"
        ),
        Row(
            "model",
            "url: /station",
            "outcome: success, model: { tanks: [{ fuel: diesel }, {}] }",
            "outcome: success, model: { tanks: [{ fuel: diesel }] }"
        ),
        Row("model", "url: /created", "outcome: success", "outcome: success, model: {}"),
        Row(
            "model",
            "url: /station",
            "outcome: success, model: { name: 7-Eleven }",
            "outcome: success, model: { a: 1 }"
        ),
        Row(
            "relations",
            "url: /station",
            "outcome: success, relations: [self, item]",
            "outcome: success, relations: [self, items]"
        ),
        Row(
            "relations",
            "url: /station",
            "outcome: success, relations: { logs: '/logs{?page}' }",
            "outcome: success, relations: { logs: /logs }"
        ),
        Row(
            "relations",
            "url: /station",
            "outcome: success, relations: { item: [/a, /b] }",
            "outcome: success, relations: { item: [/b, /a] }"
        ),
        Row(
            "relations",
            "url: /station",
            "outcome: success, relations: { item: [/a, { matches: '.*/b' }] }",
            "outcome: success, relations: { item: [/a] }"
        ),
        Row(
            "relations",
            "url: /station",
            "outcome: success, relations: { item: [] }",
            "outcome: success, relations: { next: [] }"
        ),
        Row(
            "embedded",
            "url: /station",
            "outcome: success, embedded: { log: 2 }",
            "outcome: success, embedded: { log: 1 }"
        ),
        Row(
            "embedded",
            "url: /station",
            "outcome: success, embedded: { log: [{ gallons: 12.50 }, {}] }",
            "outcome: success, embedded: { log: [{ gallons: 12.5 }, { gallons: 10 }] }"
        ),
        Row(
            "challenges",
            "url: /login",
            "outcome: authenticationRequired, challenges: [{ scheme: basic, realm: all }, { scheme: Negotiate, token68: abc= }]",
            "outcome: authenticationRequired, challenges: [{ scheme: Basic, realm: all }]"
        ),
        Row(
            "challenges",
            "url: /login",
            "outcome: authenticationRequired",
            "outcome: authenticationRequired, challenges: []"
        ),
        Row(
            "notModified",
            "url: /same",
            "outcome: redirection, notModified: true",
            "outcome: redirection, notModified: false"
        ),
        Row(
            "permanent",
            "url: /elsewhere",
            "outcome: redirection, permanent: true",
            "outcome: redirection, permanent: false"
        ),
        Row(
            "retryAfter",
            "url: /busy",
            "outcome: serverUnavailable, retryAfter: { seconds: 121 }",
            "outcome: serverUnavailable, retryAfter: { seconds: 123 }"
        ),
        Row(
            "retryAfter",
            "url: /past",
            "outcome: serverUnavailable, retryAfter: { date: 'Tue, 04 Nov 2014 23:59:59 GMT' }",
            "outcome: serverUnavailable, retryAfter: { date: 'Tue, 04 Nov 2014 23:59:58 GMT' }"
        ),
        Row("retryAfter", "url: /busy", "outcome: serverUnavailable", "outcome: serverUnavailable, retryAfter: absent"),
        Row(
            "kind",
            "url: /reset, method: POST",
            "outcome: connectionFailure, kind: reset",
            "outcome: connectionFailure, kind: refused"
        ),
        Row(
            "kind",
            "target: closedPort",
            "outcome: connectionFailure, kind: refused",
            "outcome: connectionFailure, kind: dns"
        ),
        Row(
            "notices",
            "url: /moved",
            "outcome: success, notices: [{ from: /moved, to: /station }]",
            "outcome: success, notices: []"
        ),
        Row(
            "notices",
            "url: /station",
            "outcome: success, notices: []",
            "outcome: success, notices: [{ from: /moved, to: /station }]"
        ),
        Row(
            "elapsedMilliseconds",
            "url: /slow",
            "outcome: success, elapsedMilliseconds: { atLeast: 90 }",
            "outcome: success, elapsedMilliseconds: { atMost: 90 }"
        ),
    ]

    @Test("holds when it is so and fails when it is not", arguments: rows)
    func holdsAndFails(_ row: Row) async throws {
        let good = try await LocalServer.report(of: Self.yaml(row.request, row.holds))
        #expect(good.failures == [])
        let bad = try await LocalServer.report(of: Self.yaml(row.request, row.fails))
        #expect(bad.failures.map { $0.prefix { $0 != ":" } } == [row.key[...]], "\(bad.failures)")
    }

    @Test(
        "what the server received is judged in all its parts",
        arguments: [
            ("method: GET", "method: POST"), ("urlPath: /station", "urlPath: /other"),
            ("url: '/station?q=a%20b'", "url: /station"),
            ("queryParameters: { q: a b }", "queryParameters: { q: a }"),
            ("headers: { X-A: '1' }", "headers: { X-A: '2' }"),
            ("headers: { X-B: { absent: true } }", "headers: { X-A: { absent: true } }"),
            ("basicAuth: { username: u, password: p }", "basicAuth: { username: u, password: q }"),
            ("bodyPatterns: [{ equalToJson: { a: 1 } }]", "bodyPatterns: [{ equalToJson: { a: 2 } }]"),
            (
                "urlPathTemplate: '/{x}', pathParameters: { x: station }",
                "urlPathTemplate: '/{x}', pathParameters: { x: y }"
            ),
            ("host: 127.0.0.1", "host: localhost"), ("scheme: http", "scheme: https"),
            ("protocol: HTTP/1.1", "protocol: HTTP/2"),
            ("cookies: { c: '1' }", "cookies: { c: '2' }"),
        ]
    )
    func whatTheServerReceivedIsJudged(holds: String, fails: String) async throws {
        let request = """
            url: '/station?q=a%20b', headers: { X-A: '1', Cookie: c=1 }, jsonBody: { a: 1 }, \
            authorization: { basic: { username: u, password: p } }
            """
        let good = try await LocalServer.report(of: Self.yaml(request, "outcome: success, received: { \(holds) }"))
        #expect(good.failures == [])
        let bad = try await LocalServer.report(of: Self.yaml(request, "outcome: success, received: { \(fails) }"))
        #expect(bad.failures.count == 1 && bad.failures[0].hasPrefix("received: "), "\(bad.failures)")
        #expect(!"\(bad)".contains("dTpw"), "credentials stay out of reports")
    }

    @Test func theNumberOfRequestsIsJudged() async throws {
        let hops = "received: [{ url: /moved }, { url: /station }]"
        #expect(try await LocalServer.report(of: Self.yaml("url: /moved", "outcome: success, \(hops)")).failures == [])
        let one = try await LocalServer.report(
            of: Self.yaml("url: /moved", "outcome: success, received: { url: /moved }")
        )
        #expect(one.failures == ["received: 1 request | 2 requests\nGET /moved\nGET /station"])
    }

    @Test("the text of a failure does not depend on the time of receipt, so that it is the same in both API styles")
    func textsOfRetryAfter() async throws {
        let date = "Tue, 04 Nov 2014 23:59:59 GMT"
        let rows = [
            ("url: /busy", "{ seconds: 60 }", "60 s | 120 s"), ("url: /busy", "{ date: '\(date)' }", "\(date) | 120 s"),
            ("url: /busy", "absent", "none | 120 s"),
            ("url: /past", "{ date: 'Wed, 05 Nov 2014 00:00:00 GMT' }", "Wed, 05 Nov 2014 00:00:00 GMT | \(date)"),
        ]
        for (request, expected, failure) in rows {
            let contract = Self.yaml(request, "outcome: serverUnavailable, retryAfter: \(expected)")
            #expect(try await LocalServer.report(of: contract).failures == ["retryAfter: \(failure)"])
        }
    }

    @Test func underAnotherOutcomeTheRestIsSkipped() async throws {
        let report = try await LocalServer.report(
            of: Self.yaml("url: /busy", "outcome: success, status: 200, model: { a: 1 }")
        )
        #expect(report.cases[0].steps[0].checks.map(\.status) == [.failed, .failed, .skipped, .passed])
    }

    static func yaml(_ request: String, _ expect: String) -> String {
        scenario + "\n    request: { \(request) }\n    expect: { \(expect) }\n"
    }
}
