import HAL
import Testing

@Suite struct MediaTypeTests {
    @Test(
        arguments: [
            ("application/hal+json", "application", "hal+json", []),
            ("Text/HTML;Charset=\"utf-8\"", "text", "html", [MediaType.Parameter("charset", "utf-8")]),
            (
                "text/html; charset=utf-8 ; a=\"b;\\\"c\"", "text", "html",
                [.init("charset", "utf-8"), .init("a", "b;\"c")]
            ),
            ("application/vnd.a.example-v1.0+json", "application", "vnd.a.example-v1.0+json", []),
            ("  text/plain  ", "text", "plain", []), ("text/plain;", "text", "plain", []),
            ("text/plain;; a=b", "text", "plain", [.init("a", "b")]),
            ("text/plain; a=\"\"", "text", "plain", [.init("a", "")]),
        ] as [(String, String, String, [MediaType.Parameter])]
    )
    func reads(text: String, type: String, subtype: String, parameters: [MediaType.Parameter]) throws {
        let mediaType = try #require(MediaType(text))
        #expect(mediaType.type == type)
        #expect(mediaType.subtype == subtype)
        #expect(mediaType.parameters == parameters)
        #expect(MediaType(mediaType.description) == mediaType)
    }

    @Test(arguments: [
        "", "text", "text/", "/plain", "text//plain", "text /plain", "text/ plain", "text/plain a", "text/plain; a",
        "text/plain; a =b", "text/plain; a= b", "text/plain; a=", "text/plain; a=\"b", "text/plain; =b", "te xt/plain",
        "text/plain, text/html", "text/plain; a=\"b\"c", "text/plain; a=\"\u{1}\"", "é/plain",
    ])
    func refuses(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func comparesNamesInAnyCaseAndParametersInAnyOrder() {
        #expect(MediaType("TEXT/html; charset=UTF-8") == MediaType("text/HTML;charset=\"utf-8\""))
        #expect(MediaType("a/b; c=d; e=f") == MediaType("a/b; e=f; c=d"))
        #expect(MediaType("a/b; c=d") != MediaType("a/b; c=D"))
        #expect(MediaType("a/b") != MediaType("a/b; c=d"))
    }

    @Test(arguments: [
        ("application/json", true), ("application/hal+json; profile=x", true), ("application/problem+JSON", true),
        ("text/json", false), ("application/jsonp", false), ("application/hal+xml", false),
        ("application/json+x", false),
    ])
    func knowsWhatIsJSON(text: String, isJSON: Bool) {
        #expect(MediaType(text)?.isJSON == isJSON)
    }

    @Test func findsAParameterInAnyCase() {
        #expect(MediaType("text/html; Charset=x")?.parameter("CHARSET") == "x")
        #expect(MediaType("text/html")?.parameter("charset") == nil)
        #expect(MediaType("application/vnd.x.y+zip+json")?.suffix == "json")
    }
}

@Suite struct AcceptedMediaTypesTests {
    @Test(arguments: [
        ("text/html;level=1", 1000), ("text/html", 700), ("text/plain", 300), ("image/jpeg", 500),
        ("text/html;level=2", 400), ("text/html;level=3", 700),
    ])
    func weighsLikeTheExampleOfTheRFC(mediaType: String, weight: Int) throws {
        let accepted = AcceptedMediaTypes(
            "text/*;q=0.3, text/html;q=0.7, text/html;level=1, text/html;level=2;q=0.4, */*;q=0.5"
        )
        #expect(accepted.weight(of: try #require(MediaType(mediaType))) == weight)
    }

    @Test(
        arguments: [
            ("", "application/json"), ("*/*", "application/json"), ("text/plain", "text/plain"), ("image/*", nil),
            ("application/json;q=0, */*;q=0.1", "text/plain"),
            ("text/plain;q=0.5, application/*;q=0.5", "application/json"),
            ("application/json;q=0.4, text/plain;q=0.5", "text/plain"), ("a/b;c=\"d,e\", text/plain", "text/plain"),
            ("application/json;q=2, text/plain;q=0.001", "text/plain"),
            ("text/plain; charset=utf-8", "text/plain"), ("text/plain; charset=utf-8, */*;q=0.1", "text/plain"),
            ("text/plain; format=flowed, text/plain;q=0.2, application/json;q=0.5", "application/json"),
        ] as [(String, String?)]
    )
    func prefers(field: String, expected: String?) {
        let offered = [MediaType.json, MediaType("text/plain")].compactMap(\.self)
        #expect(AcceptedMediaTypes(field).preferred(of: offered)?.description == expected)
    }
}
