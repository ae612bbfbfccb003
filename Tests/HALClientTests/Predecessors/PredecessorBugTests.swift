import HAL
import HALClient
import HTTPTypes
import Testing

/// The bugs of PEHateoas-Client (B1 to B26) that no other test covers.
struct PredecessorBugTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: HTTPRequest.Method
        let answer: CannedTransport.Answer
        let outcome: String

        init(
            _ bug: String,
            _ method: HTTPRequest.Method,
            _ status: Int,
            _ type: String?,
            _ body: String,
            _ outcome: String
        ) {
            testDescription = "\(bug) is \(outcome)"
            self.method = method
            answer = type.map { .init(status, ["Content-Type": $0], body) } ?? .init(status, [:], body)
            self.outcome = outcome
        }
    }

    static let answers = [
        Answer("B8, a 409 for GET", .get, 409, "application/json", "{}", "conflict"),
        Answer("B8, a 409 for POST", .post, 409, "application/json", "{}", "conflict"),
        Answer("B10, half a JSON text", .get, 200, "application/json", #"{"a":"#, "undecodable"),
        Answer("B10, a body that is no JSON", .put, 200, "application/json", "<html>", "undecodable"),
        Answer("B11, another media type", .get, 200, "text/html", "{}", "undecodable"),
        Answer("B11, the media type in capitals", .get, 200, "Application/JSON; charset=utf-8", "{}", "success"),
        Answer("B11, a JSON array", .get, 200, "application/json", "[1]", "undecodable"),
        Answer("B12, an error page", .get, 404, "text/html", "<html>", "clientError"),
        Answer("B12, an error page of the server", .get, 502, "text/html", "<html>", "serverError"),
        Answer("B14, a 503 without Retry-After", .get, 503, "text/html", "<html>", "serverUnavailable"),
        Answer("B15, a status of 600", .get, 600, "application/json", "{}", "serverError"),
        Answer("B15, a status of 999", .get, 999, "application/json", "{}", "serverError"),
        Answer("B15, a status of 0", .get, 0, nil, "", "serverError"),
        Answer("B24, an answer to PATCH", .patch, 200, "application/json", "{}", "success"),
        Answer("B24, an answer to HEAD", .head, 200, "application/json", "", "success"),
        Answer("B26, an answer to DELETE", .delete, 200, "application/json", "{}", "success"),
    ]

    @Test("every answer has its outcome, in both skins", arguments: answers, Skin.allCases)
    func everyAnswerHasItsOutcome(row: Answer, skin: Skin) async {
        let client = HypermediaClient(transport: CannedTransport([row.answer]))
        let outcome = await skin.perform(Call<JSONObject>(row.method, "http://a.example/"), with: client)
        #expect(outcome.name == row.outcome)
        #expect(outcome.response?.body == row.answer.body)
    }

    @Test("B5: dates of conditions are in GMT and English, whatever the machine speaks")
    func datesAreInGMT() async {
        let date = HTTPDate(secondsSinceEpoch: 784_111_777)
        let get = await RequestBuilderTests.sent(options: RequestOptions(precondition: .ifModifiedSince(date))).request
        #expect(get?.fields[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
        let options = RequestOptions(precondition: .ifUnmodifiedSince(date))
        let put = await RequestBuilderTests.sent("http://a.example/", .put, options: options).request
        #expect(put?.fields[.ifUnmodifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        "B13: one outcome with all hops, resolved, and permanent ones told apart",
        arguments: [(301, true), (302, false), (303, false), (307, false), (308, true)]
    )
    func oneOutcomeWithAllHops(status: Int, isPermanent: Bool) async {
        let transport = CannedTransport([.init(status, ["Location": "b"]), .hal("{}")])
        let client = HypermediaClient(
            configuration: HypermediaClient.Configuration(redirectPolicy: .all),
            transport: transport
        )
        let response = await client.get("http://a.example/x/a").response
        #expect(response?.status == 200)
        #expect(response?.redirects.map(\.to) == ["http://a.example/x/b"])
        #expect(response?.redirects.map(\.isPermanent) == [isPermanent])
    }

    @Test(
        "B16: a challenge is read as the grammar says",
        arguments: [
            (#"Basic xrealm="a", realm="b""#, "Basic", "b"), (#"Basic realm="""#, "Basic", ""),
            ("Basic realm=all", "Basic", "all"), (#"Basic realm="a \"b\"""#, "Basic", #"a "b""#),
            (#"Negotiate abc=, Basic realm="x""#, "Negotiate", nil),
        ] as [(String, String, String?)]
    )
    func aChallengeIsRead(field: String, scheme: String, realm: String?) {
        let challenge = Challenge.challenges(in: [field]).first
        #expect(challenge?.scheme == scheme)
        #expect(challenge?.realm == realm)
    }

    @Test("B17: credentials are escaped, and a single value or none is possible")
    func credentialsAreEscaped() async {
        let expected: [(Authorization, String)] = [
            (Authorization(scheme: "T", parameters: ["a": #"x"y\z"#]), #"T a="x\"y\\z""#),
            (.bearer("abc"), "Bearer abc"), (Authorization(scheme: "Negotiate"), "Negotiate"),
        ]
        for (authorization, text) in expected {
            let sent = await RequestBuilderTests.sent(options: RequestOptions(authorization: authorization)).request
            #expect(sent?.fields[.authorization] == text)
        }
    }

    @Test(
        "B18: odd references resolve as RFC 3986 says",
        arguments: [
            ("?page=2", "http://a.example/x/y?page=2"), ("#f", "http://a.example/x/y?q#f"),
            ("", "http://a.example/x/y?q"), ("httpfoo/bar", "http://a.example/x/httpfoo/bar"),
            ("//b.example/z", "http://b.example/z"),
        ]
    )
    func oddReferencesResolve(reference: String, target: String) {
        let base = URIReference("http://a.example/x/y?q")
        #expect(URIReference(reference).resolved(against: base).description == target)
    }

    @Test("B25: what is embedded without a registered type is there all the same, with its links")
    func whatIsNotRegisteredIsThere() async throws {
        let body = #"""
            {"_embedded": [{"media-type": "application/vnd.unknown+json; v=1", "location": "http://ex.com/u/1",
                            "payload": {"a": 1, "_links": {"next": {"href": "2"}}}}]}
            """#
        let outcome = await ModelRegistryTests.get(body, as: JSONObject.self)
        let unknown = try #require(outcome.success?.resource?.embedded("application/vnd.unknown+json; v=1").first)
        #expect(unknown.state == ["a": 1])
        #expect(unknown.link(.next)?.href == "2")
    }
}
