import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// JSON of any shape, and bytes; against the mock server.
struct PlainSerializerTests {
    private static func base() async throws -> String {
        try await ScenarioTests.sandbox("parameters").base
    }

    @Test("JSON need not be an object", arguments: TransportUnderTest.allCases)
    func jsonNeedNotBeAnObject(over transport: TransportUnderTest) async throws {
        let target = Target(try await Self.base() + "/brands")
        let brands = await transport.client().perform(Call(.get, target, serializer: JSONSerializer<[String]>()))
        #expect(brands.success?.model == ["7-Eleven", "Sunoco"])
        #expect(brands.success?.resource == nil)
        let wrong = await transport.client().perform(Call(.get, target, serializer: JSONSerializer<[Int]>()))
        #expect(wrong.name == "undecodable")
    }

    @Test("B18: a page of HTML is no JSON", arguments: TransportUnderTest.allCases)
    func aPageIsNoJSON(over transport: TransportUnderTest) async throws {
        let target = Target(try await Self.base() + "/page")
        let outcome = await transport.client().perform(Call(.get, target, serializer: JSONSerializer<JSONValue>()))
        guard case .undecodable(let undecodable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(undecodable.failure.code == .mediaType)
    }

    @Test("bytes are taken as they are", arguments: TransportUnderTest.allCases)
    func bytesAreTakenAsTheyAre(over transport: TransportUnderTest) async throws {
        let target = Target(try await Self.base() + "/page")
        let page = await transport.client().perform(Call(.get, target, serializer: RawSerializer()))
        #expect(page.success?.model == Array("<p>Log in".utf8))
        let picky = RawSerializer(mediaTypes: [.json])
        #expect(await transport.client().perform(Call(.get, target, serializer: picky)).name == "undecodable")
    }

    @Test func aClientMayTakeOtherTypes() async throws {
        let types = ["text/javascript", "text/html"].compactMap { MediaType($0) }
        let configuration = HypermediaClient.Configuration(acceptableMediaTypes: types)
        let answers = ["text/javascript": "success", "application/json": "undecodable"]
        for (type, outcome) in answers {
            let transport = CannedTransport([.init(200, ["Content-Type": type], "{}")])
            let client = HypermediaClient(configuration: configuration, transport: transport)
            #expect(await client.get("http://a.example/").name == outcome)
        }
    }

    @Test func writesWhatItReads() throws {
        #expect(try JSONSerializer<[String]>().encode(["a"]).mediaType == .json)
        #expect(try RawSerializer(mediaTypes: [.hal]).encode([1]).mediaType == .hal)
    }
}
