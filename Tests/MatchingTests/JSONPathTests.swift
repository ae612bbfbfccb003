import HAL
import Testing

@testable import Matching

@Suite struct JSONPathTests {
    private static let store = """
        {"store":{"books":[{"title":"A","price":8.95,"tags":["x"]},{"title":"B","price":12.99},
        {"title":"C","price":8.950,"isbn":null}],"price-per-gallon":2.890},"0":"zero","it's":1}
        """

    @Test(
        "A path selects nodes in order",
        arguments: [
            ("$.store.books[0].title", #"["A"]"#), ("$['store']['books'][-1]['title']", #"["C"]"#),
            ("$..title", #"["A","B","C"]"#), ("$.store.books[*].price", "[8.95,12.99,8.950]"),
            ("$.store.books[1:].title", #"["B","C"]"#), ("$.store.books[::-1].title", #"["C","B","A"]"#),
            ("$.store.books[-9:9:2].title", #"["A","C"]"#), ("$.store.books[0,2].title", #"["A","C"]"#),
            ("$.store.books[?(@.price < 10)].title", #"["A","C"]"#), ("$.store.books[?@.isbn].title", #"["C"]"#),
            ("$.store.books[?@.price == 8.95 && @.title != 'A'].title", #"["C"]"#),
            ("$.store.books[?(!(@.tags || @.isbn))].title", #"["B"]"#),
            ("$.store.books[?!@.tags].title", #"["B","C"]"#),
            ("$.store.price-per-gallon", "[2.890]"), ("$['0']", #"["zero"]"#), (#"$["it's"]"#, "[1]"),
            (#"$['it\'s']"#, "[1]"), ("$.missing", "[]"), ("$.store.books[7]", "[]"), ("$.store.books[1:1:0]", "[]"),
            ("$..books[?@.title >= 'B'].title", #"["B","C"]"#),
            ("$.store.books[?@.price > $.store.books[0].price].title", #"["B"]"#),
            ("$[?(@['0'] == 'zero')]['0']", #"["zero"]"#), ("$[?(@['0'] == 'one')]", "[]"),
            ("$.store.books[*][?(@ == 'A')]", "[]"), ("$..[?(@.price > 10)].title", #"["B"]"#),
            ("$..[?(@ == 'x')]", #"["x"]"#),
            ("$.store.books[?(@.title in ['A', 'C'])].title", #"["A","C"]"#),
            ("$.store.books[?(@.price nin [8.95])].title", #"["B"]"#), ("$.store.books[?(@.none in [])]", "[]"),
            (#"$.store.books[?(@.title =~ /[ab]/i)].title"#, #"["A","B"]"#),
            (#"$.store.books[?(@.title =~ /a|\/|\w/ && @.isbn)].title"#, #"["C"]"#),
            ("$.store.books[?(!(@.title =~ /A/))].title", #"["B","C"]"#),
            ("$.store.books.length()", "[3]"), ("$.store.size()", "[2]"), ("$['0'].length()", "[]"),
            ("$..books[?(@.tags.length() == 1)].title", #"["A"]"#), ("$[\"it's\"].length()", "[]"),
            ("$.store.length", "[]"),
            // As Jayway reads paths, which WireMock uses.
            ("store.books[0].title", #"["A"]"#), ("$.store.books.[0].['title']", #"["A"]"#),
            ("$.store.books[?(@.['title'] == 'B')].title", #"["B"]"#), ("$.['store'].['books'].[2].title", #"["C"]"#),
            ("$.store.books[?(@.tags == ['x'])].title", #"["A"]"#),
            ("$.store.books[?(@.tags contains 'x')].title", #"["A"]"#),
            ("$.store.books[?(@.title contains 'B')].title", #"["B"]"#),
            ("$.store.books[?(@.tags size 1)].title", #"["A"]"#),
            ("$.store.books[?(@.tags empty false)].title", #"["A"]"#),
            ("$.store.books[?(@.tags anyof ['y', 'x'])].title", #"["A"]"#),
            ("$.store.books[?(@.tags subsetof ['y'])].title", "[]"),
            ("$.store.books[?(@.tags noneof ['y'])].title", #"["A"]"#),
            ("$.store.books[?(@.price == '12.99')].title", #"["B"]"#), ("$.@type", "[]"),
            ("$[?($.@type == 'A')]", "[]"),
            ("$.store.books[?(@.title == 1)].title", "[]"),
        ]
    )
    func selects(_ path: String, _ expected: String) throws {
        let document = try #require(JSONText.parse(Self.store))
        let nodes = try #require(JSONPath(path).select(from: document))
        #expect(JSONText.write(.array(nodes)) == expected)
    }

    @Test(
        "What is no path is refused at its place",
        arguments: [
            ("@.store", 0), ("", 0), ("$.", 2), ("$[", 2), ("$['a'", 5), ("$.a[?@.b ==]", 11),
            ("$.a[?length(@.b) > 1]", 5),
            ("$.a[1.5]", 5), ("$.a b", 3), ("$[?@..a == 1]", 3), ("$['a]", 2), ("$[99999999999999999999]", 2),
            ("$[?1]", 3), ("$.a.length().b", 12), ("$.a[?(@.b in 1)]", 13), ("$.a[?(@.b in [1)]", 15),
            ("$.a[?(@.b in [@.c])]", 17), ("$.a[?(@.b =~ b)]", 13), ("$.a[?(@.b =~ /b)]", 13),
            ("$.a[?(@.b =~ /(/)]", 13), ("$.a[?(@..b in [1])]", 6), ("$.a[?(!@.b =~ /b/)]", 11), ("$.a.keys()", 4),
        ]
    )
    func refuses(_ path: String, _ offset: Int) {
        #expect { try JSONPath(path) } throws: { ($0 as? InvalidPattern)?.offset == offset }
    }

    @Test func refusesDeepFilters() {
        let deep = "$[?" + String(repeating: "(", count: 1000) + "@.a" + String(repeating: ")", count: 1000) + "]"
        #expect(throws: InvalidPattern.self) { try JSONPath(deep) }
        let nested = String(repeating: "$[?@", count: 900)
        #expect(throws: InvalidPattern.self) { try JSONPath(nested) }
    }

    @Test(
        "As a matcher",
        arguments: [
            ("$.a", nil, #"{"a":1}"#, true), ("$.a", nil, #"{"a":null}"#, false), ("$.a", nil, #"{"a":[]}"#, true),
            ("$.a", nil, "{}", false), ("$..a", nil, #"{"b":1}"#, false), ("$..a", nil, #"{"b":{"a":null}}"#, true),
            ("$.a", nil, "no JSON", false),
            ("$.a", Matcher.equalTo("2.890", caseInsensitive: false), #"{"a":2.890}"#, true),
            ("$.a", .contains("ell"), #"{"a":"hello"}"#, true), ("$.a", .absent, "{}", true),
            ("$.a", .absent, #"{"a":1}"#, false),
            ("$.a[*]", .equalTo("y", caseInsensitive: false), #"{"a":["x","y"]}"#, true),
            ("$.a", .equalTo("y", caseInsensitive: false), #"{"a":["x","y"]}"#, true),
            ("$.a", .equalToJSON([1, 2], ignoreArrayOrder: true, ignoreExtraElements: false), #"{"a":[2,1]}"#, true),
            ("$.a", .equalTo("true", caseInsensitive: false), #"{"a":true}"#, true),
            ("$.a", .doesNotContain("x"), #"{"a":"y"}"#, true), ("$.a", .doesNotContain("x"), "{}", false),
            ("$.a", .doesNotContain("x"), #"{"a":null}"#, false), ("$.a", .not(.contains("x")), "{}", false),
            ("$.a", .or([.contains("x"), .absent]), "{}", true), ("$.a", .and([.absent, .anything]), "{}", true),
            ("$.a", .absent, #"{"a":null}"#, true),
            ("$.a", .equalToJSON(.null, ignoreArrayOrder: false, ignoreExtraElements: false), #"{"a":null}"#, true),
            ("$.a.length()", .equalTo("2", caseInsensitive: false), #"{"a":["x","y"]}"#, true),
        ] as [(String, Matcher?, String, Bool)]
    )
    func matches(_ path: String, _ matcher: Matcher?, _ body: String, _ expected: Bool) throws {
        #expect(try Matcher.matchesJSONPath(JSONPath(path), matcher).matches(body) == expected)
    }

    @Test func endsOnExpensivePaths() throws {
        let row = "[" + Array(repeating: "1", count: 2000).joined(separator: ",") + "]"
        let document = try #require(JSONText.parse("{\"a\":\(row)}"))
        #expect(try JSONPath("$..[?$..[?$..[?@ == 2]]]").select(from: document) == nil)
    }
}
