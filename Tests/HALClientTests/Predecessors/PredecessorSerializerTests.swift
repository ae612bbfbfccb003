import HAL
import HALClient
import Testing

/// The unit tests of PEHateoas-Client for its HAL serializers and its addresses: T41 to T50.
struct PredecessorSerializerTests {
    private static func get(_ body: String, at url: String, type: String = "application/json") async throws
        -> Representation<JSONObject>
    {
        let transport = CannedTransport([.init(200, ["Content-Type": type], body)])
        return try #require(await HypermediaClient(transport: transport).get(Target(url)).success)
    }

    @Test("T41: a dictionary becomes JSON in UTF-8, in its order")
    func aDictionaryBecomesJSON() throws {
        let user: JSONObject = ["last_name": "Smith", "first_name": "Jörg", "email": "jsmith@ex.com"]
        let content = try HALSerializer<JSONObject>().encode(user)
        #expect(content.mediaType == .json)
        #expect(
            JSONValue.object(user).serializedBytes()
                == Array(#"{"last_name":"Smith","first_name":"Jörg","email":"jsmith@ex.com"}"#.utf8)
        )
    }

    @Test("T42: the model is all but the links")
    func theModelIsAllButTheLinks() async throws {
        let user = try await Self.get(PredecessorTests.userBody, at: "http://ex.com/users/u10391")
        #expect(user.model == PredecessorTests.user)
    }

    @Test("T43: a link without a type has that of the resource")
    func aLinkWithoutAType() async throws {
        let body = #"""
            {"api": {}, "_links": {"self": {"href": "/users"},
                                   "http://add-user": {"href": "/users", "type": "application/xml"}}}
            """#
        let relations = try await Self.get(body, at: "http://www.ex.com/api").relations
        #expect(relations.map(\.target) == ["http://www.ex.com/users", "http://www.ex.com/users"])
        #expect(relations.map(\.mediaType) == [.json, MediaType("application/xml")])
        #expect(relations.map(\.subject) == ["http://www.ex.com/api", "http://www.ex.com/api"])
    }

    @Test("T44: targets resolve against a base that ends with a slash")
    func targetsResolve() async throws {
        let body = #"""
            {"_links": {"self": {"href": "/users"}, "add-user": {"href": "/users", "type": "application/xml"},
                        "search-users": {"href": "/users", "type": "application/json"},
                        "help": {"href": "http://www.ex.com/app/help", "type": "text/html"},
                        "admin": {"href": "admin", "type": "application/json"}}}
            """#
        let relations = try await Self.get(body, at: "http://www.ex.com/api/").relations
        #expect(
            relations.map(\.target) == [
                "http://www.ex.com/users", "http://www.ex.com/users", "http://www.ex.com/users",
                "http://www.ex.com/app/help", "http://www.ex.com/api/admin",
            ]
        )
        #expect(relations.map(\.mediaType?.essence).suffix(2) == ["text/html", "application/json"])
    }

    @Test("T45: an element of the array dialect becomes a model with its own embedded one, place and date")
    func anElementBecomesAModel() async throws {
        let body = #"""
            {"_embedded": [{
                "media-type": "application/vnd.dummycar+json", "location": "http://ex.com/cars/c123",
                "last-modified": "Sun, 07 Sep 2014 01:15:57 GMT",
                "payload": {
                    "car-color": "blue", "car-number-of-doors": 2, "_links": {"self": {"href": "c123"}},
                    "_embedded": [{"media-type": "application/vnd.dummycardoor+json",
                                   "payload": {"door-name": "awesome door 1"}}]}}]}
            """#
        let outcome = await ModelRegistryTests.get(body, as: ModelRegistryTests.Garage.self)
        let embedded = try #require(outcome.success?.embeddedModels.first)
        let car = try #require(embedded.model as? ModelRegistryTests.Car)
        #expect(car.color == "blue")
        #expect(car.doorCount == 2)
        #expect(car.doors == [ModelRegistryTests.Door(name: "awesome door 1")])
        #expect(embedded.relation == "application/vnd.dummycar+json")
        #expect(embedded.resource.location == "http://ex.com/cars/c123")
        #expect(embedded.resource.lastModified == HTTPDate(secondsSinceEpoch: 1_410_052_557))
    }

    @Test("T46, T47: a model is read and written")
    func aModelIsReadAndWritten() async throws {
        let body = #"{"car-color": "blue", "car-number-of-doors": 2, "doors": []}"#
        let car = await ModelRegistryTests.get(body, as: ModelRegistryTests.Car.self).success?.model
        #expect(car?.color == "blue")
        #expect(car?.doorCount == 2)
        let red = try JSONValueEncoder().encode(ModelRegistryTests.Car(color: "red", doorCount: 4))
        #expect(red["car-color"] == "red")
        #expect(red["car-number-of-doors"] == 4)
    }

    @Test("T48: the starting point is a document of links alone, with members that HAL does not know")
    func theStartingPoint() async throws {
        let body = #"""
            {"_links": {"users": {"href": "http://example.com/fp/users"},
                        "fuel-purchases": {"href": "http://example.com/fp/fuel-purchases", "secured": true}}}
            """#
        let start = try await Self.get(body, at: "http://example.com/fp/")
        #expect(start.relations.map(\.name) == ["users", "fuel-purchases"])
        #expect(
            start.relations.map(\.target) == ["http://example.com/fp/users", "http://example.com/fp/fuel-purchases"]
        )
        #expect(start.relations.map(\.mediaType) == [.json, .json])
        #expect(start.resource?.link("fuel-purchases")?.otherMembers == ["secured": true])
    }

    @Test(
        "T49: what has a scheme is absolute, in any case of letters",
        arguments: [
            ("abc", false), ("", false), ("httpfoo/bar", false), ("http://a", true), ("https://a", true),
            ("HTTP://a", true), ("hTTps://a", true),
        ]
    )
    func whatHasASchemeIsAbsolute(text: String, isAbsolute: Bool) {
        #expect(URIReference(text).isAbsolute == isAbsolute)
    }

    @Test(
        "T50: references resolve as the predecessor's did",
        arguments: [
            ("http://www.ex.com", "http://www.test.com/users", "http://www.ex.com"),
            ("USER12034920", "http://www.test.com/users/", "http://www.test.com/users/USER12034920"),
            ("USER12034920", "http://www.test.com/users", "http://www.test.com/USER12034920"),
            ("/books", "http://www.test.com/users/", "http://www.test.com/books"),
            ("/books", "http://www.test.com/", "http://www.test.com/books"),
            ("/books", "http://www.test.com", "http://www.test.com/books"),
        ]
    )
    func referencesResolve(reference: String, base: String, target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).description == target)
    }
}
