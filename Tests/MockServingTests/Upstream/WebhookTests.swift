import Foundation
import Messages
import Support
import Testing
import UV

@testable import MockServing

/// Webhooks of a running server, which an upstream of the test receives.
struct WebhookTests {
    /// Keeps the requests that it gets.
    private final class StandIn: Upstream {
        private let stream: AsyncStream<OutgoingRequest>
        private let received: AsyncStream<OutgoingRequest>.Continuation
        private let status: Int
        private let isSilent: Bool

        init(status: Int = 200, isSilent: Bool = false) {
            (stream, received) = AsyncStream.makeStream()
            self.status = status
            self.isSilent = isSilent
        }

        func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse {
            received.yield(request)
            if isSilent {
                // Ends when the task is canceled.
                for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
            }
            guard status > 0 else { throw UpstreamFailure("the connection is refused") }
            return IncomingResponse(status: status)
        }

        func first(_ count: Int) async -> [OutgoingRequest] {
            var requests: [OutgoingRequest] = []
            for await request in stream {
                requests.append(request)
                if requests.count == count { break }
            }
            return requests
        }
    }

    private static func mapping(_ url: String, _ parameters: String) -> String {
        #"""
        {"name": "n", "request": {"urlPathTemplate": "\#(url)"}, "response": {"status": 202},
         "serveEventListeners": [{"name": "webhook", "parameters": \#(parameters)}]}
        """#
    }

    private func configuration(
        _ upstream: StandIn,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.webhooks = WebhookConfiguration(upstream: upstream, report: report)
        return configuration
    }

    @Test("A webhook is sent after the response, with templates that show the request and the parameters")
    func isSent() async throws {
        let folder = try ScenarioFolder([
            "mappings/a.json": Self.mapping(
                "/orders/{id}",
                #"""
                {"method": "post", "url": "http://localhost:1/{{originalRequest.path.id}}?q={{parameters.word}}",
                 "word": "w", "headers": {"X-A": "{{originalRequest.headers.X-B}}", "Host": "other"},
                 "body": "{{jsonPath originalRequest.body '$.a'}}, {{originalRequest.url}}"}
                """#
            )
        ])
        let upstream = StandIn()
        try await withServer(scenarios: [folder.path], configuration: configuration(upstream)) { server in
            let response = try await server.send("POST", "/@one/orders/7", fields: ["X-B: b"], body: #"{"a": 1.50}"#)
            #expect(response.status == 202)
            let request = try #require(await upstream.first(1).first)
            #expect(request.method == "POST" && request.url == "http://localhost:1/7?q=w")
            #expect(request.fields.map { "\($0.name): \($0.value)" } == ["X-A: b", "Via: 1.1 hypermock"])
            #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == "1.50, /orders/7")
        }
    }

    @Test("A request that a webhook has sent causes no webhooks, and a GET has no body")
    func noLoops() async throws {
        let folder = try ScenarioFolder([
            "mappings/a.json": Self.mapping(
                "/{id}",
                #"{"method": "GET", "url": "http://localhost:1{{originalRequest.url}}", "body": "b"}"#
            )
        ])
        let upstream = StandIn()
        try await withServer(scenarios: [folder.path], configuration: configuration(upstream)) { server in
            #expect(try await server.send("GET", "/one", fields: ["Via: 1.0 p, 1.1 hypermock (x)"]).status == 202)
            #expect(try await server.send("GET", "/two", fields: ["Via: 1.1 hypermocks"]).status == 202)
            let request = try #require(await upstream.first(1).first)
            #expect(request.url == "http://localhost:1/two" && request.body == nil)
        }
    }

    @Test(
        "Failures are reported, without the path and the query",
        arguments: [
            ("http://localhost:1/secret", 0, "failed: the connection is refused"),
            ("http://localhost:1/secret", 503, "its response has the status 503"),
            ("http://example.com/secret?a=secret", 200, "failed: http://example.com is neither on a loopback address"),
            ("http://u:secret@localhost:1/", 200, "failed: the URL contains credentials"),
            ("{{originalRequest.baseUrl}}/secret", 200, "failed: http://127.0.0.1:"),
            ("{{range 1 9999999}}", 200, "failed: the URL is not an absolute http or https URL"),
        ]
    )
    func failures(url: String, status: Int, report: String) async throws {
        let webhook = #"{"method": "PUT", "url": "\#(url)"}"#
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping("/{id}", webhook)])
        let (lines, send) = AsyncStream.makeStream(of: String.self)
        let configuration = configuration(StandIn(status: status)) { send.yield($0) }
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            #expect(try await server.send("GET", "/one").status == 202)
            var iterator = lines.makeAsyncIterator()
            let line = try #require(await iterator.next())
            #expect(line.hasPrefix("webhook of 'n' (") && line.contains(report), "\(line)")
            #expect(!line.contains("secret"))
        }
    }

    @Test("At most 1000 webhooks wait, and a stopped server sends none")
    func limits() async throws {
        let delay = #"{"type": "fixed", "milliseconds": 86400000}"#
        let webhook = #"{"method": "PUT", "url": "http://localhost:1/", "delay": \#(delay)}"#
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping("/{id}", webhook)])
        let (lines, send) = AsyncStream.makeStream(of: String.self)
        let configuration = configuration(StandIn()) { send.yield($0) }
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            for _ in 0..<10 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<100 { group.addTask { _ = try await server.send("GET", "/one") } }
                    try await group.waitForAll()
                }
            }
            _ = try await server.send("GET", "/one")
            var iterator = lines.makeAsyncIterator()
            #expect(await iterator.next()?.contains("not sent: too many webhooks are waiting") == true)
        }
    }

    @Test("Without the option, nothing is sent, and the admin API warns")
    func off() async throws {
        let webhook = #"{"method": "PUT", "url": "http://localhost:1/"}"#
        let folder = try ScenarioFolder(["mappings/a.json": Self.mapping("/{id}", webhook)])
        try await withServer(scenarios: [folder.path]) { server in
            #expect(try await server.send("GET", "/one").status == 202)
            let added = try await server.send("POST", "/__admin/mappings", body: Self.mapping("/b", webhook))
            #expect(added.status == 201)
            #expect(added.fields.contains { $0.hasPrefix("Hypermock-Warning:") && $0.contains("webhook is not sent") })
        }
    }
}
