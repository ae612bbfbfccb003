import HAL
import HALClient
import HTTPTypes
import Testing

struct RequestParametersTests {
    private static let parameters: JSONObject = [
        "near": ["city": "Charlotte, NC", "zip": 28202], "brand": ["a", "b&c"], "open": true, "price": 2.5, "no": .null,
        "ä": "",
    ]

    private static let encoded =
        "near%5Bcity%5D=Charlotte%2C%20NC&near%5Bzip%5D=28202&brand%5B%5D=a&brand%5B%5D=b%26c&open=true&price=2.5&%C3%A4="

    private static func sent(
        _ method: HTTPRequest.Method,
        _ target: Target = "http://a.example/x",
        content: RequestContent? = nil,
        parameters: JSONObject = parameters,
        encoding: BodyEncoding? = nil,
        configuration: HypermediaClient.Configuration = HypermediaClient.Configuration()
    ) async throws -> TransportRequest {
        let options = RequestOptions(parameters: parameters, bodyEncoding: encoding)
        let sent = await RequestBuilderTests.sent(
            target,
            method,
            content: content,
            options: options,
            configuration: configuration
        )
        return try #require(sent.request, "\(sent.outcome)")
    }

    @Test("are in the query of methods without a body", arguments: [HTTPRequest.Method.get, .head, .delete])
    func areInTheQuery(method: HTTPRequest.Method) async throws {
        let request = try await Self.sent(method, "http://a.example/x?y=1#z")
        #expect(request.url == "http://a.example/x?y=1&\(Self.encoded)")
        #expect(request.body == nil)
        #expect(request.fields[.contentType] == nil)
    }

    @Test("are the body of the other methods", arguments: [HTTPRequest.Method.post, .put, .patch])
    func areTheBody(method: HTTPRequest.Method) async throws {
        let json = try await Self.sent(method, parameters: ["a": ["b": 2.890]])
        #expect(json.url == "http://a.example/x")
        #expect(json.body == Array(#"{"a":{"b":2.89}}"#.utf8))
        #expect(json.fields[.contentType] == "application/json")
        let form = try await Self.sent(method, encoding: .form)
        #expect(form.body == Array(Self.encoded.replacing("%20", with: "+").utf8))
        #expect(form.fields[.contentType] == "application/x-www-form-urlencoded")
        let multipart = try await Self.sent(method, parameters: ["a": "1", "b": ["c"]], encoding: .multipart)
        let type = try #require(multipart.fields[.contentType].flatMap { MediaType($0) })
        let line = try #require(type.parameter("boundary"))
        #expect(type.essence == "multipart/form-data")
        let text = try #require(try await multipart.stream?.collect())
        #expect(
            String(decoding: text, as: UTF8.self)
                == "--\(line)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
                + "--\(line)\r\nContent-Disposition: form-data; name=\"b[]\"\r\n\r\nc\r\n--\(line)--\r\n"
        )
        #expect(multipart.stream?.length == text.count)
    }

    @Test func theClientSaysHowTheyAreEncoded() async throws {
        let configuration = HypermediaClient.Configuration(bodyEncoding: .form)
        #expect(
            try await Self.sent(.post, parameters: ["a": 1], configuration: configuration).body == Array("a=1".utf8)
        )
        let own = try await Self.sent(.post, parameters: ["a": 1], encoding: .json, configuration: configuration)
        #expect(own.body == Array(#"{"a":1}"#.utf8))
        #expect(try await Self.sent(.get, parameters: [:], configuration: configuration).fields[.contentType] == nil)
    }

    @Test func areInTheQueryBesideABody() async throws {
        let request = try await Self.sent(.post, content: .json([1]), parameters: ["a": 1])
        #expect(request.url == "http://a.example/x?a=1")
        #expect(request.body == Array("[1]".utf8))
    }

    @Test func areTheFirstPartsOfAForm() async throws {
        let request = try await Self.sent(.post, content: .multipart([FormPart("file", "x")]), parameters: ["a": 1])
        let text = String(decoding: try #require(try await request.stream?.collect()), as: UTF8.self)
        #expect(request.url == "http://a.example/x")
        let names = text.matches(of: /name="(.*)"/).map { String($0.output.1) }
        #expect(names == ["a", "file"])
    }

    private static let common = HypermediaClient.Configuration(
        baseURI: "http://a.example/",
        languageParameter: LanguageParameter("de"),
        globalParameters: ["key": "global", "v": 2]
    )

    @Test(
        "the language wins over the request, and what is global over both",
        arguments: [
            ([:], "language=de&key=global&v=2"), (["language": "fr", "a": 1], "language=de&a=1&key=global&v=2"),
            (["key": "own", "v": [1, 2]], "key=global&v=2&language=de"),
        ] as [(JSONObject, String)]
    )
    func theGlobalOnesWin(own: JSONObject, query: String) async throws {
        #expect(
            try await Self.sent(.get, "x", parameters: own, configuration: Self.common).url
                == "http://a.example/x?\(query)"
        )
        var configuration = Self.common
        configuration.globalParameters["language"] = "it"
        let url = try await Self.sent(.get, "x", parameters: [:], configuration: configuration).url
        #expect(url == "http://a.example/x?language=it&key=global&v=2")
    }

    @Test func replaceWhatALinkSaysOfThem() async throws {
        let url = try await Self.sent(
            .get,
            "/x?page=2&language=fr&key=old&keys=1",
            parameters: [:],
            configuration: Self.common
        ).url
        #expect(url == "http://a.example/x?page=2&keys=1&language=de&key=global&v=2")
    }

    @Test func theGlobalOnesGoToTheirServerAlone() async throws {
        let other = try await Self.sent(.get, "http://b.example/x", parameters: ["a": 1], configuration: Self.common)
        #expect(other.url == "http://b.example/x?a=1")
        let anywhere = HypermediaClient.Configuration(globalParameters: ["key": "k"])
        #expect(try await Self.sent(.get, parameters: [:], configuration: anywhere).url == "http://a.example/x?key=k")
    }

    @Test("B1: the language is a field, a parameter, both or neither, each by itself")
    func theLanguageIsWhatIsAsked() async throws {
        for (field, parameter) in [(nil, nil), ("de", nil), (nil, "fr"), ("de", "fr")] as [(String?, String?)] {
            let configuration = HypermediaClient.Configuration(
                acceptLanguage: field,
                languageParameter: parameter.map { LanguageParameter($0) }
            )
            let request = try await Self.sent(.get, parameters: [:], configuration: configuration)
            #expect(request.fields[.acceptLanguage] == field)
            #expect(request.url == "http://a.example/x" + (parameter.map { "?language=\($0)" } ?? ""))
        }
    }

    @Test func refusesBottomlessParameters() async {
        var deep: JSONValue = 1
        for _ in 0..<100 { deep = ["a": deep] }
        let options = RequestOptions(parameters: ["a": deep])
        let (request, outcome) = await RequestBuilderTests.sent(options: options)
        #expect(request == nil)
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((failure.underlying as? InvalidRequest)?.code == .content)
    }
}
