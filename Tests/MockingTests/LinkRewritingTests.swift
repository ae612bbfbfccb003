import HAL
import HTTPTypes
import Messages
import Scenarios
import Testing

@testable import Matching
@testable import Mocking

@Suite struct LinkRewritingTests {
    private static let origin = "https://fp.example.com"

    private func engine(_ response: ResponseDefinition, publicURL: String? = nil) -> Engine {
        var configuration = EngineConfiguration()
        configuration.publicURL = publicURL
        let interaction = Interaction("", .any, .urlPath("/x")).with([response])
        return Engine([Scenario("fuel", origin: Self.origin, [interaction])], configuration)
    }

    @Test(
        "the other origin is served under the other name of the loopback interface, where there is one",
        arguments: [
            ("127.0.0.1:8080", "http://localhost:8080/~fuel"), ("localhost:8080", "http://127.0.0.1:8080/~fuel"),
            ("localhost", "http://127.0.0.1/~fuel"), ("h:1", "https://other.example.com"),
            ("127.0.0.2:1", "https://other.example.com"),
        ]
    )
    func servesTheOtherOriginUnderTheOtherName(host: String, expected: String) {
        let response = ResponseDefinition(
            status: 302,
            fields: [HTTPField(name: .location, value: "https://other.example.com/a?b")],
            body: .text(
                #"{"_links":{"a":{"href":"https://other.example.com/a"},"b":{"href":"https://other.example.co/"}}}"#
            )
        )
        let interaction = Interaction("", .any, .urlPath("/x")).with([response])
        var scenario = Scenario("fuel", origin: Self.origin, [interaction])
        scenario.otherOrigin = "https://other.example.com"
        let reply = Engine([scenario], EngineConfiguration()).reply("GET /~fuel/x HTTP/1.1\nHost: \(host)\n\n")
        #expect(reply?.response.text.contains("\nLocation: \(expected)/a?b\n") == true)
    }

    @Test(
        "an other origin on another port is served on the other port of the server, if the client uses either",
        arguments: [
            ("127.0.0.1:1001", "http://127.0.0.1:1002/~fuel"), ("[::1]:1002", "http://[::1]:1001/~fuel"),
            ("h:1003", "https://fp.example.com:8443"), ("h", "https://fp.example.com:8443"),
            ("h:99999999999999999999", "https://fp.example.com:8443"),
        ]
    )
    func servesTheOtherOriginOnTheOtherPort(host: String, expected: String) {
        let response = ResponseDefinition(
            status: 302,
            fields: [HTTPField(name: .location, value: "https://fp.example.com:8443/a?b")]
        )
        let interaction = Interaction("", .any, .urlPath("/x")).with([response])
        var scenario = Scenario("fuel", origin: Self.origin, [interaction])
        scenario.otherOrigin = "https://fp.example.com:8443"
        var configuration = EngineConfiguration()
        configuration.portBeside = { [1001: 1002, 1002: 1001][$0] }
        let reply = Engine([scenario], configuration).reply("GET /~fuel/x HTTP/1.1\nHost: \(host)\n\n")
        #expect(reply?.response.text.contains("\nLocation: \(expected)/a?b\n") == true)
    }

    @Test("Links have the scheme of the connection, also when requests with the same Host alternate")
    func linksHaveTheSchemeOfTheConnection() {
        let text = #"{"_links":{"self":{"href":"https://fp.example.com/a"}}}"#
        let response = ResponseDefinition(
            fields: [HTTPField(name: .contentType, value: "application/hal+json")],
            body: .text(text)
        )
        let engine = engine(response)
        for scheme in [Request.Scheme.https, .http, .https] {
            var request = Request("GET /~fuel/x HTTP/1.1\nHost: h:1\n\n")
            request.scheme = scheme
            guard case .mock(let reply) = engine.respond(to: request) else {
                Issue.record("unmatched")
                continue
            }
            #expect(reply.response.bodyText == #"{"_links":{"self":{"href":"\#(scheme.rawValue)://h:1/~fuel/a"}}}"#)
        }
    }

    private func body(_ text: String, type: String = "application/hal+json", at path: String, host: String = "h:1")
        -> String?
    {
        let response = ResponseDefinition(fields: [HTTPField(name: .contentType, value: type)], body: .text(text))
        return engine(response).reply("GET \(path)/x HTTP/1.1\nHost: \(host)\n\n")?.response.bodyText
    }

    @Test(
        arguments: [
            (
                #"{"_links":{"self":{"href":"https://fp.example.com/a"}}}"#,
                #"{"_links":{"self":{"href":"http://h:1/~fuel/a"}}}"#
            ),
            (
                #"{"_links":{"self":{"href":"https://fp.example.com"}}}"#,
                #"{"_links":{"self":{"href":"http://h:1/~fuel"}}}"#
            ),
            (
                #"{"_links":{"f":{"href":"https://fp.example.com{?q}","templated":true}}}"#,
                #"{"_links":{"f":{"href":"http://h:1/~fuel{?q}","templated":true}}}"#
            ),
            (
                #"{"_links":{"a":[{"href":"https:\/\/fp.example.com\/a"},{"href":"/b"}]}}"#,
                #"{"_links":{"a":[{"href":"http://h:1/~fuel\/a"},{"href":"http://h:1/~fuel/b"}]}}"#
            ),
            (
                #"{"_links":{"a":{"href":"\u0068ttps://fp.example.com?x"}}}"#,
                #"{"_links":{"a":{"href":"http://h:1/~fuel?x"}}}"#
            ),
            (
                #"{"_templates":{"a":{"target":"/a","properties":[{"options":{"link":{"href":"/b"}}}]}}}"#,
                #"{"_templates":{"a":{"target":"http://h:1/~fuel/a","properties":[{"options":{"link":{"href":"http://h:1/~fuel/b"}}}]}}}"#
            ),
            (
                #"{"_embedded":{"p":[{"_links":{"self":{"href":"/p/1"}}}]}}"#,
                #"{"_embedded":{"p":[{"_links":{"self":{"href":"http://h:1/~fuel/p/1"}}}]}}"#
            ),
            (
                #"{"_embedded":[{"location":"/p/1","content":{"location":"/no"}}]}"#,
                #"{"_embedded":[{"location":"http://h:1/~fuel/p/1","content":{"location":"/no"}}]}"#
            ),
        ]
    )
    func putsTargetsUnderTheLiveAddress(text: String, expected: String) {
        #expect(body(text, at: "/~fuel") == expected)
    }

    @Test(
        arguments: [
            #"{"_links":{"curies":[{"href":"https://fp.example.com/rels/{rel}"}]}}"#,
            #"{"_links":{"a":{"href":"https://fp.example.com.evil/a"}}}"#,
            #"{"_links":{"a":{"href":"https://fp.example.community"}}}"#,
            #"{"_links":{"a":{"href":"//other/a"}}}"#, #"{"_links":{"a":{"href":"relative"}}}"#,
            #"{"_links":{"a":{"name":"/a"}}}"#, #"{"href":"/a","url":"https://fp.example.com/a"}"#,
            #"{"target":"/a","_templates":{"target":"/a","a":{"title":"/a","properties":[{"name":"/a","target":"/a"}]}}}"#,
            #"{"_templates":{"a":{"properties":[{"options":{"inline":["/a"],"link":"/a"},"link":{"href":"/a"}}]}}}"#,
            #"{"_templates":[{"target":"/a"}]}"#, #"{"location":"/a"}"#, #"{"_embedded":{"location":"/a"}}"#,
            #"{"_links":{"a":{"href":"/a"}}"#, #"{ "price" : 2.890 , "_links" : { } }"#, "",
        ]
    )
    func leavesEverythingElseByteForByte(text: String) {
        #expect(body(text, at: "/~fuel") == text)
    }

    @Test func leavesBodiesThatAreNotJSONAlone() {
        let text = #"{"_links":{"a":{"href":"/a"}}}"#
        #expect(body(text, type: "text/plain", at: "/~fuel") == text)
        #expect(body(text, type: "application/vnd.x-v1.0+json; charset=utf-8", at: "/~fuel") != text)
    }

    @Test func namesTheAddressThatTheRequestCameTo() {
        let text = #"{"_links":{"a":{"href":"https://fp.example.com/a"},"b":{"href":"/b"}}}"#
        #expect(body(text, at: "") == #"{"_links":{"a":{"href":"http://h:1/a"},"b":{"href":"/b"}}}"#)
        #expect(body(text, at: "/@t")?.contains(#""http://h:1/@t/a""#) == true)
        #expect(body(text, at: "/~fuel@t")?.contains(#""http://h:1/~fuel@t/b""#) == true)
        #expect(body(text, at: "", host: "[::1]:80")?.contains(#""http://[::1]:80/a""#) == true)
    }

    @Test(arguments: [
        #"e"vil"#, "e\\vil", "e<vil", "e vil", "e\u{7}vil", "é", "", "a,b", String(repeating: "a", count: 301),
    ])
    func neverPutsAHostIntoALinkThatIsNone(host: String) {
        let text = #"{"_links":{"a":{"href":"https://fp.example.com/a"}}}"#
        #expect(body(text, at: "", host: host) == text)
    }

    @Test func rewritesTheFieldsToo() throws {
        let response = ResponseDefinition(
            status: 201,
            fields: [
                HTTPField(name: .location, value: "https://fp.example.com/new"),
                HTTPField(name: .contentLocation, value: "/new"),
                HTTPField(
                    name: try #require(.init("Link")),
                    value: #"<https://fp.example.com/a>; title="<https://fp.example.com/no>", </b>; rel=next"#
                ),
                HTTPField(name: .eTag, value: "https://fp.example.com/x"),
            ]
        )
        let text = engine(response).reply("GET /~fuel/x HTTP/1.1\nhost: h\n\n")?.response.text ?? ""
        #expect(text.contains("Location: http://h/~fuel/new\nContent-Location: http://h/~fuel/new\n"))
        #expect(
            text.contains(
                #"Link: <http://h/~fuel/a>; title="<https://fp.example.com/no>", <http://h/~fuel/b>; rel=next"#
            )
        )
        #expect(text.contains("ETag: https://fp.example.com/x"))
    }

    @Test func leavesLinksAloneWhereTheFileSaysSo() {
        var response = ResponseDefinition(fields: [HTTPField(name: .location, value: "https://fp.example.com/new")])
        response.rewritesLinks = false
        let text = engine(response).reply("GET /~fuel/x HTTP/1.1\nHost: h\n\n")?.response.text
        #expect(text?.contains("Location: https://fp.example.com/new\n") == true)
    }

    @Test func prefersThePublicURL() {
        let response = ResponseDefinition(fields: [HTTPField(name: .location, value: "https://fp.example.com/new")])
        let text = engine(response, publicURL: "https://mock.test/base/").reply("GET /@t/x HTTP/1.1\nHost: h\n\n")?
            .response.text
        #expect(text?.contains("Location: https://mock.test/base/@t/new\n") == true)
    }

    @Test func putsPathAbsoluteTargetsBelowThePathOfAPublicURL() {
        let response = ResponseDefinition(fields: [HTTPField(name: .location, value: "/new")])
        let deep = engine(response, publicURL: "https://mock.test/base").reply("GET /x HTTP/1.1\nHost: h\n\n")
        #expect(deep?.response.text.contains("Location: https://mock.test/base/new\n") == true)
        let flat = engine(response, publicURL: "https://mock.test").reply("GET /x HTTP/1.1\nHost: h\n\n")
        #expect(flat?.response.text.contains("Location: /new\n") == true)
    }

    @Test func correctsTheLengthAndKeepsTheMessageForTheNextRequest() throws {
        let response = ResponseDefinition(body: .json(["_links": ["self": ["href": "https://fp.example.com/x"]]]))
        let engine = engine(response)
        let first = try #require(engine.reply("GET /x HTTP/1.1\nHost: h\n\n")).response
        let second = try #require(engine.reply("GET /x HTTP/1.1\nHost: h\n\n")).response
        let other = try #require(engine.reply("GET /x HTTP/1.1\nHost: another.host\n\n")).response
        let again = try #require(engine.reply("GET /x HTTP/1.1\nHost: h\n\n")).response
        #expect(first === second)
        #expect(other.bodyText == #"{"_links":{"self":{"href":"http://another.host/x"}}}"#)
        #expect(other.text.contains("Content-Length: \(other.bodyText.utf8.count)\n"))
        #expect(again.bodyText == first.bodyText)
    }
}
