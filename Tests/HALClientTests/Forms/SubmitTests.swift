import HAL
import HALClient
import HTTPTypes
import Testing

/// Values are submitted as a template of HAL-FORMS says.
struct SubmitTests {
    static let page = """
        {"_links": {"self": {"href": "/stations?page=2"}}, "_templates": {
            "create": {"method": "POST", "target": "new", "properties": [
                {"name": "name", "required": true, "regex": "[A-Z].*"}, {"name": "kind", "value": "diesel"},
                {"name": "tags", "options": {"inline": ["a", "b"]}}
            ]},
            "form": {"method": "PUT", "contentType": "application/x-www-form-urlencoded",
                "properties": [{"name": "q"}, {"name": "tags"}, {"name": "no"}]},
            "merge": {"method": "PATCH", "contentType": "application/merge-patch+json", "properties": [{"name": "q"}]},
            "search": {"target": "/search?old=1", "properties": [{"name": "q"}, {"name": "tags"}]},
            "remove": {"method": "DELETE", "target": "/stations/1?version=3"},
            "connect": {"method": "CONNECT", "target": "/c"},
            "elsewhere": {"method": "POST", "target": "http://b.example/new", "properties": [{"name": "q"}]},
            "file": {"method": "POST", "target": "file:///etc/passwd"},
            "slow": {"method": "POST", "properties": [{"name": "q", "regex": "(a+)+b"}]},
            "linked": {"method": "POST", "properties": [
                {"name": "city", "options": {"link": {"href": "/cities{?q}", "templated": true, "type": "text/csv"}}},
                {"name": "land", "options": {"link": {"href": "http://b.example/lands"}}}
            ]}
        }}
        """

    /// A client that has read the page, and what it sends after it.
    static func client(
        from url: String = "http://a.example/stations",
        _ answers: CannedTransport.Answer...
    ) async throws -> (client: HypermediaClient, page: Representation<JSONObject>, transport: CannedTransport) {
        let transport = CannedTransport([.hal(page)] + (answers.isEmpty ? [.init(204)] : answers))
        let client = HypermediaClient(transport: transport)
        let options = RequestOptions(authorization: .bearer("t"))
        let page = try #require(await client.get(Target(url), options: options).success)
        return (client, page, transport)
    }

    @Test(
        arguments: [
            (
                "create", ["name": "Exxon", "tags": ["a", "b"]], "POST", "http://a.example/new", "application/json",
                #"{"name":"Exxon","kind":"diesel","tags":["a","b"]}"#
            ),
            (
                "form", ["q": "a b&c", "tags": ["x", 2.50], "no": .null], "PUT", "http://a.example/stations?page=2",
                "application/x-www-form-urlencoded", "q=a+b%26c&tags=x&tags=2.5"
            ),
            (
                "merge", ["q": .null], "PATCH", "http://a.example/stations?page=2", "application/merge-patch+json",
                #"{"q":null}"#
            ),
            (
                "search", ["q": "a b", "tags": ["x", "y"]], "GET", "http://a.example/search?q=a+b&tags=x&tags=y", nil,
                nil
            ),
            ("search", [:], "GET", "http://a.example/search?old=1", nil, nil),
            ("remove", [:], "DELETE", "http://a.example/stations/1?version=3", nil, nil),
            ("connect", [:], "GET", "http://a.example/c", nil, nil),
            (
                "slow", ["q": .string(String(repeating: "a", count: 64))], "POST", "http://a.example/stations?page=2",
                "application/json", #"{"q":"\#(String(repeating: "a", count: 64))"}"#
            ),
        ] as [(String, JSONObject, String, String, String?, String?)]
    )
    func sendsWhatTheTemplateSays(
        key: String,
        values: JSONObject,
        method: String,
        url: String,
        type: String?,
        body: String?
    ) async throws {
        let (client, page, transport) = try await Self.client()
        #expect(await client.submit(key, of: page, values).name == "success")
        let request = try #require(transport.requests.last)
        #expect(transport.requests.count == 2)
        #expect(request.method.rawValue == method)
        #expect(request.url == url)
        #expect(request.fields[.contentType] == type)
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test func theModelOfTheResponseDecodes() async throws {
        struct Created: Decodable, Sendable { var id: Int }
        let (client, page, _) = try await Self.client(.hal(#"{"id": 7}"#))
        let created = await client.submit("create", of: page, ["name": "Exxon"], as: Created.self)
        #expect(created.success?.model?.id == 7)
    }

    @Test func valuesThatBreakRulesAreNotSent() async throws {
        let (client, page, transport) = try await Self.client()
        let outcome = await client.submit("create", of: page, ["name": "exxon", "tags": "c", "x": 1])
        guard case .connectionFailure(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.violations.map(\.rule) == [.regex, .options, .unknownProperty])
        #expect(failure.violations.map(\.property) == ["name", "tags", "x"])
        #expect(transport.requests.count == 1)
        #expect(await client.submit("create", of: page, ["x": 1], validation: .none).name == "success")
        #expect(transport.requests.last?.body == Array(#"{"kind":"diesel","x":1}"#.utf8))
    }

    @Test func aMissingTemplateIsUndecodable() async throws {
        let (client, page, transport) = try await Self.client()
        guard case .undecodable(let undecodable) = await client.submit("nothing", of: page) else {
            Issue.record("submitted")
            return
        }
        #expect(undecodable.failure.code == .missingTemplate)
        #expect(undecodable.failure.path == "$._templates.nothing")
        #expect(transport.requests.count == 1)
    }

    @Test func credentialsStayAtHome() async throws {
        let (client, page, transport) = try await Self.client()
        let options = RequestOptions(headers: ["Cookie": "a=b"], authorization: .bearer("t"))
        _ = await client.submit("elsewhere", of: page, ["q": "x"], options: options)
        _ = await client.submit("create", of: page, ["name": "X"], options: options)
        #expect(transport.requests.map(\.url).dropFirst() == ["http://b.example/new", "http://a.example/new"])
        #expect(transport.requests.dropFirst().map { $0.fields[.authorization] } == [nil, "Bearer t"])
        #expect(transport.requests.dropFirst().map { $0.fields[.cookie] } == [nil, "a=b"])
    }

    @Test func aTargetThatIsNotHTTPIsRefused() async throws {
        let (client, page, transport) = try await Self.client()
        guard case .connectionFailure(let failure) = await client.submit("file", of: page) else {
            Issue.record("submitted")
            return
        }
        #expect((failure.underlying as? InvalidRequest)?.code == .address)
        #expect(failure.violations.isEmpty)
        #expect(transport.requests.count == 1)
    }

    @Test func theTargetInTheQueryWins() async throws {
        let (client, page, transport) = try await Self.client(from: "http://a.example/form?a=1&_htarget=%2Forders%3Fx")
        _ = await client.submit("create", of: page, ["name": "X"])
        #expect(transport.requests.last?.url == "http://a.example/orders?x")
    }

    @Test func aCallCanBeMadeFirst() async throws {
        let (client, page, transport) = try await Self.client()
        let call = Call<JSONObject>.submit("create", of: page, ["name": "X"])
        #expect(call.method == .post)
        #expect(await client.perform(call).name == "success")
        #expect(transport.requests.last?.url == "http://a.example/new")
    }

    @Test func linkedChoicesAreRequested() async throws {
        let csv = CannedTransport.Answer(200, ["Content-Type": "text/csv"], "value,prompt\nhh,Hamburg\nb,Berlin\n")
        let (client, page, transport) = try await Self.client(
            csv,
            .hal(#"["de", {"value": "fr"}]"#),
            .hal("{}"),
            .init(503)
        )
        let properties = try #require(page.template("linked")).properties
        let options = RequestOptions(authorization: .bearer("t"))
        let cities = await client.choices(for: properties[0], of: page, options: options).success?.model
        #expect(cities?.map(\.prompt) == ["Hamburg", "Berlin"])
        #expect(transport.requests.last?.url == "http://a.example/cities")
        #expect(transport.requests.last?.fields[.accept] == "text/csv")
        #expect(transport.requests.last?.fields[.authorization] == "Bearer t")
        let lands = await client.choices(for: properties[1], of: page, options: options).success?.model
        #expect(lands?.map(\.value) == ["de", "fr"])
        #expect(transport.requests.last?.fields[.accept] == "application/json")
        #expect(transport.requests.last?.fields[.authorization] == nil)
        #expect(await client.choices(for: properties[1], of: page).name == "undecodable")
        #expect(await client.choices(for: properties[1], of: page).name == "serverUnavailable")
        #expect(await client.choices(for: FormTemplate.Property(name: "x"), of: page).name == "undecodable")
    }

    @Test func inlineChoicesNeedNoRequest() async throws {
        let (client, page, transport) = try await Self.client()
        let tags = try #require(page.template("create")?.properties.last)
        #expect(await client.choices(for: tags, of: page).success?.model?.map(\.value) == ["a", "b"])
        #expect(transport.requests.count == 1)
    }

    @Test func completeValidationAsksForTheChoicesOfGivenValues() async throws {
        let (client, page, transport) = try await Self.client(
            .hal(#"["de"]"#),
            .hal(#"["de"]"#),
            .init(204),
            .init(503)
        )
        let wrong = await client.submit("linked", of: page, ["land": "fr"], validation: .complete)
        guard case .connectionFailure(let failure) = wrong else {
            Issue.record("\(wrong)")
            return
        }
        #expect(failure.violations.map(\.rule) == [.options])
        #expect(await client.submit("linked", of: page, ["land": "de"], validation: .complete).name == "success")
        #expect(transport.requests.map(\.method) == [.get, .get, .get, .post])
        let unavailable = await client.submit("linked", of: page, ["land": "de"], validation: .complete)
        #expect(unavailable.name == "serverUnavailable")
    }
}
