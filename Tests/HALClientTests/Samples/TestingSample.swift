import HALClient
import HTTPTypes
import MockServing
import Testing

/// Returns the same response to every request.
struct FixedTransport: Transport {
    let status: Int
    let body: String

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        let fields: HTTPFields = [.contentType: "application/hal+json"]
        return TransportResponse(request: request, status: status, fields: fields, body: Array(body.utf8))
    }
}

struct PriceTests {
    @Test func isRead() async {
        let transport = FixedTransport(status: 200, body: #"{"price": 3.20}"#)
        let client = HypermediaClient("http://shop.example", transport: transport)
        #expect(await price(of: "tea", client) == "3.20")
    }

    @Test func saysWhenTheShopOpens() async throws {
        let server = try await MockServer.start(scenarios: ["Scenarios/unavailability"])
        let sandbox = server.sandbox(of: "unavailable-then-back")
        let client = HypermediaClient("\(sandbox.baseURL)/")
        switch await client.get("fuelstations/fs291410") {
        case .serverUnavailable(let closed): #expect(closed.retryAfter?.text == "120")
        case let other: Issue.record("\(other)")
        }
        await server.stop()
    }
}
