import HAL
import HALClient
import HTTPTypes
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The decoder and the encoder of the configuration serve all that name none of their own.
struct ConfiguredCodingTests {
    private struct Model: Codable, Sendable {
        var since: Date
    }

    private static let text = #"{"since": 1000, "_embedded": {"item": [{"since": 1000}]}}"#
    private static let model = Model(since: Date(timeIntervalSince1970: 1000))

    private static func client() -> (HypermediaClient, CannedTransport) {
        var configuration = HypermediaClient.Configuration(decoder: JSONValueDecoder(), encoder: JSONValueEncoder())
        configuration.decoder?.dates = .secondsSince1970
        configuration.encoder?.dates = .secondsSince1970
        configuration.models.register(Model.self, forRelation: "item")
        let transport = CannedTransport([.hal(text)])
        return (HypermediaClient(configuration: configuration, transport: transport), transport)
    }

    @Test func serializersAndEmbeddedModelsReadWithIt() async {
        let (client, _) = Self.client()
        let page = await client.get("http://a.example/", as: Model.self).success
        #expect(page?.model?.since == Self.model.since)
        #expect(page?.embedded(Model.self).first?.since == Self.model.since)
        let call = Call(.get, "http://a.example/", serializer: JSONSerializer(Model.self))
        #expect(await client.perform(call).success?.model?.since == Self.model.since)
    }

    @Test func contentsAreWrittenWithIt() async throws {
        let contents = [
            RequestContent.model(Self.model), RequestContent(Self.model, with: HALSerializer(Model.self)),
            RequestContent(Self.model, with: JSONSerializer(Model.self)),
        ]
        for content in contents {
            let (client, transport) = Self.client()
            _ = await client.post("http://a.example/", content)
            #expect(transport.requests.first?.body == Array(#"{"since":1000}"#.utf8))
        }
    }

    @Test func whatNamesItsOwnIsLeftAlone() async throws {
        let (client, transport) = Self.client()
        _ = await client.post("http://a.example/", .model(Self.model, encoder: JSONValueEncoder()))
        #expect(transport.requests.first?.body == Array(#"{"since":"1970-01-01T00:16:40Z"}"#.utf8))
        let serializer = HALSerializer(Model.self, decoder: JSONValueDecoder())
        let call = Call(.get, "http://a.example/", serializer: serializer)
        #expect(await client.perform(call).name == "undecodable")
    }
}
