import HAL
import HALClient
import HTTPTypes
import Testing

struct RequestBuilderTests {
    /// The request that a call puts on the wire; nil if it was refused.
    static func sent(
        _ target: Target = "http://a.example/x",
        _ method: HTTPRequest.Method = .get,
        content: RequestContent? = nil,
        options: RequestOptions = RequestOptions(),
        configuration: HypermediaClient.Configuration = HypermediaClient.Configuration()
    ) async -> (request: TransportRequest?, outcome: Outcome<JSONObject>) {
        let transport = CannedTransport([.init(204)])
        let client = HypermediaClient(configuration: configuration, transport: transport)
        let outcome = await client.perform(Call<JSONObject>(method, target, content: content, options: options))
        return (transport.requests.first, outcome)
    }

    @Test(
        "a URI is encoded once, whatever it contains",
        arguments: [
            ("/a%20b?x[]=1", "/a%20b?x%5B%5D=1"), ("/a[1]%2Fb", "/a%5B1%5D%2Fb"), ("/a%20b?x=100%", "/a%20b?x=100%25"),
            ("/a%zz%4", "/a%25zz%254"), ("/{a}|^b%20c", "/%7Ba%7D%7C%5Eb%20c"), ("/é d%20e", "/%C3%A9%20d%20e"),
            ("/a%20b#x[]", "/a%20b"), ("/a%c3%a9", "/a%c3%a9"),
        ]
    )
    func encodesOnce(target: String, sent: String) async {
        #expect(await Self.sent(.init("http://a.example" + target)).request?.url == "http://a.example" + sent)
    }

    @Test func aHostWithAnInvalidPercentSignIsRefused() async {
        #expect(await Self.sent("http://a%/x%20y").request == nil)
    }

    @Test func asksForTheTypesOfTheSerializer() async {
        #expect(await Self.sent().request?.fields[.accept] == "application/hal+json, application/json;q=0.9")
        let options = RequestOptions(accept: [.json])
        #expect(await Self.sent(options: options).request?.fields[.accept] == "application/json")
    }

    @Test func sendsTheFieldsOfThePredecessor() async throws {
        let options = RequestOptions(
            headers: ["test-hdr": "test-hdr-val"],
            authorization: Authorization(scheme: "TokenScheme", parameters: ["p1": "v1"])
        )
        let configuration = HypermediaClient.Configuration(acceptLanguage: "en-US", acceptCharset: "UTF-8")
        let fields = try #require(await Self.sent(options: options, configuration: configuration).request).fields
        #expect(fields[.acceptLanguage] == "en-US")
        #expect(fields[values: try #require(HTTPField.Name("Accept-Charset"))] == ["UTF-8"])
        #expect(fields[.authorization] == #"TokenScheme p1="v1""#)
        #expect(fields[values: try #require(HTTPField.Name("test-hdr"))] == ["test-hdr-val"])
        #expect(fields[.contentType] == nil)
    }

    @Test func sendsContentWithItsType() async throws {
        let content = RequestContent(Array("x".utf8), mediaType: MediaType("application/xml; charset=ISO-8859-1"))
        let request = try #require(await Self.sent(.init("http://a.example/"), .post, content: content).request)
        #expect(request.fields[.contentType] == "application/xml; charset=ISO-8859-1")
        #expect(request.body == Array("x".utf8))
    }

    @Test func optionsReplaceTheDefaults() async {
        let options = RequestOptions(headers: ["X-A": "2", "Accept": "text/plain"])
        let configuration = HypermediaClient.Configuration(headers: ["X-A": "1", "X-B": "1"])
        let fields = await Self.sent(options: options, configuration: configuration).request?.fields
        #expect(fields?[.accept] == "text/plain")
        #expect(HTTPField.Name("X-A").flatMap { fields?[$0] } == "2")
        #expect(HTTPField.Name("X-B").flatMap { fields?[$0] } == "1")
    }

    static let dangerous = ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "\r\n"]

    @Test("refuses values with CR, LF or NUL", arguments: dangerous)
    func refusesDangerousValues(value: String) async {
        let attempts: [(RequestOptions, HypermediaClient.Configuration, RequestContent?)] = [
            (RequestOptions(headers: ["X-A": value]), HypermediaClient.Configuration(), nil),
            (RequestOptions(authorization: .bearer(value)), HypermediaClient.Configuration(), nil),
            (RequestOptions(authorization: Authorization(scheme: "T", parameters: ["p": value])), .init(), nil),
            (RequestOptions(precondition: .ifMatch(value)), HypermediaClient.Configuration(), nil),
            (RequestOptions(), HypermediaClient.Configuration(headers: ["X-A": value]), nil),
            (RequestOptions(), HypermediaClient.Configuration(acceptLanguage: value), nil),
        ]
        for (options, configuration, content) in attempts {
            let (request, outcome) = await Self.sent(content: content, options: options, configuration: configuration)
            #expect(request == nil)
            guard case .connectionFailure(let failure) = outcome, let reason = failure.underlying as? InvalidRequest
            else {
                Issue.record("\(outcome)")
                return
            }
            #expect(failure.kind == .other)
            #expect(reason.code == .field)
            #expect(!"\(reason)".contains(value))
        }
    }

    @Test("refuses names that are no tokens", arguments: ["", "a b", "a:b", "a\r\n", "ä"])
    func refusesBadNames(name: String) async {
        var headers = RequestHeaders()
        headers.append(name, "value")
        #expect(await Self.sent(options: RequestOptions(headers: headers)).request == nil)
    }

    @Test(
        "refuses what is no absolute HTTP URI",
        arguments: [
            "", "/x", "x", "ftp://a.example/", "http:", "http://", "http:///x", "http://:80/", "http://a.example:0/",
            "http://a.example:65536/", "http://a.example:x/", "http://[::1/", "http://[]/", "mailto:a@b",
            "//a.example/",
            "http://a]b/",
        ]
    )
    func refusesOtherTargets(target: String) async {
        let (request, outcome) = await Self.sent(Target(target))
        #expect(request == nil)
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((failure.underlying as? InvalidRequest)?.code == .address)
    }

    @Test(
        "requests the URI",
        arguments: [
            ("http://a.example", "http://a.example/"), ("HTTP://A.example:80/x", "http://a.example/x"),
            ("https://a.example:443/x?y#z", "https://a.example/x?y"), ("http://u:p@a.example/", "http://a.example/"),
            ("http://[::1]:8080/", "http://[::1]:8080/"), ("http://a.example/ä?ö", "http://a.example/%C3%A4?%C3%B6"),
            ("http://a.example/a%20b%2F", "http://a.example/a%20b%2F"),
            ("http://a.example/\r\nX: y", "http://a.example/%0D%0AX:%20y"),
        ]
    )
    func requestsTheURI(target: String, url: String) async {
        #expect(await Self.sent(Target(target)).request?.url == url)
    }

    @Test func resolvesAgainstTheBase() async {
        let configuration = HypermediaClient.Configuration(baseURI: "http://a.example/api/")
        #expect(await Self.sent("users", configuration: configuration).request?.url == "http://a.example/api/users")
        #expect(await Self.sent("/users", configuration: configuration).request?.url == "http://a.example/users")
    }

    @Test func addsQueryItems() async {
        let options = RequestOptions(query: ["a b": "c&d=ä", "e": ""])
        let sent = await Self.sent("http://a.example/x?y#z", options: options).request?.url
        #expect(sent == "http://a.example/x?y&a%20b=c%26d%3D%C3%A4&e=")
    }

    @Test func sendsCredentialsToTheirOriginAlone() async throws {
        let origin = try #require(Origin(URIReference("http://a.example")))
        let configuration = HypermediaClient.Configuration(authorizations: [origin: .bearer("t")])
        #expect(
            await Self.sent("http://a.example/x", configuration: configuration).request?.fields[.authorization]
                == "Bearer t"
        )
        #expect(
            await Self.sent("http://b.example/x", configuration: configuration).request?.fields[.authorization] == nil
        )
        #expect(
            await Self.sent("https://a.example/x", configuration: configuration).request?.fields[.authorization] == nil
        )
    }

    @Test(
        "the call's credentials come before those by origin, and these before the configuration's",
        arguments: [
            (RequestOptions(), "Bearer configured"), (RequestOptions(authorization: .bearer("own")), "Bearer own"),
            (RequestOptions(authorization: .anonymous), nil),
        ] as [(RequestOptions, String?)],
        [false, true]
    )
    func theNearestCredentialsCount(expected: (RequestOptions, String?), byOrigin: Bool) async throws {
        let origin = try #require(Origin(URIReference("http://a.example")))
        let configuration = HypermediaClient.Configuration(
            headers: ["Authorization": "Bearer default"],
            authorizations: [origin: .bearer("configured")]
        )
        var options = expected.0
        if byOrigin { options.authorizations = [origin: .bearer("by origin")] }
        let sent = await Self.sent("http://a.example/x", options: options, configuration: configuration).request
        let isOwn = expected.0.authorization != nil
        #expect(sent?.fields[.authorization] == (byOrigin && !isOwn ? "Bearer by origin" : expected.1))
    }

    @Test func credentialsByOriginStayThere() async throws {
        let origin = try #require(Origin(URIReference("http://a.example")))
        let options = RequestOptions(authorizations: [origin: .bearer("t")])
        #expect(await Self.sent("http://b.example/x", options: options).request?.fields[.authorization] == nil)
    }

    @Test func aFormIsEncodedAsFormsAre() async {
        let content = RequestContent.form(["grant_type": "a b", "ä&=": "+%\r\n~", "": ""])
        let transport = CannedTransport([.init(204)])
        _ = await HypermediaClient(transport: transport).post("http://a.example/x", content)
        let sent = transport.requests.first
        #expect(sent?.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(sent?.body.map { String(decoding: $0, as: UTF8.self) } == "grant_type=a+b&%C3%A4%26%3D=%2B%25%0D%0A~&=")
    }
}
