import HAL
import Testing

@Suite struct URIReferenceTests {
    @Test(
        "RFC 3986 §5.4, normal and abnormal examples",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ]
    )
    func resolvesTheExamplesOfTheRFC(reference: String, target: String) {
        let base = URIReference("http://a/b/c/d;p?q")
        #expect(URIReference(reference).resolved(against: base).description == target)
    }

    @Test(arguments: [
        ("http://www.ex.com", "http://www.test.com/users", "http://www.ex.com"),
        ("USER12034920", "http://www.test.com/users/", "http://www.test.com/users/USER12034920"),
        ("USER12034920", "http://www.test.com/users", "http://www.test.com/USER12034920"),
        ("/books", "http://www.test.com/users/", "http://www.test.com/books"),
        ("/books", "http://www.test.com/", "http://www.test.com/books"),
        ("/books", "http://www.test.com", "http://www.test.com/books"),
        ("admin", "http://www.ex.com/api/", "http://www.ex.com/api/admin"),
        ("admin", "http://www.ex.com", "http://www.ex.com/admin"),
        ("?page=2", "http://h/orders?page=1#x", "http://h/orders?page=2"), ("a//b/../c", "http://h/", "http://h/a//c"),
        ("//[::1]:80/x", "https://h/", "https://[::1]:80/x"), ("", "http://h", "http://h"),
        ("HTTP://H/%7e/../é", "http://h", "HTTP://H/%C3%A9"),
    ])
    func resolvesLinks(reference: String, base: String, target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).description == target)
    }

    @Test func splitsIntoFiveComponents() {
        let uri = URIReference("foo://user@example.com:8042/over/there?name=ferret#nose")
        #expect(uri.scheme == "foo")
        #expect(uri.authority == "user@example.com:8042")
        #expect(uri.path == "/over/there")
        #expect(uri.query == "name=ferret")
        #expect(uri.fragment == "nose")
        let bare = URIReference("urn:example:animal")
        #expect(bare.scheme == "urn" && bare.authority == nil && bare.path == "example:animal")
        #expect(URIReference("x?#").query?.isEmpty == true)
        #expect(URIReference("x?#").fragment?.isEmpty == true)
        #expect(URIReference("1a:b").scheme == nil)
        #expect(URIReference(":b").scheme == nil)
    }

    @Test(arguments: [
        "", "a", "/", "//", "//h", "a:", "a:b", "?", "#", "?#", "/a/../b", "http://h:1/a?b=c#d", "a%zz", "mailto:a@b",
    ])
    func isPutTogetherAsItWas(text: String) {
        #expect(URIReference(text).description == text)
    }

    @Test func encodesWhatNoURIMayHave() {
        #expect(
            URIReference("http://h/a b\"<>\\^`{|}é\r\n").description
                == "http://h/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%C3%A9%0D%0A"
        )
    }

    @Test func neverTurnsAPathIntoAnAuthority() {
        let target = URIReference("..//evil/x").resolved(against: URIReference("a:/b/c"))
        #expect(URIReference(target.description).authority == nil)
    }

    @Test(arguments: [
        ("http://example.com", "foo=bar", "http://example.com?foo=bar"), ("http://h/?a=1", "b=2", "http://h/?a=1&b=2"),
        ("http://h/#f", "a= #", "http://h/?a=%20%23#f"), ("http://h/", "", "http://h/"),
    ])
    func appendsAQuery(uri: String, query: String, expected: String) {
        #expect(URIReference(uri).appending(query: query).description == expected)
    }

    @Test func resolvesLongPathsInLinearTime() {
        let path = String(repeating: "a/../", count: 100_000)
        #expect(URIReference(path + "x").resolved(against: URIReference("http://h/")).description == "http://h/x")
    }
}

@Suite struct OriginTests {
    @Test(arguments: [
        ("http://h/a", "http://H:80/b", true), ("https://h", "https://h:443/", true), ("http://h", "https://h", false),
        ("http://h", "http://h:8080", false), ("http://u:p@h/", "http://h/", true), ("http://a", "http://b", false),
        ("http://[::1]:80/", "http://[::1]/", true), ("http://h:/", "http://h/", true),
    ])
    func compares(left: String, right: String, areSame: Bool) throws {
        let origins = try (#require(Origin(URIReference(left))), #require(Origin(URIReference(right))))
        #expect((origins.0 == origins.1) == areSame)
    }

    @Test(arguments: ["/a", "http:/a", "mailto:a@b", "http:///a", "http://h:99999/", "http://h:x/", "http://:80/"])
    func hasNone(text: String) {
        #expect(Origin(URIReference(text)) == nil)
    }

    @Test func isWrittenWithoutTheSchemesOwnPort() {
        #expect(Origin(URIReference("HTTP://H:80/x"))?.description == "http://h")
        #expect(Origin(URIReference("http://h:81"))?.description == "http://h:81")
    }

    @Test(
        arguments: [
            ("https://Cdn.example.com/logos?x", "https://cdn.example.com"), ("http://[::1]:8080", "http://[::1]:8080"),
            ("/relative", nil), ("https://a:99999/", nil), ("", nil),
        ] as [(String, String?)]
    )
    func anOriginIsReadFromText(uri: String, origin: String?) {
        #expect(Origin(uri)?.description == origin)
    }
}
