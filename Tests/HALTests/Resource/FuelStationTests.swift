import HAL
import Testing

/// The payloads of the predecessors, in both dialects.
@Suite struct FuelStationTests {
    private struct Station: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case name = "fuelstation/name"
            case price = "fuelstation/price-per-gallon"
        }
        var name: String
        var price: JSONNumber
    }

    private struct Log: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case gallons = "fplog/num-gallons"
            case odometer = "fplog/odometer"
        }
        var gallons: Double
        var odometer: Int
    }

    private static let logType: LinkRelation = "application/vnd.fplog.example.com-v1.0+json"

    private static let arrayDialect = """
        {"fuelstation/name": "7-Eleven", "fuelstation/price-per-gallon": 2.890,
         "_links": {"self": {"href": "/stations/1"}, "purchase_logs": {"href": "/stations/1/logs{?from}", \
        "templated": true, "type": "application/vnd.fplog.example.com-v1.0+json"}},
         "_embedded": [
          {"media-type": "application/vnd.fplog.example.com-v1.0+json", "location": "http://ex.com/logs/9",
           "last-modified": "Sun, 07 Sep 2014 01:15:57 GMT",
           "payload": {"fplog/num-gallons": 15.2, "fplog/odometer": 88821, "_links": {"edit": {"href": "9/edit"}}}},
          {"media-type": "text/x-unknown", "location": "/x", "payload": ["raw"]}]}
        """

    @Test func readsTheArrayDialect() throws {
        let station = try ResourceTests.read(Self.arrayDialect)
        #expect(try station.decode(Station.self).name == "7-Eleven")
        #expect(try station.decode(Station.self).price.literal == "2.890")
        let link = try #require(station.link("purchase_logs"))
        #expect(link.mediaType?.isJSON == true)
        #expect(link.mediaType?.subtype == "vnd.fplog.example.com-v1.0+json")
        let log = try #require(station.embedded(Self.logType).first)
        #expect(try log.decode() == Log(gallons: 15.2, odometer: 88_821))
        #expect(log.lastModified?.secondsSinceEpoch == 1_410_052_557)
        let base = URIReference(try #require(log.location))
        #expect(try log.link(.edit)?.target().resolved(against: base).description == "http://ex.com/logs/9/edit")
        #expect(station.embedded.relations == [Self.logType, "text/x-unknown"])
        #expect(station.problems.isEmpty)
    }

    @Test func keepsWhatNobodyKnowsRaw() throws {
        let station = try ResourceTests.read(Self.arrayDialect)
        guard case .entries(let entries) = station.embedded else {
            Issue.record("the array dialect was read as something else")
            return
        }
        #expect(entries.last?.rawPayload == ["raw"])
        #expect(entries.last?.resource == HALResource(location: "/x"))
        #expect(station.value["_embedded"]?[1]?["payload"] == ["raw"])
    }

    @Test func readsTheObjectDialect() throws {
        let station = try ResourceTests.read(
            """
            {"_embedded": {"fp:purchase_logs": [{"fplog/num-gallons": 15.2, "fplog/odometer": 88821},
             {"fplog/num-gallons": 9, "fplog/odometer": 88999}], "owner": {"name": "Ed"}},
             "fuelstation/name": "7-Eleven", "fuelstation/price-per-gallon": 2.89}
            """
        )
        let logs = try station.embedded("fp:purchase_logs").map { try $0.decode(Log.self) }
        #expect(logs == [Log(gallons: 15.2, odometer: 88_821), Log(gallons: 9, odometer: 88_999)])
        #expect(station.embedded("owner").first?.state["name"]?.string == "Ed")
    }

    @Test func readsResourcesWithinResources() throws {
        let text = """
            {"car-color": "blue", "car-number-of-doors": 2, "_links": {"self": {"href": "/cars/c123"}},
             "_embedded": [{"media-type": "application/vnd.dummycardoor+json",
              "payload": {"door-name": "awesome door 1"}}]}
            """
        let car = try ResourceTests.read(#"{"_embedded":[{"media-type":"a/car","location":"/c","payload":\#(text)}]}"#)
            .embedded("a/car").first
        let doors = try #require(car).embedded("application/vnd.dummycardoor+json")
        #expect(car?.state["car-number-of-doors"]?.number?.int == 2)
        #expect(doors.map { $0.state["door-name"]?.string } == ["awesome door 1"])
        #expect(doors.first?.location == nil)
    }

    @Test func writesAModelAndItsLinks() throws {
        let price = try #require(JSONNumber("2.890"))
        let station = try HALResource(
            model: Station(name: "7-Eleven", price: price),
            links: ["self": HALLink("/stations/1")],
            embedded: .relations([.init("logs", .many([]))])
        )
        #expect(
            station.value.serialized() == """
                {"_links":{"self":{"href":"/stations/1"}},"fuelstation/name":"7-Eleven",\
                "fuelstation/price-per-gallon":2.890,"_embedded":{"logs":[]}}
                """
        )
        #expect(throws: EncodingError.self) { try HALResource(model: [1]) }
    }

    @Test func saysWhereAModelDoesNotFit() throws {
        let station = try ResourceTests.read(#"{"fuelstation/name": 7}"#)
        #expect(throws: DecodingError.self) { try station.decode(Station.self) }
    }
}
