import HAL
import Testing

@testable import MockServing

struct MetricsTextTests {
    private static let files = [
        "orders.yaml": """
        scenario: Orders
        interactions:
          - request: { method: GET, urlPathTemplate: "/orders/{id}" }
            response: { fixedDelayMilliseconds: 60, body: order }
          - name: "a \\"quoted\\" name"
            request: { method: POST, urlPattern: "/c.*" }
            response: { status: 503 }
          - request: { method: GET, urlPath: /broken }
            response: { fault: reset }
        """
    ]

    private static func lines(_ fixture: AdminFixture, accept: String = "*/*") -> [String] {
        fixture.send("GET", "/__admin/metrics", fields: ["Accept: \(accept)"]).text.split(separator: "\n").map(
            String.init
        )
    }

    @Test func countsRequestsByOutcome() {
        let fixture = AdminFixture(Self.files)
        for target in ["/orders/1", "/orders/2", "/~orders@secret-token/orders/3", "/broken", "/none"] {
            fixture.send("GET", target)
        }
        fixture.send("POST", "/cost")
        let lines = Self.lines(fixture)
        for line in [
            #"hypermock_requests_total{scenario="orders",outcome="matched",status_class="2xx"} 3"#,
            #"hypermock_requests_total{scenario="orders",outcome="matched",status_class="5xx"} 1"#,
            #"hypermock_requests_total{scenario="orders",outcome="fault",status_class="2xx"} 1"#,
            #"hypermock_requests_total{scenario="",outcome="unmatched",status_class="4xx"} 1"#,
            "hypermock_sandboxes 1", "hypermock_journal_entries 6", "hypermock_journal_evicted_total 0",
        ] {
            #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))")
        }
        #expect(!lines.contains { $0.contains("secret-token") })
    }

    @Test func durationsAreAHistogramByRoute() {
        let fixture = AdminFixture(Self.files)
        fixture.send("GET", "/orders/1")
        fixture.send("POST", "/cost")
        let lines = Self.lines(fixture)
        let name = "http_server_request_duration_seconds"
        let order =
            #"http_request_method="GET",http_route="/orders/{id}",http_response_status_code="200",url_scheme="http","#
            + #"network_protocol_version="1.1""#
        for line in [
            "\(name)_bucket{\(order),le=\"0.05\"} 0", "\(name)_bucket{\(order),le=\"0.075\"} 1",
            "\(name)_bucket{\(order),le=\"+Inf\"} 1", "\(name)_sum{\(order)} 0.06", "\(name)_count{\(order)} 1",
        ] {
            #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))")
        }
        #expect(lines.contains { $0.contains(#"http_route="a \"quoted\" name""#) && $0.contains(#"error_type="503""#) })
    }

    @Test func openMetricsDiffersWhereItMust() {
        let fixture = AdminFixture(Self.files)
        fixture.send("GET", "/orders/1")
        let lines = Self.lines(fixture, accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
        #expect(lines.last == "# EOF" && lines.contains("# TYPE hypermock_requests counter"))
        #expect(lines.contains("# UNIT http_server_request_duration_seconds seconds"))
        #expect(Self.lines(fixture).contains("# TYPE hypermock_requests_total counter"))
    }

    @Test("Routes beyond the limit are counted together, and nothing is lost")
    func isBounded() {
        let interactions = (0..<700).map {
            "  - request: { method: GET, urlPath: /route-\($0) }\n    response: { status: 204 }\n"
        }
        let fixture = AdminFixture(["many.yaml": "scenario: Many\ninteractions:\n" + interactions.joined()])
        for number in 0..<700 { fixture.send("GET", "/route-\(number)") }
        let lines = Self.lines(fixture)
        #expect(lines.count { $0.hasPrefix("http_server_request_duration_seconds_count") } == 501)
        #expect(
            lines.contains { $0.hasSuffix("} 200") && $0.contains(#"http_route="_other""#) && $0.contains("_count") }
        )
        #expect(
            lines.contains(#"hypermock_requests_total{scenario="_other",outcome="matched",status_class="2xx"} 200"#)
        )
    }

    @Test func onlyTheRootHasMetrics() {
        #expect(AdminFixture(Self.files).send("GET", "/~orders/__admin/metrics").status == 403)
    }
}
