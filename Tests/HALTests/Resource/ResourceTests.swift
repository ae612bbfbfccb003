import HAL
import Testing
import URITemplates

@Suite struct ResourceTests {
    /// The example of the HAL draft with a CURIE that one of the orders defines anew.
    static let orders = """
        {"_links": {"self": {"href": "/orders"}, "next": {"href": "/orders?page=2"},
          "curies": [{"name": "ea", "href": "http://example.com/docs/rels/{rel}", "templated": true}],
          "ea:find": {"href": "/orders{?id}", "templated": true},
          "ea:admin": [{"href": "/admins/2", "title": "Fred"}, {"href": "/admins/5", "title": "Kate"}]},
         "currentlyProcessing": 14, "shippedToday": 20,
         "_embedded": {"ea:order": [
          {"_links": {"self": {"href": "/orders/123"}, "ea:basket": {"href": "/baskets/98712"},
            "curies": [{"name": "ea", "href": "http://alt.example.com/rels/{rel}", "templated": true}],
            "ea:customer": {"href": "/customers/7809"}}, "total": 30.00, "currency": "USD", "status": "shipped"},
          {"_links": {"self": {"href": "/orders/124"}, "ea:basket": {"href": "/baskets/97213"},
            "ea:customer": {"href": "/customers/12369"}}, "total": 20.00, "currency": "USD", "status": "processing"}]}}
        """

    static func read(_ text: String) throws -> HALResource {
        try #require(HALResource(JSONValue(parsing: text)))
    }

    @Test func separatesStateFromLinksAndEmbedded() throws {
        let orders = try Self.read(Self.orders)
        #expect(orders.state == ["currentlyProcessing": 14, "shippedToday": 20])
        #expect(orders.links.relations == ["self", "next", "ea:find", "ea:admin"])
        #expect(orders.link(.itself)?.href == "/orders")
        #expect(orders.link(.next)?.href == "/orders?page=2")
        #expect(orders.links("ea:admin").map(\.title) == ["Fred", "Kate"])
        #expect(orders.embedded.relations == ["ea:order"])
        #expect(orders.allProblems.isEmpty)
        let found = try #require(orders.embedded("ea:order").last)
        #expect(found.state["total"]?.number?.literal == "20.00")
        #expect(found.link("ea:customer")?.href == "/customers/12369")
    }

    @Test func expandsTemplatesOnly() throws {
        let orders = try Self.read(Self.orders)
        #expect(try orders.link("ea:find")?.target(["id": "a b"]).description == "/orders?id=a%20b")
        #expect(try HALLink("/x{?y}").target(["y": 1]).description == "/x%7B?y%7D")
        #expect(throws: (any Error).self) { try HALLink("/x{", templated: true).target() }
    }

    @Test(arguments: ["order", "find", "admin", "basket", "customer"])
    func documentsRelationsByTheirCURIE(name: String) throws {
        let orders = try Self.read(Self.orders)
        let relation = LinkRelation("ea:\(name)")
        #expect(orders.documentation(of: relation) == "http://example.com/docs/rels/\(name)")
        let embedded = orders.embedded("ea:order")
        #expect(embedded[0].documentation(of: relation) == "http://alt.example.com/rels/\(name)")
        #expect(embedded[1].documentation(of: relation) == "http://example.com/docs/rels/\(name)")
    }

    @Test(
        "documentation is an address of the web",
        arguments: ["javascript:alert('{rel}')", "FILE:///etc/{rel}", "data:,{rel}"]
    )
    func documentsNothingElse(template: String) throws {
        let curie = HALLink(template, templated: true, name: "x")
        let resource = HALResource(links: [.curies: curie, "x:y": HALLink("/y")])
        #expect(resource.documentation(of: "x:y") == nil)
        #expect(resource.links(LinkRelation(template.replacing("{rel}", with: "y"))).count == 1)
    }

    @Test func findsRelationsByTheirExpandedNameToo() throws {
        let orders = try Self.read(Self.orders)
        #expect(orders.links("http://example.com/docs/rels/admin").count == 2)
        #expect(orders.embedded("http://example.com/docs/rels/order").count == 2)
        #expect(orders.embedded("ea:order")[0].link("http://alt.example.com/rels/basket")?.href == "/baskets/98712")
        #expect(orders.links("http://example.com/docs/rels/none").isEmpty)
        #expect(orders.links("EA:admin").isEmpty)
        #expect(orders.documentation(of: .next) == nil)
        #expect(orders.documentation(of: "xx:y") == nil)
        let expanded = try Self.read(
            #"{"_links":{"curies":{"name":"ea","href":"/r/{rel}"},"/r/find":{"href":"/f"},"ea:x:y":{"href":"/xy"}}}"#
        )
        #expect(expanded.link("ea:find")?.href == "/f")
        #expect(expanded.documentation(of: "ea:x:y") == "/r/x%3Ay")
    }

    @Test func findsARelationAmongManyCURIEs() throws {
        let names = (0..<500).map { "c\($0)" }
        let curies = names.map { #"{"name":"\#($0)","href":"/\#($0)/{rel}"}"# }.joined(separator: ",")
        let links = names.map { #""\#($0):r":{"href":"/\#($0)"}"# }.joined(separator: ",")
        let resource = try Self.read(#"{"_links":{"curies":[\#(curies)],\#(links)}}"#)
        #expect(resource.link("/c499/r")?.href == "/c499" && resource.links("/c499/s").isEmpty)
    }

    @Test func aTemplateOfAThousandWordsDefinesNoCURIE() throws {
        let long = String(repeating: "a/", count: 1024)
        let resource = try Self.read(#"{"_links":{"curies":[{"name":"x","href":"\#(long){rel}"}],"x:y":{"href":"/"}}}"#)
        #expect(resource.curies.isEmpty && resource.link("x:y")?.href == "/")
    }

    @Test func handsCURIEsDownThroughAllLevels() throws {
        let text = #"""
            {"_links": {"curies": [{"name": "a", "href": "/a/{rel}"}, {"name": "b", "href": "/b/{rel}"}]},
             "_embedded": {"x": {"_links": {"curies": [{"name": "b", "href": "/b2/{rel}"}]},
               "_embedded": {"y": {"_embedded": [{"media-type": "m/t", "payload": {}}]}}}}}
            """#
        let root = try Self.read(text)
        let middle = try #require(root.embedded("x").first?.embedded("y").first)
        let leaf = try #require(middle.embedded("m/t").first)
        #expect(leaf.documentation(of: "a:r") == "/a/r")
        #expect(leaf.documentation(of: "b:r") == "/b2/r")
        #expect(leaf.curies.map(\.template) == ["/b2/{rel}", "/a/{rel}"])
        #expect(root.documentation(of: "b:r") == "/b/r")
    }

    @Test func handsCURIEsDownWhenTheyAreSetLater() throws {
        var outer = HALResource(embedded: .relations([.init("x:item", .one(HALResource(state: ["a": 1])))]))
        #expect(outer.embedded("x:item").first?.documentation(of: "x:y") == nil)
        outer.links.append(HALLink("/docs/{rel}", templated: true, name: "x"), to: .curies)
        #expect(outer.embedded("x:item").first?.documentation(of: "x:y") == "/docs/y")
        outer.links = HALLinks()
        #expect(outer.embedded("x:item").first?.documentation(of: "x:y") == nil)
    }

    @Test(arguments: [
        #"{}"#, #"{"_links":{"self":{"href":"/"}}}"#, #"{"_links":{"a":[{"href":"/"}],"b":[],"c":{"href":""}}}"#,
        #"{"_links":{"curies":{"href":"/{rel}","templated":true,"name":"x"}},"a":2.890,"_x":null}"#,
        #"{"_embedded":{"a":[{"b":1}],"b":{"_links":{"self":{"href":"/"}}},"c":[]}}"#,
        #"{"_links":{"a":{"href":"/","type":"a/b","title":"t","x":{"y":[1.0]},"z":null}}}"#,
        #"{"_embedded":[{"media-type":"a/b","location":"/x","last-modified":"Sun, 06 Nov 1994 08:49:37 GMT","payload":{}}]}"#,
        #"{"_embedded":[{"media-type":"a/b","payload":"raw","more":1},{"media-type":"a/b","payload":null}]}"#,
        #"{"_embedded":[{"media-type":"a/b","payload":{"_embedded":{"x":{}}}}]}"#, #"{"_embedded":[]}"#,
    ])
    func isWrittenAsItWasRead(text: String) throws {
        let resource = try Self.read(text)
        #expect(resource.value.serialized() == text)
        #expect(resource.allProblems.isEmpty)
        #expect(try Self.read(resource.value.serialized()) == resource)
    }

    @Test func takesAJSONObjectWithoutLinks() throws {
        let resource = try Self.read(#"{"a": 1, "_links": null, "_embedded": null}"#)
        #expect(resource == HALResource(state: ["a": 1]))
        #expect(resource.problems.isEmpty)
    }

    @Test(arguments: [.null, 1, "x", true, [[:]]] as [JSONValue])
    func isAnObject(value: JSONValue) {
        #expect(HALResource(value) == nil)
    }
}

@Suite struct LinkSelectorTests {
    private static let resource = HALResource(
        links: HALLinks([
            .init(
                "doc",
                .many([
                    HALLink("/1", type: "text/html", name: "a", hreflang: "en"),
                    HALLink("/2", type: "text/html; charset=utf-8", name: "b", hreflang: "de"),
                    HALLink("/3", type: "application/pdf", name: "b", profile: "urn:p"), HALLink("/4"),
                ])
            )
        ])
    )

    @Test(
        arguments: [
            ("doc", ["/1", "/2", "/3", "/4"]), ("other", []), (LinkSelector("doc", name: "b"), ["/2", "/3"]),
            (LinkSelector("doc", type: MediaType("text/html")), ["/1", "/2"]),
            (LinkSelector("doc", type: MediaType("text/html;charset=UTF-8")), ["/2"]),
            (LinkSelector("doc", hreflang: "DE"), ["/2"]), (LinkSelector("doc", profile: "urn:p"), ["/3"]),
            (LinkSelector("doc", name: "a", hreflang: "de"), []),
        ] as [(LinkSelector, [String])]
    )
    func selects(selector: LinkSelector, expected: [String]) {
        #expect(Self.resource.links(matching: selector).map(\.href) == expected)
    }
}
