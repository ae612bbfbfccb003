import HAL
import HALClient
import HTTPTypes
import Testing

struct MiddlewareTests {
    struct Tag: TransportMiddleware {
        let name: String

        func intercept(
            _ request: TransportRequest,
            next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
        ) async throws(ConnectionFailure) -> TransportResponse {
            var request = request
            request.fields[.userAgent] = (request.fields[.userAgent] ?? "") + name
            return try await next(request)
        }
    }

    struct Answer: TransportMiddleware {
        func intercept(
            _ request: TransportRequest,
            next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
        ) async throws(ConnectionFailure) -> TransportResponse {
            TransportResponse(request: request, status: 418)
        }
    }

    @Test func runInTheOrderGiven() async {
        let transport = CannedTransport([.init(204)])
        let configuration = HypermediaClient.Configuration(middlewares: [Tag(name: "a"), Tag(name: "b")])
        _ = await HypermediaClient(configuration: configuration, transport: transport).get("http://a.example/")
        #expect(transport.requests.first?.fields[.userAgent] == "ab")
    }

    @Test func mayAnswerInPlaceOfTheTransport() async {
        let transport = CannedTransport([.init(204)])
        let configuration = HypermediaClient.Configuration(middlewares: [Answer()])
        let outcome = await HypermediaClient(configuration: configuration, transport: transport).get(
            "http://a.example/"
        )
        #expect(outcome.response?.status == 418)
        #expect(transport.requests.isEmpty)
    }

    @Test func stayWithinTheirOriginAcrossRedirects() async throws {
        let origin = try #require(Origin(URIReference("http://a.example")))
        let transport = CannedTransport([.init(302, ["Location": "http://b.example/"]), .init(204)])
        let configuration = HypermediaClient.Configuration(middlewares: [Tag(name: "a").scoped(to: origin)])
        _ = await HypermediaClient(configuration: configuration, transport: transport).get("http://a.example/")
        #expect(transport.requests.map(\.url) == ["http://a.example/", "http://b.example/"])
        #expect(transport.requests.first?.fields[.userAgent] == "a")
        #expect(transport.requests.last?.fields[.userAgent] == nil)
    }

    @Test func aRetryHappensWithinTheHop() async {
        let transport = CannedTransport([.init(302, ["Location": "/b"]), .init(503), .init(204)])
        let retry = RetryMiddleware(clock: RetryMiddlewareTests.RecordingClock(), jitter: { 0 })
        let configuration = HypermediaClient.Configuration(middlewares: [retry])
        let outcome = await HypermediaClient(configuration: configuration, transport: transport).get(
            "http://a.example/a"
        )
        #expect(outcome.response?.status == 204)
        #expect(transport.requests.map(\.url) == ["http://a.example/a", "http://a.example/b", "http://a.example/b"])
    }
}
