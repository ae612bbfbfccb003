import Foundation
import Messages
import Support
import Testing
import UV

@testable import MockServing

/// Responses with a proxy of a running server; the other server is an upstream of the test.
struct ForwardingTests {
    /// Responds with links and fields, and keeps the requests.
    private final class StandIn: Upstream {
        let requests = Guarded<[OutgoingRequest]>([])
        private let failure: UpstreamFailure?

        init(failing failure: UpstreamFailure? = nil) {
            self.failure = failure
        }

        func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse {
            requests.withLock { $0.append(request) }
            if let failure { throw failure }
            let body =
                #"{"_links":{"self":{"href":"http://localhost:1/v2/a"},"next":{"href":"/v2/b"},"x":{"href":"/c"}}}"#
            return IncomingResponse(
                status: 202,
                fields: [("Content-Type", "application/json"), ("X-A", "1"), ("Connection", "X-Hop"), ("X-Hop", "1")],
                body: Array(body.utf8)
            )
        }
    }

    private static func scenario(_ response: String) -> [String: String] {
        [
            "s.yaml":
                "scenario: s\ninteractions:\n  - request: { urlPathTemplate: '/api/{id}' }\n    response: \(response)\n"
        ]
    }

    private func withForwarding(
        _ files: [String: String],
        _ upstream: StandIn = StandIn(),
        threads: Int = 1,
        _ body: (MockServer) async throws -> Void
    ) async throws {
        let folder = try ScenarioFolder(files)
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        configuration.forwarding = ForwardingConfiguration(upstream: upstream)
        try await withServer(scenarios: [folder.path], configuration: configuration) { try await body($0) }
    }

    @Test("A request is forwarded, with links that lead back", arguments: [1, 2])
    func isForwarded(threads: Int) async throws {
        let upstream = StandIn()
        let proxy =
            "{ to: 'http://localhost:1/v2/', removePrefix: /api, addHeaders: { X-B: '2', Cookie: n }, removeHeaders: [x-c] }"
        let files = Self.scenario("{ proxy: \(proxy), headers: { X-A: '3' } }")
        try await withForwarding(files, upstream, threads: threads) { server in
            for address in ["", "/~s@one"] {
                let answer = try await server.send(
                    "POST",
                    address + "/api/7?q=%7e",
                    fields: ["Cookie: a=b", "X-C: 1", "X-D: 1", "Connection: X-E", "X-E: 1", "Keep-Alive: 5"],
                    body: "text"
                )
                #expect(answer.status == 202 && answer["X-A"] == "3" && answer["X-Hop"] == nil)
                let base = "http://127.0.0.1:\(server.port)\(address)/api"
                let links = #"{"self":{"href":"\#(base)/a"},"next":{"href":"\#(base)/b"},"x":{"href":"/c"}}"#
                #expect(answer.text == #"{"_links":\#(links)}"#)
            }
            let request = try #require(upstream.requests.withLock { $0.first })
            #expect(request.method == "POST" && request.url == "http://localhost:1/v2/7?q=%7e")
            #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == "text")
            let fields = request.fields.map { "\($0.name): \($0.value)" }
            #expect(fields == ["X-D: 1", "X-B: 2", "Cookie: n", "Accept-Encoding: identity", "Via: 1.1 hypermock"])
            let journal = try await server.send("GET", "/__admin/requests")
            #expect(journal.text.contains("202"), "\(journal.text)")
        }
    }

    @Test("Requests that nothing else responds to are forwarded to the fallback")
    func fallback() async throws {
        let upstream = StandIn()
        let file =
            "scenario: s\nfallback: { proxy: 'http://localhost:1' }\n"
            + "interactions:\n  - { request: { url: /a }, response: { status: 204 } }\n"
        try await withForwarding(["s.yaml": file], upstream) { server in
            let statuses = [
                try await server.send("GET", "/a").status, try await server.send("GET", "/b").status,
                try await server.send("DELETE", "/~s@t/c?d").status,
            ]
            #expect(statuses == [204, 202, 202])
            let unmatched = try await server.send("GET", "/__admin/requests/unmatched")
            #expect(!unmatched.text.contains("/b"))
            #expect(upstream.requests.withLock { $0.map(\.url) } == ["http://localhost:1/b", "http://localhost:1/c?d"])
        }
    }

    @Test("WireMock's keys do the same byte for byte, and failures are WireMock's")
    func mappings() async throws {
        let mapping = #"""
            {"request": {"urlPathPattern": "/api/.*"}, "response": {"proxyBaseUrl": "http://localhost:1",
             "proxyUrlPrefixToRemove": "/api", "additionalProxyRequestHeaders": {"X-B": "2"},
             "removeProxyRequestHeaders": ["X-C"]}}
            """#
        let upstream = StandIn()
        try await withForwarding(["mappings/a.json": mapping], upstream) { server in
            let response = try await server.send("GET", "/api/a", fields: ["X-C: 1"])
            #expect(response.status == 202 && response.text.contains("http://localhost:1/v2/a"))
            let request = try #require(upstream.requests.withLock { $0.first })
            #expect(request.url == "http://localhost:1/a")
            #expect(request.fields.map(\.name) == ["X-B", "Accept-Encoding", "Via"])
            let shown = try await server.send("GET", "/__admin/mappings")
            #expect(shown.text.contains("proxyUrlPrefixToRemove"))
        }
        try await withForwarding(["mappings/a.json": mapping], StandIn(failing: UpstreamFailure("gone"))) { server in
            let failed = try await server.send("GET", "/api/a")
            #expect(failed.status == 500)
            let text = "Network failure trying to make a proxied request from WireMock to http://localhost:1"
            #expect(failed.text.hasPrefix(text))
        }
    }

    @Test(
        "Without a response of the other server, the client gets a problem",
        arguments: [
            ("http://localhost:1", "/api/7", UpstreamFailure("gone"), 502),
            ("http://example.com", "/api/7", nil, 502),
            ("http://localhost:1", "/api/7", UpstreamFailure("late", isTimeout: true), 504),
            ("http://localhost:1/v2", "/api/%2E.", nil, 400),
        ]
    )
    func failures(target: String, path: String, failure: UpstreamFailure?, status: Int) async throws {
        try await withForwarding(Self.scenario("{ proxy: '\(target)' }"), StandIn(failing: failure)) { server in
            let failed = try await server.send("GET", path)
            #expect(failed.status == status && failed["Content-Type"] == "application/problem+json", "\(failed.text)")
            if target == "http://example.com" { #expect(failed.text.contains("nor in --proxy-hosts")) }
        }
    }

    @Test("A request to the server itself, or one that has passed four of these servers, is not forwarded")
    func loops() async throws {
        try await withForwarding(Self.scenario("{ proxy: 'http://localhost:1' }")) { server in
            let via = Array(repeating: "1.1 hypermock", count: 4).joined(separator: ", ")
            #expect(try await server.send("GET", "/api/7", fields: ["Via: \(via)"]).status == 508)
            let own = #"{"request":{"url":"/own"},"response":{"proxyBaseUrl":"http://127.0.0.1:\#(server.port)"}}"#
            #expect(try await server.send("POST", "/__admin/mappings", body: own).status == 201)
            let response = try await server.send("GET", "/own")
            #expect(response.status == 500 && response.text.contains("is this server"))
        }
    }

    @Test("Without the option, the response is a 500 that names it")
    func off() async throws {
        let folder = try ScenarioFolder(Self.scenario("{ proxy: 'http://localhost:1' }"))
        try await withServer(scenarios: [folder.path]) { server in
            let response = try await server.send("GET", "/api/7")
            #expect(response.status == 500 && response.text.contains("'serve --proxy' forwards the request"))
        }
    }
}
