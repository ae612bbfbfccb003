import HAL
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Links and embedded resources as properties of a model, and arrays that leave out what does not decode.
@Suite struct ResourcePropertyTests {
    struct Owner: Codable, Equatable { var name: String }

    struct Order: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case total, itself = "self", owner }
        var total: Int
        @Linked var itself: HALLink?
        @Embedded var owner: Owner?
    }

    struct Page: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case count, next, item, orders = "ea:order", first }
        var count: Int
        @Linked var next: HALLink?
        @Linked var item: [HALLink]
        @Embedded var orders: [Order]
        @Embedded var first: Order?
    }

    static let text = """
        {"count": 2, "_links": {
            "next": {"href": "/2"}, "item": [{"href": "/a"}, {"href": "/b"}],
            "curies": [{"name": "ea", "href": "http://a.example/{rel}", "templated": true}]
        }, "_embedded": {"http://a.example/order": [
            {"total": 1, "_links": {"self": {"href": "/o/1"}}, "_embedded": {"owner": {"name": "A"}}}, {"total": 2}
        ]}}
        """

    static func resource(_ text: String = text) throws -> HALResource {
        try #require(HALResource(try JSONValue(parsing: text)))
    }

    @Test func propertiesHaveLinksAndEmbeddedResources() throws {
        let page = try Self.resource().decode(Page.self)
        #expect(page.count == 2)
        #expect(page.next?.href == "/2")
        #expect(page.item.map(\.href) == ["/a", "/b"])
        #expect(page.orders.map(\.total) == [1, 2])
        #expect(page.orders.map { $0.itself?.href } == ["/o/1", nil])
        #expect(page.orders.map { $0.owner?.name } == ["A", nil])
        #expect(page.first == nil)
    }

    @Test func aValueWithLinksIsAResourceToo() throws {
        let page = try JSONValueDecoder().decode([Page].self, from: .array([JSONValue(parsing: Self.text)]))
        #expect(page.first == (try Self.resource().decode(Page.self)))
    }

    @Test func nothingIsPresentWithoutLinks() throws {
        let page = try Self.resource(#"{"count": 0}"#).decode(Page.self)
        #expect(page.next == nil)
        #expect(page.item.isEmpty)
        #expect(page.orders.isEmpty)
    }

    @Test func encodingLeavesThemOut() throws {
        let page = try Self.resource().decode(Page.self)
        #expect(try JSONValueEncoder().encode(page) == ["count": 2])
    }

    struct Strict: Decodable {
        enum CodingKeys: String, CodingKey { case owner, edit }
        @Embedded var owner: Owner
        @Linked var edit: HALLink
    }

    @Test(
        "a missing or wrong part is reported with its place",
        arguments: [
            ("{}", "_embedded owner"),
            (#"{"_embedded": {"owner": {"name": "A"}}}"#, "_links edit"),
            (#"{"_embedded": {"owner": {"name": 1}}}"#, "_embedded owner name"),
        ]
    )
    func aMissingPartIsReported(text: String, place: String) throws {
        let error = try #require(throws: DecodingError.self) { try Self.resource(text).decode(Strict.self) }
        #expect(Self.path(error).joined(separator: " ") == place)
    }

    @Test func otherDecodersSayWhatTheyLack() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Page.self, from: Data(Self.text.utf8))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("JSONValueDecoder"))
    }

    @Test func aLossyArrayReportsWhatFailed() throws {
        let value = try JSONValue(parsing: #"{"list": [{"name": "A"}, {"name": 1}, 5, {"name": "B"}, null]}"#)
        struct Model: Codable { var list: LossyArray<Owner> }
        let list = try JSONValueDecoder().decode(Model.self, from: value).list
        #expect(list.map(\.name) == ["A", "B"])
        #expect(list.failures.map(\.index) == [1, 2, 4])
        #expect(list.failures.map(\.pointer) == ["/list/1/name", "/list/2", "/list/4"])
        #expect(list.failures.first?.description == "/list/1/name: Expected String but found a number.")
        #expect(try JSONValueEncoder().encode(Model(list: list)) == ["list": [["name": "A"], ["name": "B"]]])
        let theirs = try JSONDecoder().decode(Model.self, from: Data(value.serialized().utf8)).list
        #expect(theirs.map(\.name) == ["A", "B"])
        #expect(theirs.failures.map(\.index) == [1, 2, 4])
    }

    @Test func aLossyArrayOfEmbeddedResourcesHasTheirPlaces() throws {
        struct Model: Decodable { @Embedded var orders: LossyArray<Order> }
        let text = #"{"_embedded": {"orders": [{"total": "x"}, {"total": 2, "_links": {"self": {"href": "/2"}}}]}}"#
        let orders = try Self.resource(text).decode(Model.self).orders
        #expect(orders.map { $0.itself?.href } == ["/2"])
        #expect(orders.failures.map(\.pointer) == ["/_embedded/orders/0/total"])
    }

    @Test func aLossyArrayHasFoundationTypes() throws {
        let dates = try JSONValueDecoder().decode(LossyArray<Date>.self, from: ["1970-01-01T00:00:01Z", "soon"])
        #expect(dates.elements == [Date(timeIntervalSince1970: 1)])
        #expect(dates.failures.map(\.index) == [1])
    }

    @Test(
        "values that do not fit are errors with their place",
        arguments: [
            (#"{"int": 1e400}"#, "int"), (#"{"int": 9223372036854775808}"#, "int"), (#"{"int": 0.5}"#, "int"),
            (#"{"double": 1e400}"#, "double"), (#"{"byte": 256}"#, "byte"), (#"{"data": "%%%"}"#, "data"),
            (#"{"data": "AA"}"#, "data"), (#"{"decimal": 1e400}"#, "decimal"), (#"{"decimal": "1"}"#, "decimal"),
            (#"{"url": ""}"#, "url"), (#"{"date": 1e400}"#, "date"), (#"{"list": [1, {}]}"#, "list Index 1"),
        ]
    )
    func valuesThatDoNotFitAreErrors(text: String, place: String) throws {
        struct Model: Decodable {
            var int: Int?
            var byte: UInt8?
            var double: Double?
            var data: Data?
            var decimal: Decimal?
            var url: URL?
            var date: Date?
            var list: [Int]?
        }
        let value = try JSONValue(parsing: text)
        let error = try #require(throws: DecodingError.self) {
            try JSONValueDecoder().decode(Model.self, from: value)
        }
        #expect(Self.path(error).joined(separator: " ") == place)
    }

    private static func path(_ error: DecodingError) -> [String] {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.map(\.stringValue)
        case .keyNotFound(let key, let context): (context.codingPath + [key]).map(\.stringValue)
        @unknown default: []
        }
    }
}
