import HAL
import SeededRandom
import Testing

@Suite struct ResourceProblemTests {
    @Test(
        arguments: [
            (#"{"_links": []}"#, .linksNotAnObject, "/_links"), (#"{"_links": "x"}"#, .linksNotAnObject, "/_links"),
            (#"{"_links": {"a": null}}"#, .badLink, "/_links/a"), (#"{"_links": {"a": {}}}"#, .badLink, "/_links/a"),
            (#"{"_links": {"a": {"href": null}}}"#, .badLink, "/_links/a"),
            (#"{"_links": {"a": {"href": 5}}}"#, .badLink, "/_links/a"),
            (#"{"_links": {"a": "/x"}}"#, .badLink, "/_links/a"),
            (#"{"_links": {"a/b~c": [{"href": "/"}, 7]}}"#, .badLink, "/_links/a~1b~0c/1"),
            (#"{"_links": {"a": {"href": "/", "title": 5}}}"#, .badLinkMember, "/_links/a/title"),
            (#"{"_links": {"a": {"href": "/", "templated": 1}}}"#, .badLinkMember, "/_links/a/templated"),
            (#"{"_links": {"a": {"href": "/", "templated": "true"}}}"#, .templatedAsString, "/_links/a/templated"),
            (#"{"_links": {"a": {"href": "/", "deprecation": true}}}"#, .badLinkMember, "/_links/a/deprecation"),
            (#"{"_links": {"curies": [{"href": "/{rel}"}]}}"#, .badCURIE, "/_links/curies/0"),
            (#"{"_links": {"curies": [{"name": "x", "href": "/"}]}}"#, .badCURIE, "/_links/curies/0"),
            (#"{"_embedded": 5}"#, .badEmbedded, "/_embedded"),
            (#"{"_embedded": {"a": 5}}"#, .badEmbedded, "/_embedded/a"),
            (#"{"_embedded": {"a": [{}, null]}}"#, .badEmbedded, "/_embedded/a/1"),
            (#"{"_embedded": [5]}"#, .badEmbedded, "/_embedded/0"),
            (#"{"_embedded": [{"payload": {}}]}"#, .badEmbedded, "/_embedded/0"),
            (#"{"_embedded": [{"media-type": "a/b"}]}"#, .badEmbedded, "/_embedded/0"),
            (
                #"{"_embedded": [{"media-type": "a/b", "payload": {}, "last-modified": 5}]}"#, .badDate,
                "/_embedded/0/last-modified"
            ),
            (
                #"{"_embedded": [{"media-type": "a/b", "payload": {}, "last-modified": "Mon, 06 Nov 1994 08:49:37 GMT"}]}"#,
                .wrongWeekday, "/_embedded/0/last-modified"
            ),
        ] as [(String, ResourceProblem.Code, String)]
    )
    func reports(text: String, code: ResourceProblem.Code, pointer: String) throws {
        let resource = try ResourceTests.read(text)
        #expect(resource.problems.map(\.code) == [code])
        #expect(resource.problems.map(\.pointer) == [pointer])
    }

    @Test func skipsBadLinksAndKeepsTheOthers() throws {
        let resource = try ResourceTests.read(
            #"{"_links": {"self": null, "next": [{"href": "/1"}, null, {"href": 2}, {"href": "/3"}], "up": {"href": "/"}}}"#
        )
        #expect(resource.links.relations == ["next", "up"])
        #expect(resource.links(.next).map(\.href) == ["/1", "/3"])
        #expect(resource.problems.count == 3)
        #expect(resource.problems.first?.description == "/_links/self: a link is an object, not null")
    }

    @Test func readsWhatIsMeant() throws {
        let text = #"""
            {"_links": {"a": {"href": "/{x}", "templated": "true"}, "b": {"href": "/{x}", "templated": 1},
             "c": {"href": "/", "deprecation": true}, "d": {"href": "/", "title": ["x"], "name": null, "templated": null}}}
            """#
        let links = try ResourceTests.read(text).links
        #expect(links["a"].first?.isTemplated == true)
        #expect(links["b"].first?.isTemplated == false)
        #expect(links["c"].first?.isDeprecated == true)
        #expect(links["d"] == [HALLink("/", otherMembers: ["title": ["x"]])])
    }

    @Test func pointsFromTheOutermostResource() throws {
        let text = #"""
            {"_embedded": {"a": [{}, {"_links": {"b": 5}}],
             "c": {"_embedded": [{"media-type": "x/y", "payload": {"_links": {"d": null}}}]}}}
            """#
        let resource = try ResourceTests.read(text)
        #expect(resource.problems.isEmpty)
        #expect(
            resource.allProblems.map(\.pointer)
                == ["/_embedded/a/1/_links/b", "/_embedded/c/_embedded/0/payload/_links/d"]
        )
    }

    @Test func survivesWhateverIsThrownAtIt() throws {
        var random = SeededGenerator(seed: 11)
        let pieces: [JSONValue] = [
            .null, true, 1, "x", "true", "/{rel}", [], [:], [[:]], ["href": "/"], ["href": "/{rel}", "name": "x"],
            [["href": "/"], .null], ["payload": [:]], "Mon, 06 Nov 1994 08:49:37 GMT",
        ]
        let names = ["_links", "_embedded", "self", "curies", "x:y", "href", "media-type", "payload", "last-modified"]
        func value(_ depth: Int) -> JSONValue {
            guard depth < 5, Int.random(in: 0..<3, using: &random) > 0 else {
                return pieces.randomElement(using: &random) ?? .null
            }
            let count = Int.random(in: 1...3, using: &random)
            guard Bool.random(using: &random) || depth == 0 else {
                return .array((0..<count).map { _ in value(depth + 1) })
            }
            let members = (0..<count).map { _ in
                JSONObject.Member(names.randomElement(using: &random) ?? "", value(depth + 1))
            }
            return .object(JSONObject(members))
        }
        for _ in 0..<20_000 {
            guard let resource = HALResource(value(0)) else { continue }
            _ = resource.allProblems.map(\.description)
            _ = resource.documentation(of: "x:y")
            #expect(HALResource(resource.value) == resource)
        }
    }

    @Test func listsABoundedNumber() throws {
        let links = (0..<1000).map { #""\#($0)": null"# }.joined(separator: ",")
        #expect(try ResourceTests.read("{\"_links\": {\(links)}}").problems.count == 100)
    }

    @Test func survivesNestingThatNoParserWouldGive() {
        var value: JSONValue = [:]
        for _ in 0..<600 { value = ["_embedded": ["a": value]] }
        #expect(HALResource(value)?.allProblems.map(\.message) == ["resources are nested too deeply"])
    }
}
