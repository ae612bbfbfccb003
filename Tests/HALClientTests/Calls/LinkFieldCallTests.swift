import HAL
import HALClient
import Testing

/// Links in fields are followed like those of the body.
struct LinkFieldCallTests {
    private static let fields: KeyValuePairs = [
        "Content-Type": "application/json; profile=\"/p\"", "Link": "</s?page=2>; rel=next, </help>; rel=help",
    ]

    @Test func pagesOfArraysFollowTheField() async throws {
        let transport = CannedTransport([
            .init(200, Self.fields, "[1]"), .init(200, ["Content-Type": "application/json"], "[2]"),
        ])
        var numbers: [Int] = []
        for try await page in HypermediaClient(transport: transport).pages(from: "http://a.example/s", as: [Int].self) {
            numbers += page.model ?? []
        }
        #expect(numbers == [1, 2])
        #expect(transport.requests.map(\.url) == ["http://a.example/s", "http://a.example/s?page=2"])
    }

    @Test("a link of the body takes precedence over a field of the same relation")
    func bodyFirst() async throws {
        let body = #"{"_links": {"next": {"href": "/body"}, "self": {"href": "/s"}}}"#
        let transport = CannedTransport([.init(200, Self.fields, body), .init(204)])
        let client = HypermediaClient("http://a.example", transport: transport)
        let page = try await client.get("/s").get()
        #expect(page.links.relations == ["next", "self", "next", "help", "profile"])
        #expect(page.links(.profile).map(\.href) == ["http://a.example/p"])
        _ = await client.get(.link(.next, of: page))
        _ = await client.get(.link(.help, of: page))
        #expect(transport.requests.dropFirst().map(\.url) == ["http://a.example/body", "http://a.example/help"])
    }

    @Test func anEmbeddedResourceDoesNotHaveTheFieldsOfItsPage() async throws {
        let body = #"{"_embedded": {"item": {"a": 1}}}"#
        let transport = CannedTransport([.init(200, Self.fields, body), .init(204)])
        let client = HypermediaClient("http://a.example", transport: transport)
        let page = try await client.get("/s").get()
        let item = try await client.get(.link(.item, of: page, embedded: .prefer)).get()
        #expect(item.links.isEmpty)
        #expect(await client.get(.link(.next, of: item)).name == "undecodable")
        #expect(transport.requests.count == 1)
    }
}
