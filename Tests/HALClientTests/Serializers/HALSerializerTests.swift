import HAL
import HALClient
import HTTPTypes
import Testing

struct HALSerializerTests {
    struct Station: Codable, Sendable, Equatable {
        var name: String
        var price: Double
    }

    static func outcome<Model: Decodable & Sendable>(
        _ body: String,
        type: String? = "application/hal+json",
        status: Int = 200,
        as model: Model.Type = JSONObject.self
    ) async -> Outcome<Model> {
        let answer = CannedTransport.Answer(status, type.map { ["Content-Type": $0] } ?? [:], body)
        return await HypermediaClient(transport: CannedTransport([answer])).get("http://a.example/", as: model)
    }

    @Test(
        "takes every JSON type",
        arguments: [
            "application/hal+json", "application/json", "application/vnd.fuelstation.example.com-v1.0+json",
            "APPLICATION/HAL+JSON; charset=utf-8", "application/json;profile=\"x\"", nil,
        ]
    )
    func takesEveryJSONType(type: String?) async {
        #expect(await Self.outcome(#"{"a": 1}"#, type: type).success?.model == ["a": 1])
    }

    @Test(
        "everything else is undecodable",
        arguments: [
            ("{}", "text/html", DecodingFailure.Code.mediaType, nil), ("{}", "json", .mediaType, nil),
            ("{}", "application/xml", .mediaType, nil), ("{}", "application/jsonp", .mediaType, nil),
            ("<html>", "application/json", .syntax, nil), ("{\"a\": }", "application/json", .syntax, nil),
            ("{\"a\": \"\\ud800\"}", "application/json", .syntax, nil),
            ("{\"a\": \"\0\"}", "application/json", .syntax, nil),
            ("{} x", "application/json", .syntax, nil), (" ", "application/json", .syntax, nil),
            ("[]", "application/json", .notAResource, "$"), ("null", "application/json", .notAResource, "$"),
            ("1", "application/json", .notAResource, "$"), ("\"\"", "application/json", .notAResource, "$"),
            (String(repeating: "[", count: 100_000), "application/json", .tooLarge, nil),
            (String(repeating: "{\"a\":", count: 100_000), "application/json", .tooLarge, nil),
        ] as [(String, String, DecodingFailure.Code, String?)]
    )
    func everythingElseIsUndecodable(body: String, type: String, code: DecodingFailure.Code, path: String?) async {
        guard case .undecodable(let undecodable) = await Self.outcome(body, type: type) else {
            Issue.record("not undecodable")
            return
        }
        #expect(undecodable.failure.code == code)
        #expect(undecodable.failure.path == path)
        #expect(undecodable.response.body == Array(body.utf8))
    }

    @Test(
        "a model that does not fit says where",
        arguments: [
            (#"{"name": "x"}"#, "$.price"), (#"{"name": 1, "price": 2}"#, "$.name"),
            (#"{"name": "x", "price": "2"}"#, "$.price"), ("{}", "$.name"),
        ]
    )
    func aModelThatDoesNotFitSaysWhere(body: String, path: String) async {
        guard case .undecodable(let undecodable) = await Self.outcome(body, as: Station.self) else {
            Issue.record("not undecodable")
            return
        }
        #expect(undecodable.failure.code == .model)
        #expect(undecodable.failure.path == path)
    }

    @Test func decodesAModelNextToLinks() async {
        let outcome = await Self.outcome(
            #"{"name": "A", "price": 2.890, "_links": {"self": {"href": "/x"}}}"#,
            as: Station.self
        )
        #expect(outcome.success?.model == Station(name: "A", price: 2.89))
        #expect(outcome.success?.links[.itself].map(\.href) == ["/x"])
    }

    @Test func keepsDigitsAndOrderOfDictionaries() async {
        let model = await Self.outcome(#"{"z": 2.890, "a": 1e400}"#).success?.model
        #expect(model?.names == ["z", "a"])
        #expect(model?["z"]?.number?.literal == "2.890")
    }

    @Test("an empty answer is a success without a model", arguments: [200, 201, 202, 204, 205])
    func emptyIsASuccess(status: Int) async {
        let outcome = await Self.outcome("", type: "text/html", status: status, as: Station.self)
        #expect(outcome.name == "success")
        #expect(outcome.success?.model == nil)
        #expect(outcome.success?.resource == nil)
        #expect(outcome.success?.relations == [])
    }

    @Test func skipsAByteOrderMarkAndReadsLatin1WhereItIsDeclared() async {
        #expect(await Self.outcome("\u{FEFF}{}").success?.model == [:])
        let answer = CannedTransport.Answer(200, ["Content-Type": "application/json; charset=ISO-8859-1"], "")
        var latin = answer
        latin.body = Array(#"{"a": ""#.utf8) + [0xE4] + Array(#""}"#.utf8)
        let outcome = await HypermediaClient(transport: CannedTransport([latin])).get("http://a.example/")
        #expect(outcome.success?.model == ["a": "ä"])
    }

    @Test func writesModels() async {
        let transport = CannedTransport([.init(204)])
        let station = Station(name: "A", price: 2.5)
        _ = await HypermediaClient(transport: transport).put("http://a.example/", .model(station))
        #expect(transport.requests.first?.body == Array(#"{"name":"A","price":2.5}"#.utf8))
        #expect(transport.requests.first?.fields[.contentType] == "application/json")
    }

    @Test func refusesAModelThatCannotBeWritten() async {
        let transport = CannedTransport([.init(204)])
        let station = Station(name: "A", price: .infinity)
        let outcome = await HypermediaClient(transport: transport).put("http://a.example/", .model(station))
        #expect(transport.requests.isEmpty)
        #expect(outcome.failureKind == .other)
    }

    @Test func anotherMediaTypeHasItsOwnSerializer() async {
        let transport = CannedTransport([.init(200, ["Content-Type": "text/plain; charset=utf-8"], "hello")])
        let client = HypermediaClient(transport: transport)
        #expect(await save(note: "hi", at: "http://a.example/", client) == "hello")
        #expect(transport.requests.first?.fields[.accept] == "text/plain")
        #expect(transport.requests.first?.fields[.contentType] == "text/plain")
        #expect(transport.requests.first?.body == Array("hi".utf8))
    }
}
