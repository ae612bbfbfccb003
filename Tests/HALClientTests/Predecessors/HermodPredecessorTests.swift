import HAL
import HALClient
import HTTPTypes
import Testing

/// The bugs of Hermod's client (B1 to B18), as far as they concern a client.
struct HermodPredecessorTests {
    @Test("B1: the language is a field, and no parameter")
    func theLanguageIsAField() async {
        let configuration = HypermediaClient.Configuration(acceptLanguage: "de")
        let request = await RequestBuilderTests.sent(configuration: configuration).request
        #expect(request?.fields[.acceptLanguage] == "de")
        #expect(request?.url == "http://a.example/x")
    }

    @Test("B9, B18: a page of HTML is no success, and an error keeps its page", arguments: [200, 400, 500])
    func aPageOfHTML(status: Int) async {
        let transport = CannedTransport([.init(status, ["Content-Type": "text/html"], "<p>")])
        let outcome = await HypermediaClient(transport: transport).get("http://a.example/")
        #expect(outcome.success == nil)
        #expect(outcome.response?.body == Array("<p>".utf8))
    }

    @Test("B10: an answer to PATCH has its body and its response")
    func anAnswerToPatch() async {
        let transport = CannedTransport([.hal(#"{"a":1}"#)])
        let outcome = await HypermediaClient(transport: transport).patch("http://a.example/", .json(["a": 1]))
        #expect(outcome.success?.model == ["a": 1])
        #expect(outcome.success?.response.status == 200)
    }

    @Test("B11: any method ends in one outcome, in both skins", arguments: Skin.allCases)
    func anyMethodEnds(skin: Skin) async throws {
        let method = try #require(HTTPRequest.Method(rawValue: "UNDEFINED"))
        let transport = CannedTransport([.init(405)])
        let call = Call<JSONObject>(method, "http://a.example/")
        #expect(await skin.perform(call, with: HypermediaClient(transport: transport)).name == "clientError")
        #expect(transport.requests.map(\.method) == [method])
    }

    @Test(
        "B12: base and path meet in one slash",
        arguments: [
            ("http://a.example", "x"), ("http://a.example/", "x"), ("http://a.example", "/x"),
            ("http://a.example/", "/x"),
        ]
    )
    func baseAndPathMeet(base: String, path: String) async {
        let configuration = HypermediaClient.Configuration(baseURI: base)
        #expect(
            await RequestBuilderTests.sent(Target(path), configuration: configuration).request?.url
                == "http://a.example/x"
        )
    }

    @Test("B3, B13: another base keeps everything else, and has its own credentials")
    func anotherBase() async throws {
        let transport = CannedTransport([.init(204)])
        let origins = ["http://a.example", "http://b.example"].compactMap { Origin(URIReference($0)) }
        let client = HypermediaClient(
            configuration: HypermediaClient.Configuration(
                baseURI: "http://a.example/api/",
                headers: ["X-App": "1"],
                authorizations: [origins[0]: .bearer("a"), origins[1]: .bearer("b")],
                acceptLanguage: "de"
            ),
            transport: transport
        )
        _ = await client.get("x")
        client.configuration.baseURI = "http://b.example/v2/"
        _ = await client.get("x")
        #expect(transport.requests.map(\.url) == ["http://a.example/api/x", "http://b.example/v2/x"])
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer a", "Bearer b"])
        #expect(transport.requests.map { $0.fields[.acceptLanguage] } == ["de", "de"])
        let app = try #require(HTTPField.Name("X-App"))
        #expect(transport.requests.map { $0.fields[app] } == ["1", "1"])
    }

    @Test("B14: a copy of a call has all of it, uploads too, and sends the same")
    func aCopyHasAllOfIt() async throws {
        let form = RequestContent.multipart([FormPart("receipt", bytes: [1, 2], filename: "r")])
        let options = RequestOptions(
            parameters: ["pump": 7],
            timeouts: Timeouts(firstByte: .milliseconds(1500), idle: nil)
        )
        let call = Call<JSONObject>(.post, "http://a.example/", content: form, options: options)
        let copy = call
        let transport = CannedTransport([.init(204)])
        for call in [call, copy] { _ = await HypermediaClient(transport: transport).perform(call) }
        let bodies = [
            try await transport.requests[0].stream?.collect(), try await transport.requests[1].stream?.collect(),
        ]
        #expect(bodies[0] != nil)
        #expect(bodies[0] == bodies[1])
        #expect(transport.requests.map(\.timeouts.firstByte) == [.milliseconds(1500), .milliseconds(1500)])
    }

    @Test("B15: secrets are in no description, not even of everything")
    func secretsAreInNoDescription() async throws {
        var text = ""
        let options = RequestOptions(headers: ["Cookie": "s3cret"], authorization: .bearer("s3cret"))
        let (request, outcome) = await RequestBuilderTests.sent(options: options)
        dump(try #require(request), to: &text)
        dump(outcome, to: &text)
        dump(options, to: &text)
        text += "\(outcome) \(try #require(request).debugDescription)"
        #expect(text.contains("http://a.example/x"))
        #expect(!text.contains("s3cret"))
    }

    @Test("B17: a call's own time-outs and redirects win over the client's")
    func aCallsOwnTimeouts() async {
        let configuration = HypermediaClient.Configuration(timeouts: Timeouts(idle: .seconds(60)))
        let options = RequestOptions(timeouts: Timeouts(idle: .seconds(3)), redirectPolicy: RedirectPolicy.none)
        let request = await RequestBuilderTests.sent(options: options, configuration: configuration).request
        #expect(request?.timeouts.idle == .seconds(3))
    }
}
