import HAL
import HALClient
import HTTPTypes
import Testing

/// Responses with tolerated and with fatal deviations.
struct LenientAnswerTests {
    private static func client(_ answers: CannedTransport.Answer...) -> (HypermediaClient, CannedTransport) {
        let transport = CannedTransport(answers)
        return (HypermediaClient(transport: transport), transport)
    }

    @Test(
        "a type with malformed parameters is a type",
        arguments: [
            "application/json; charset=", "application/json; charset =utf-8", #"application/json; charset="utf-8"#,
            "application/hal+json;=", "application/json;;",
        ]
    )
    func aTypeIsAType(type: String) async {
        let (client, _) = Self.client(.init(200, ["Content-Type": type], #"{"a": 1}"#))
        #expect(await client.get("http://a.example/").success?.model == ["a": 1])
    }

    @Test("what names no type is not decodable", arguments: ["json", "application/", "application/json, text/html"])
    func isNotDecodable(type: String) async {
        let (client, _) = Self.client(.init(200, ["Content-Type": type], "{}"))
        #expect(await client.get("http://a.example/").name == "undecodable")
    }

    @Test("a coding that is left on the body is named", arguments: ["br", "gzip, gzip", "zstd"])
    func aCodingIsNamed(coding: String) async {
        let fields: KeyValuePairs = ["Content-Type": "application/json", "Content-Encoding": coding]
        let (client, _) = Self.client(.init(200, fields, "\u{1F}garbage"))
        let outcome = await client.get("http://a.example/")
        #expect("\(outcome)".contains("the content coding '\(coding)' is not supported"))
    }

    @Test func spacesAroundAValueAreNotPartOfIt() async throws {
        let (client, transport) = Self.client(.init(204))
        _ = await client.get("http://a.example/", options: RequestOptions(headers: ["X-A": "\t b c  "]))
        #expect(transport.requests.first?.fields[try #require(HTTPField.Name("X-A"))] == "b c")
    }

    @Test func aLocationThatIsNotUTF8IsNotFollowed() async {
        let (client, transport) = Self.client(.init(302, ["Location": "/\u{FFFD}"]), .init(204))
        guard case .redirection(let redirection) = await client.get("http://a.example/") else {
            Issue.record("followed")
            return
        }
        #expect(redirection.reason == .unusableLocation)
        #expect(transport.requests.count == 1)
    }

    @Test func embeddedModelsAreFoundByTheURIOfTheirRelation() async {
        var models = ModelRegistry()
        models.register(JSONObject.self, forRelation: "https://d.example/s")
        let page = """
            {"_links": {"curies": [{"name": "fp", "href": "https://d.example/{rel}", "templated": true}]},
            "_embedded": {"fp:s": [{"a": 1}]}}
            """
        let client = HypermediaClient(
            configuration: HypermediaClient.Configuration(models: models),
            transport: CannedTransport([.hal(page)])
        )
        let success = await client.get("http://a.example/").success
        for relation in ["https://d.example/s", "fp:s"] as [LinkRelation] {
            #expect(success?.embedded(JSONObject.self, relation: relation) == [["a": 1]])
        }
        #expect(success?.embedded(JSONObject.self, relation: "https://d.example/t").isEmpty == true)
    }

    @Test("a transfer coding that nobody knows is a violation", arguments: TransportUnderTest.allCases)
    func anUnknownTransferCodingIsAViolation(over transport: TransportUnderTest) async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\n{}"
        try await ScriptedServer.with(.init(answer, .close)) { server in
            #expect(await transport.client().get(Target(server.url)).failureKind == .protocolViolation)
        }
    }

    @Test func aTimeOutIsCalledOne() async throws {
        try await ScriptedServer.with("") { server in
            let options = RequestOptions(timeouts: Timeouts(firstByte: .milliseconds(50)))
            let outcome = await HypermediaClient().get(Target(server.url), options: options)
            #expect("\(outcome)".hasSuffix("(timed out)"))
        }
    }
}
