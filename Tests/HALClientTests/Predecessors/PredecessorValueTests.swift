import HAL
import HALClient
import HTTPTypes
import Testing

/// The unit tests of PEHateoas-Client for requests, credentials, media types, relations and resources: T23 to T40.
struct PredecessorValueTests {
    @Test("T23: a request without a body has the usual fields, and no type")
    func aRequestWithoutABody() async throws {
        let options = RequestOptions(
            headers: ["test-hdr": "test-hdr-val"],
            authorization: Authorization(scheme: "TokenScheme", parameters: ["p1": "v1"]),
            accept: [.json]
        )
        let configuration = HypermediaClient.Configuration(acceptLanguage: "en-US", acceptCharset: "UTF-8")
        let sent = await RequestBuilderTests.sent(options: options, configuration: configuration).request
        let request = try #require(sent)
        #expect(
            request.fields.map { "\($0.name.rawName): \($0.value)" }.sorted() == [
                "Accept-Charset: UTF-8", "Accept-Language: en-US", "Accept: application/json",
                #"Authorization: TokenScheme p1="v1""#, "test-hdr: test-hdr-val",
            ]
        )
        #expect(request.body == nil)
    }

    @Test("T24: a request with a body has its bytes, its type and all parameters of the credentials")
    func aRequestWithABody() async throws {
        let parameters = ["p1": "v1", "p2": "v2", "p3": "v3"]
        let bytes = Array("<something>some-data</something>".utf8)
        let sent = await RequestBuilderTests.sent(
            "http://a.example/x",
            .post,
            content: RequestContent(bytes, mediaType: MediaType("application/xml;charset=ISO-8859-1")),
            options: RequestOptions(authorization: Authorization(scheme: "TknScheme", parameters: parameters))
        )
        let request = try #require(sent.request)
        #expect(request.fields[.contentType] == "application/xml; charset=ISO-8859-1")
        #expect(request.fields[.authorization] == #"TknScheme p1="v1", p2="v2", p3="v3""#)
        #expect(request.body == bytes)
    }

    /// Makes the same of every answer.
    private struct FakeSerializer: Serializer {
        let mediaTypes = [MediaType.json]

        func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<String> {
            let links = HALLinks([.init("a", .one(HALLink("/a"))), .init("b", .one(HALLink("/b")))])
            return Decoded(model: "some-data", resource: HALResource(links: links))
        }
    }

    @Test("T25, T30: model and relations of one's own serializer arrive unchanged")
    func modelAndRelationsArriveUnchanged() async throws {
        let transport = CannedTransport([.init(200, [:], "x")])
        let call = Call(.get, "https://ex.com/api", serializer: FakeSerializer())
        let found = try #require(await HypermediaClient(transport: transport).perform(call).success)
        #expect(found.model == "some-data")
        #expect(found.relations.map(\.target) == ["https://ex.com/a", "https://ex.com/b"])
    }

    @Test("T26, T27: a challenge has its scheme and, if there are any, its parameters")
    func aChallengeHasItsParameters() {
        let plain = Challenge.challenges(in: [#"Basic realm="My Realm""#])
        #expect(plain.map(\.scheme) == ["Basic"])
        #expect(plain.first?.parameters.map(\.name) == ["realm"])
        let full = Challenge.challenges(in: [#"test-scheme realm="test realm", param1="value1""#])
        #expect(full.first?.realm == "test realm")
        #expect(full.first?.parameter("param1") == "value1")
        #expect(full == Challenge.challenges(in: [#"test-scheme REALM="test realm",param1=value1"#]))
    }

    @Test("T28: credentials are equal if scheme and parameters are, also without any")
    func credentialsAreEqual() {
        let parameters = ["param1": "value1", "param2": "value2"]
        #expect(
            Authorization(scheme: "Basic", parameters: parameters)
                == Authorization(scheme: "Basic", parameters: parameters)
        )
        #expect(Authorization(scheme: "Basic", parameters: parameters) != Authorization(scheme: "Basic"))
        #expect(Authorization(scheme: "Basic") == Authorization(scheme: "Basic"))
    }

    @Test("T29: charsets are compared without regard to case")
    func charsetsAreCompared() {
        #expect(MediaType("text/plain; charset=utf-8") == MediaType("text/plain;charset=UTF-8"))
        #expect(MediaType("text/plain; charset=utf-8") != MediaType("text/plain;charset=ISO-8859-1"))
        #expect(MediaType("text/plain; charset=utf-8")?.parameter("Charset") == "utf-8")
    }

    @Test(
        "T31 to T34: media types are written as they were read, version and format in the subtype",
        arguments: [
            ("application/vnd.ex.com-v1.2.1+edn", "vnd.ex.com-v1.2.1+edn", "edn"),
            ("application/vnd.ex.com+edn", "vnd.ex.com+edn", "edn"),
            ("application/vnd.ex.com-v3.1.0", "vnd.ex.com-v3.1.0", nil),
            ("text/plain", "plain", nil), ("image/png", "png", nil),
        ] as [(String, String, String?)]
    )
    func mediaTypesAreWritten(text: String, subtype: String, suffix: String?) throws {
        let mediaType = try #require(MediaType(text))
        #expect(mediaType.description == text)
        #expect(mediaType.subtype == subtype)
        #expect(mediaType.suffix == suffix)
    }

    @Test("T35: half a media type is none", arguments: ["image", "image/", "/png", ""])
    func halfAMediaTypeIsNone(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test("T36: media types differ in type and subtype", arguments: ["text/plain", "image/jpeg", "other/png"])
    func mediaTypesDiffer(other: String) {
        #expect(MediaType("image/png") != MediaType(other))
        #expect(MediaType("image/png") == MediaType("IMAGE/png"))
    }

    private static func relation(subject: String, type: String) async throws -> ResolvedLink {
        let body = #"{"_links": {"http://add-user": {"href": "https://ex.com/users"}}}"#
        let transport = CannedTransport([.init(200, ["Content-Type": type], body)])
        let found = await HypermediaClient(transport: transport).get(Target(subject))
        return try #require(found.success?.relations.first)
    }

    @Test("T37: a relation has a name, a subject and a target, and all of them count")
    func aRelationHasASubjectAndATarget() async throws {
        let relation = try await Self.relation(subject: "https://ex.com/api", type: "application/json")
        #expect(relation.name == "http://add-user")
        #expect(relation.subject == "https://ex.com/api")
        #expect(relation.target == "https://ex.com/users")
        #expect(try await Self.relation(subject: "https://ex.com/api", type: "application/json") == relation)
        #expect(try await Self.relation(subject: "https://ex.com/api", type: "application/hal+json") != relation)
        #expect(try await Self.relation(subject: "https://ex.us/api", type: "application/json") != relation)
    }

    @Test(
        "T38: a query is added to what the target has",
        arguments: [
            ("http://example.com", "http://example.com/?foo=bar"),
            ("http://example.com/a?b=c#d", "http://example.com/a?b=c&foo=bar"),
        ]
    )
    func aQueryIsAdded(target: String, requested: String) async {
        let options = RequestOptions(query: ["foo": "bar"])
        #expect(await RequestBuilderTests.sent(Target(target), options: options).request?.url == requested)
    }

    @Test("T39: resources are equal if state, links and place are")
    func resourcesAreEqual() {
        let model = HALResource(state: ["a": 1], location: "http://example.com")
        #expect(model == HALResource(state: ["a": 1], location: "http://example.com"))
        #expect(model != HALResource(state: ["a": 1], location: "http://otherexample.com"))
        #expect(model != HALResource(state: ["a": 2], location: "http://example.com"))
    }

    @Test("T40: requests and answers may have different charsets")
    func charsetsOfBothWays() async throws {
        let latin: [UInt8] = Array(#"{"name": ""#.utf8) + [0xFC] + Array(#""}"#.utf8)
        var answer = CannedTransport.Answer(200, ["Content-Type": "application/json; charset=ISO-8859-1"])
        answer.body = latin
        let transport = CannedTransport([answer])
        let found = await HypermediaClient(transport: transport).put("http://a.example/", .json(["name": "ü"]))
        #expect(found.success?.model == ["name": "ü"])
        #expect(transport.requests.first?.body == Array(#"{"name":"ü"}"#.utf8))
    }
}
