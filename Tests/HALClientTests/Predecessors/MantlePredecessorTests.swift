import HAL
import HALClient
import Testing

/// The tests of Mantle-HAL: typed resources, their links and their CURIEs.
struct MantlePredecessorTests {
    struct Contact: Decodable, Sendable, Equatable {
        enum CodingKeys: String, CodingKey { case firstName = "first_name", lastName = "last_name" }
        var firstName: String
        var lastName: String
    }

    struct Address: Decodable, Sendable, Equatable {
        var street: String
        var city: String
        var state: String
    }

    struct OrderList: Decodable, Sendable, Equatable {
        var currentlyProcessing: Int
        var shippedToday: Int
    }

    struct Order: Decodable, Sendable, Equatable {
        enum Status: String, Decodable { case processing, shipped }
        var total: Double
        var currency: String
        var status: Status
    }

    static let contact = #"""
        {"first_name": "Henry", "last_name": "Ford",
         "_links": {"self": {"href": "http://tempuri.org/contacts/1234"},
            "curies": [{"name": "addr", "href": "http://tempuri.org/rels/address/{rel}", "templated": true}],
            "addr:home": {"href": "http://tempuri.org/address/827"},
            "addr:work": {"href": "http://tempuri.org/address/6421"}},
         "_embedded": {
            "addr:home": {"_links": {"self": {"href": "http://tempuri.org/address/827"}},
                          "street": "123 Main Street", "city": "Detroit", "state": "MI"},
            "addr:work": {"_links": {"self": {"href": "http://tempuri.org/address/6421"}},
                          "street": "1 Ford Drive", "city": "Detroit", "state": "MI"}}}
        """#

    static let orders = #"""
        {"currentlyProcessing": 14, "shippedToday": 20,
         "_links": {"self": {"href": "/orders"}, "next": {"href": "/orders?page=2"},
            "curies": [{"name": "ea", "href": "http://example.com/docs/rels/{rel}", "templated": true}],
            "ea:find": {"href": "/orders{?id}", "templated": true},
            "ea:admin": [{"href": "/admins/2", "title": "Fred"}, {"href": "/admins/5", "title": "Kate"}]},
         "_embedded": {"ea:order": [
            {"_links": {"self": {"href": "/orders/123"}, "ea:basket": {"href": "/baskets/98712"},
                "curies": [{"name": "ea", "href": "http://alt-example.com/docs/rels/{rel}", "templated": true}],
                "ea:customer": {"href": "/customers/7809"}}, "total": 30.00, "currency": "USD", "status": "shipped"},
            {"_links": {"self": {"href": "/orders/124"}, "ea:basket": {"href": "/baskets/97213"},
                "ea:customer": {"href": "/customers/12369"}},
             "total": 20.00, "currency": "USD", "status": "processing"}]}}
        """#

    private static func get<Model: Decodable & Sendable>(
        _ body: String,
        as type: Model.Type,
        register: (inout ModelRegistry) -> Void
    ) async throws -> Representation<Model> {
        var models = ModelRegistry()
        register(&models)
        return try #require(await ModelRegistryTests.get(body, as: type, models).success)
    }

    private static func contact() async throws -> Representation<Contact> {
        try await get(contact, as: Contact.self) {
            $0.register(Address.self, forRelation: "addr:home")
            $0.register(Address.self, forRelation: "addr:work")
        }
    }

    private static func orders() async throws -> Representation<OrderList> {
        try await get(orders, as: OrderList.self) { $0.register(Order.self, forRelation: "ea:order") }
    }

    @Test("T1 to T3: a contact has its fields and links")
    func aContact() async throws {
        let contact = try await Self.contact()
        #expect(contact.model == Contact(firstName: "Henry", lastName: "Ford"))
        #expect(contact.resource?.link(.itself)?.href == "http://tempuri.org/contacts/1234")
        #expect(contact.resource?.link("addr:home")?.href == "http://tempuri.org/address/827")
        #expect(contact.resource?.link("addr:work")?.href == "http://tempuri.org/address/6421")
    }

    @Test("T4: a CURIE tells where a relation is documented", arguments: ["home", "work"])
    func aCURIE(name: String) async throws {
        let contact = try #require(try await Self.contact().resource)
        #expect(
            contact.documentation(of: LinkRelation("addr:\(name)")) == "http://tempuri.org/rels/address/\(name)"
        )
    }

    @Test(
        "T5, T6: the embedded addresses are models",
        arguments: [("home", "123 Main Street"), ("work", "1 Ford Drive")]
    )
    func theAddresses(name: String, street: String) async throws {
        let addresses = try await Self.contact().embedded(Address.self, relation: LinkRelation("addr:\(name)"))
        #expect(addresses == [Address(street: street, city: "Detroit", state: "MI")])
    }

    @Test("T7 to T10: a list has its fields, two orders, and links of which one is a template")
    func aList() async throws {
        let list = try await Self.orders()
        #expect(list.model == OrderList(currentlyProcessing: 14, shippedToday: 20))
        #expect(list.embedded(Order.self).count == 2)
        #expect(list.resource?.link(.itself)?.href == "/orders")
        #expect(list.resource?.link(.next)?.href == "/orders?page=2")
        let find = try #require(list.resource?.link("ea:find"))
        #expect(find.href == "/orders{?id}")
        #expect(find.isTemplated)
        #expect(list.resource?.links("ea:admin").map(\.title) == ["Fred", "Kate"])
    }

    @Test(
        "T11, T14: an order's own CURIE wins, and the other order inherits the list's",
        arguments: ["order", "find", "admin", "basket", "customer"]
    )
    func anOrdersOwnCURIEWins(name: String) async throws {
        let list = try #require(try await Self.orders().resource)
        let relation = LinkRelation("ea:\(name)")
        #expect(list.documentation(of: relation) == "http://example.com/docs/rels/\(name)")
        #expect(
            list.embedded("ea:order").map { $0.documentation(of: relation) } == [
                "http://alt-example.com/docs/rels/\(name)", "http://example.com/docs/rels/\(name)",
            ]
        )
    }

    @Test("T12, T13, T15, T16: the orders have their fields and links")
    func theOrders() async throws {
        let list = try await Self.orders()
        #expect(
            list.embedded(Order.self, relation: "ea:order") == [
                Order(total: 30, currency: "USD", status: .shipped),
                Order(total: 20, currency: "USD", status: .processing),
            ]
        )
        let hrefs = list.embeddedModels.map { order in
            [.itself, "ea:basket", "ea:customer"].map { order.resource.link($0)?.href }
        }
        #expect(
            hrefs == [
                ["/orders/123", "/baskets/98712", "/customers/7809"],
                ["/orders/124", "/baskets/97213", "/customers/12369"],
            ]
        )
    }

    @Test("an absent relation, a null and a link that is none are no crash, reading or writing")
    func oddLinksAreNoCrash() throws {
        let odd = #"{"_links":{"a":null,"b":[{"href":"/b"},7],"c":"/c","d":[]},"_embedded":{"e":[1,{"x":2}],"f":null}}"#
        let resource = try #require(HALResource(JSONValue(parsing: odd)))
        #expect(resource.embedded("none").isEmpty)
        #expect(resource.links("a").isEmpty)
        #expect(resource.links("b").map(\.href) == ["/b"])
        #expect(resource.embedded("e").map(\.state) == [["x": 2]])
        #expect(resource.allProblems.count == 5)
        #expect(String(decoding: resource.value.serializedBytes(), as: UTF8.self).contains(#""b":[{"href":"/b"}]"#))
    }

    @Test("what is read is written again: arrays of one, CURIEs, and nothing that was not there")
    func whatIsReadIsWritten() throws {
        let text =
            #"{"_links":{"curies":[{"href":"/r/{rel}","name":"ea"}],"ea:x":[{"href":"/x"}]},"_embedded":{"y":[{}]}}"#
        let resource = try #require(HALResource(JSONValue(parsing: text)))
        #expect(String(decoding: resource.value.serializedBytes(), as: UTF8.self) == text)
    }
}
