import HAL
import HALClient
import Testing

struct ModelRegistryTests {
    struct Car: Codable, Sendable {
        enum CodingKeys: String, CodingKey {
            case color = "car-color"
            case doorCount = "car-number-of-doors"
        }

        var color: String
        var doorCount: Int
        var doors: [Door] = []
    }

    struct Door: Codable, Sendable, Equatable {
        enum CodingKeys: String, CodingKey {
            case name = "door-name"
        }

        var name: String
    }

    struct Garage: Codable, Sendable {
        enum CodingKeys: CodingKey {}
        var cars: [Car] = []

        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    static var registry: ModelRegistry {
        var registry = ModelRegistry()
        registry.register(Car.self, forMediaType: "application/vnd.dummycar+json")
        registry.register(Door.self, forMediaType: "application/vnd.dummycardoor+json")
        registry.onEmbedded { (car: inout Car, door: Door) in car.doors.append(door) }
        registry.onEmbedded { (garage: inout Garage, car: Car) in garage.cars.append(car) }
        return registry
    }

    static func get<Model: Decodable & Sendable>(
        _ body: String,
        as type: Model.Type,
        _ registry: ModelRegistry = registry
    ) async -> Outcome<Model> {
        let configuration = HypermediaClient.Configuration(models: registry)
        return await HypermediaClient(configuration: configuration, transport: CannedTransport([.hal(body)]))
            .get("http://a.example/", as: type)
    }

    @Test func givesEmbeddedModelsOfTheArrayDialectToTheirParents() async throws {
        let body = """
            {"_embedded": [{
                "media-type": "application/vnd.dummycar+json", "location": "http://ex.com/cars/c123",
                "last-modified": "Sun, 07 Sep 2014 01:15:57 GMT",
                "payload": {
                    "car-color": "blue", "car-number-of-doors": 2,
                    "_links": {"self": {"href": "http://ex.com/cars/c123"}},
                    "_embedded": [{"media-type": "application/vnd.dummycardoor+json",
                        "payload": {"door-name": "awesome door 1"}}]
                }
            }, {"media-type": "application/vnd.unknown+json", "payload": {"kept": true}}]}
            """
        let representation = try #require(await Self.get(body, as: Garage.self).success)
        let cars = try #require(representation.model).cars
        #expect(cars.map(\.color) == ["blue"])
        #expect(cars.first?.doors == [Door(name: "awesome door 1")])
        let embedded = try #require(representation.embeddedModels.first)
        #expect(embedded.resource.location == "http://ex.com/cars/c123")
        #expect(embedded.resource.lastModified == HTTPDate(secondsSinceEpoch: 1_410_052_557))
        #expect(embedded.resource.links[.itself].count == 1)
        #expect(representation.resource?.embedded.resources.count == 2)
        #expect(representation.embedded(Car.self).count == 1)
    }

    @Test func findsTypesByRelationLiteralOrExpanded() async {
        let body = """
            {"_links": {"curies": [{"name": "ea", "href": "http://x.example/rels/{rel}", "templated": true}]},
             "_embedded": {"ea:door": [{"door-name": "a"}, {"door-name": "b"}]}}
            """
        for relation in ["ea:door", "http://x.example/rels/door"] {
            var registry = ModelRegistry()
            registry.register(Door.self, forRelation: LinkRelation(relation))
            let doors = await Self.get(body, as: JSONObject.self, registry).success?.embedded(Door.self)
            #expect(doors == [Door(name: "a"), Door(name: "b")])
        }
    }

    @Test func findsTypesByTheTypeOfTheSelfLink() async {
        let body = """
            {"_embedded": {"x": {"door-name": "a",
                "_links": {"self": {"href": "/d", "type": "Application/vnd.dummycardoor+json;v=1"}}}}}
            """
        #expect(await Self.get(body, as: JSONObject.self).success?.embedded(Door.self) == [Door(name: "a")])
    }

    @Test func saysWhereAnEmbeddedModelDoesNotFit() async {
        var registry = ModelRegistry()
        registry.register(Door.self, forRelation: "door")
        let outcome = await Self.get(
            #"{"_embedded": {"door": [{"door-name": "a"}, {}]}}"#,
            as: JSONObject.self,
            registry
        )
        guard case .undecodable(let undecodable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(undecodable.failure.path == "$._embedded['door'][1]['door-name']")
    }

    @Test func manyMediaTypesTakeTimeInProportion() async {
        let entries = (0..<20_000).map { #"{"media-type": "a/b\#($0)", "payload": {}}"# }.joined(separator: ",")
        let clock = ContinuousClock()
        let time = await clock.measure { _ = await Self.get("{\"_embedded\": [\(entries)]}", as: JSONObject.self) }
        #expect(time < .seconds(30))
    }
}
