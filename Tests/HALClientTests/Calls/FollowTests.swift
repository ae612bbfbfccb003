import HAL
import HALClient
import HTTPTypes
import Testing
import URITemplates

struct FollowTests {
    static let home = """
        {"_links": {
            "self": {"href": "/"},
            "stations": {"href": "stations"},
            "search": {"href": "/search{?q,page}", "templated": true},
            "admin": [{"href": "/admins/2", "name": "fred", "hreflang": "de"},
                      {"href": "/admins/5", "name": "kate", "type": "application/xml", "profile": "http://p.example"}],
            "old": {"href": "/old", "deprecation": "http://docs.example/old"},
            "bad": {"href": "/bad{", "templated": true},
            "elsewhere": {"href": "http://b.example/"}
        }, "_embedded": {"stations": [{"name": "inside", "_links": {"log": {"href": "log/1"}}}]}}
        """

    static func client(_ answers: CannedTransport.Answer...) -> (HypermediaClient, CannedTransport) {
        let transport = CannedTransport(answers)
        return (HypermediaClient(transport: transport), transport)
    }

    static func home() async throws -> Representation<JSONObject> {
        let (client, _) = client(.hal(home))
        return try #require(await client.get("http://a.example/api/").success)
    }

    @Test(
        "a link leads to its target",
        arguments: [
            ("self", "http://a.example/"), ("stations", "http://a.example/api/stations"),
            (LinkSelector("admin", name: "kate"), "http://a.example/admins/5"),
            (LinkSelector("admin", hreflang: "DE"), "http://a.example/admins/2"),
            (LinkSelector("admin", type: MediaType("application/xml")), "http://a.example/admins/5"),
            (LinkSelector("admin", profile: "http://p.example"), "http://a.example/admins/5"),
            ("admin", "http://a.example/admins/2"), ("search", "http://a.example/search"),
        ] as [(LinkSelector, String)]
    )
    func aLinkLeadsToItsTarget(selector: LinkSelector, url: String) async throws {
        let (client, transport) = Self.client(.init(204))
        _ = await client.get(.link(selector, of: try await Self.home()))
        #expect(transport.requests.map(\.url) == [url])
    }

    @Test func expandsTemplates() async throws {
        let (client, transport) = Self.client(.init(204))
        _ = await client.get(.link("search", of: try await Self.home(), variables: ["q": "a b", "page": 2]))
        #expect(transport.requests.map(\.url) == ["http://a.example/search?q=a%20b&page=2"])
    }

    @Test func aMissingLinkIsUndecodableAndSendsNothing() async throws {
        let (client, transport) = Self.client(.init(204))
        let outcome = await client.get(.link("nothing", of: try await Self.home()))
        guard case .undecodable(let undecodable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(undecodable.failure.code == .missingLink)
        #expect(undecodable.failure.path == "$._links.nothing")
        #expect(transport.requests.isEmpty)
    }

    @Test func aMalformedTemplateIsRefused() async throws {
        let (client, transport) = Self.client(.init(204))
        let outcome = await client.get(.link("bad", of: try await Self.home()))
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((failure.underlying as? InvalidRequest)?.code == .template)
        #expect(transport.requests.isEmpty)
    }

    @Test func tellsOfADeprecatedLink() async throws {
        let (client, _) = Self.client(.init(204))
        let home = try await Self.home()
        await confirmation { told in
            let options = RequestOptions(onNotice: { notice in
                #expect(notice == .deprecatedLink(relation: "old", information: "http://docs.example/old"))
                told()
            })
            _ = await client.get(.link("old", of: home), options: options)
        }
    }

    @Test func takesWhatIsEmbeddedOnlyIfAsked() async throws {
        let home = try await Self.home()
        let (client, transport) = Self.client(.hal(#"{"name": "fetched"}"#))
        let fetched = await client.get(.link("stations", of: home))
        #expect(fetched.success?.model?["name"] == "fetched")
        let embedded = await client.get(.link("stations", of: home, embedded: .prefer))
        #expect(embedded.success?.model?["name"] == "inside")
        #expect(embedded.success?.relations.map(\.target) == ["http://a.example/api/log/1"])
        #expect(transport.requests.count == 1)
    }

    @Test func followsAChain() async {
        let (client, transport) = Self.client(
            .hal(Self.home),
            .hal(#"{"_links": {"next": {"href": "?page=2"}}}"#),
            .hal(#"{"name": "page 2"}"#)
        )
        let outcome = await client.follow(["stations", "next"], from: "http://a.example/api/")
        #expect(outcome.success?.model?["name"] == "page 2")
        #expect(
            transport.requests.map(\.url) == [
                "http://a.example/api/", "http://a.example/api/stations", "http://a.example/api/stations?page=2",
            ]
        )
    }

    @Test func theFirstStepThatFailsIsTheOutcomeOfAChain() async {
        let (client, transport) = Self.client(.hal(Self.home), .init(503, ["Retry-After": "7"]), .init(200))
        let outcome = await client.follow(["stations", "next"], from: "http://a.example/api/")
        guard case .serverUnavailable(let unavailable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(unavailable.retryAfter?.form == .delay(seconds: 7))
        #expect(transport.requests.count == 2)
    }

    @Test func aChainTakesNoCredentialsElsewhere() async {
        let (client, transport) = Self.client(.hal(Self.home), .init(204))
        let options = RequestOptions(headers: ["Cookie": "a=b", "X-A": "b"], authorization: .bearer("t"))
        _ = await client.follow(["elsewhere"], from: "http://a.example/api/", options: options)
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", nil])
        #expect(transport.requests.map { $0.fields[.cookie] } == ["a=b", nil])
        #expect(transport.requests.last?.fields.count == 2)
    }

    @Test(
        "links resolve against the base of the answer",
        arguments: [
            (200, [:], "http://a.example/api/x"), (200, ["Content-Location": "/c/d"], "http://a.example/api/x"),
            (201, ["Location": "/l/m"], "http://a.example/l/x"),
            (201, ["Location": "/l/m", "Content-Location": "/c/d"], "http://a.example/l/x"),
            (200, ["Location": "/l/m"], "http://a.example/api/x"),
        ] as [(Int, KeyValuePairs<String, String>, String)]
    )
    func linksResolveAgainstTheBase(status: Int, fields: KeyValuePairs<String, String>, url: String) async {
        let (client, _) = Self.client(.init(status, fields, #"{"_links": {"x": {"href": "x"}}}"#))
        let outcome = await client.post("http://a.example/api/", .json([:]))
        #expect(outcome.success?.relations.map(\.target) == [url])
    }

    @Test func relationsAreThoseOfThePredecessor() async throws {
        let body =
            #"{"_links": {"self": {"href": "/users"}, "http://add": {"href": "/add", "type": "application/xml"}}}"#
        let answer = CannedTransport.Answer(200, ["Content-Type": "application/json"], body)
        let (client, _) = Self.client(answer)
        let relations = try #require(await client.get("http://www.ex.com/api").success).relations
        #expect(relations.map(\.name) == ["self", "http://add"])
        #expect(relations.map(\.subject) == ["http://www.ex.com/api", "http://www.ex.com/api"])
        #expect(relations.map(\.target) == ["http://www.ex.com/users", "http://www.ex.com/add"])
        #expect(relations.map(\.mediaType) == [MediaType("application/json"), MediaType("application/xml")])
    }
}
