import HAL
import HALClient
import Testing

/// The embedded resources of all pages, one after the other.
struct PageItemsTests {
    private struct Station: Decodable, Sendable {
        enum CodingKeys: String, CodingKey { case name, itself = "self" }
        var name: String
        @Linked var itself: HALLink?
    }

    private static func page(_ stations: String, next: String? = nil) -> CannedTransport.Answer {
        let links = next.map { #""next": {"href": "\#($0)"}"# } ?? ""
        return .hal(#"{"_links": {\#(links)}, "_embedded": {"station": \#(stations)}}"#)
    }

    private static let pages = [
        page(#"[{"name": "A", "_links": {"self": {"href": "/a"}}}, {"name": 5}]"#, next: "?2"), page("[]", next: "?3"),
        page(#"{"name": "B"}"#),
    ]

    @Test func itemsOfAllPagesComeInOrder() async throws {
        let transport = CannedTransport(Self.pages)
        let client = HypermediaClient(transport: transport)
        let reported = Locked<[String]>([])
        let items = client.pages(from: "http://a.example/").items("station", as: Station.self) { failure in
            reported.withLock { $0.append(failure.description) }
        }
        var names: [String] = []
        for try await station in items {
            names.append(station.name)
            if station.name == "A" {
                #expect(station.itself?.href == "/a")
                #expect(transport.requests.count == 1)
            }
        }
        #expect(names == ["A", "B"])
        #expect(transport.requests.count == 3)
        #expect(reported.withLock { $0 } == ["$._embedded.station[1].name: Expected String but found a number."])
    }

    @Test func anItemThatDoesNotDecodeIsAFailure() async {
        let client = HypermediaClient(transport: CannedTransport(Self.pages))
        var names: [String] = []
        do {
            for try await station in client.pages(from: "http://a.example/").items("station", as: Station.self) {
                names.append(station.name)
            }
            Issue.record("no failure")
        } catch {
            #expect(error.outcome?.name == "undecodable")
            #expect(error.pages == 1)
        }
        #expect(names == ["A"])
    }

    @Test func theDecoderOfTheConfigurationIsUsed() async throws {
        struct Mark: Decodable, Sendable { var text: String }
        struct Marked: Decodable, Sendable { var name: Mark }
        var decoder = JSONValueDecoder()
        decoder.register(Mark.self) { Mark(text: $0.string ?? "") }
        let configuration = HypermediaClient.Configuration(decoder: decoder)
        let client = HypermediaClient(configuration: configuration, transport: CannedTransport([Self.pages[2]]))
        var names: [String] = []
        for try await marked in client.pages(from: "http://a.example/").items("station", as: Marked.self) {
            names.append(marked.name.text)
        }
        #expect(names == ["B"])
    }
}
