import HAL
import HTTPTypes
import Messages
import Scenarios
import Testing

@testable import Mocking

/// Rendered templates of responses.
@Suite struct TemplatingTests {
    /// The head and the body of the response to a request, from a mapping with these members in its response.
    private func answer(
        _ response: String,
        url: String = #""urlPath": "/a/b""#,
        _ request: Request
    ) throws -> (head: String, body: String) {
        let text = #"{"request": {\#(url)}, "response": {\#(response), "transformers": ["response-template"]}}"#
        let interaction = try WireMockReader().mapping(Array(text.utf8)).value
        var scenario = Scenario(slug: "t", title: "t")
        scenario.variants = [Variant(interactions: [interaction])]
        let engine = Engine(scenarios: [scenario], configuration: EngineConfiguration())
        guard case .mock(let reply) = engine.respond(to: request) else {
            Issue.record("no answer")
            return ("", "")
        }
        let response = reply.work?() ?? reply.response
        let message = response.message
        let length = response.headLength
        return (
            String(decoding: message[..<length], as: UTF8.self), String(decoding: message[length...], as: UTF8.self)
        )
    }

    @Test func makesBodyAndFieldsOfTheRequest() throws {
        let answer = try answer(
            #""body": "{{request.method}} {{request.path.[1]}} {{request.query.q}} {{request.body}}", "#
                + #""headers": {"X-Echo": ["{{request.headers.x-in}}", "b"]}"#,
            Request("POST /a/b?q=1 HTTP/1.1\nX-In: c\n\ntext")
        )
        #expect(answer.body == "POST b 1 text")
        #expect(answer.head.contains("X-Echo: c\r\nX-Echo: b\r\n") && answer.head.contains("Content-Length: 13\r\n"))
    }

    @Test("A request has an identifier, which is that of its entry in the journal")
    func namesTheRequest() throws {
        let answer = try answer(#""body": "{{request.id}}""#, Request("GET /a/b HTTP/1.1\n\n"))
        #expect(answer.body == JournalID.text(of: 1))
    }

    @Test func rendersJSONWithoutAMediaType() throws {
        let answer = try answer(
            #""jsonBody": {"id": "{{request.path.id}}", "me": "{{request.baseUrl}}/x"}"#,
            url: #""urlPathTemplate": "/a/{id}""#,
            Request("GET /a/7 HTTP/1.1\nHost: h:80\n\n")
        )
        #expect(answer.body == #"{"id":"7","me":"http://h:80/x"}"#)
        #expect(!answer.head.contains("Content-Type"))
    }

    @Test("A string that is one expression with = has the value, of any kind; others have its text")
    func makesTypedValues() throws {
        let answer = try answer(
            #""jsonBody": {"n": "{{= jsonPath request.body '$.n'}}", "t": "{{jsonPath request.body '$.n'}}", "#
                + #""o": "{{= jsonPath request.body '$.o'}}", "b": "{{=jsonPath request.body '$.b'}}", "#
                + #""q": "{{= request.query.q}}", "none": ["{{= request.query.none}}"]}"#,
            Request(#"POST /a/b?q=a"b HTTP/1.1"# + "\n\n" + #"{"n": 2.890, "o": {"x": [1, "y"]}, "b": false}"#)
        )
        #expect(
            answer.body
                == #"{"n":2.890,"t":"2.890","o":{"x":[1,"y"]},"b":false,"q":"a\"b","none":[null]}"#
        )
    }

    @Test("Values from a request cannot end a line of the head")
    func keepsTheHeadWhole() throws {
        let answer = try answer(
            #""headers": {"X": "{{urlEncode request.query.q decode=true}}"}"#,
            Request("GET /a/b?q=1%250D%250AEvil:%201 HTTP/1.1\n\n")
        )
        #expect(!answer.head.contains("\nEvil") && answer.head.contains("X: 1  Evil: 1\r\n"))
    }

    @Test func answersWith500WhenALimitIsPassed() throws {
        let loop = "{{#each (range 1 10000)}}"
        let body = String(repeating: loop, count: 3) + String(repeating: "{{/each}}", count: 3)
        let answer = try answer(#""body": "\#(body)""#, Request("GET /a/b HTTP/1.1\n\n"))
        #expect(answer.head.hasPrefix("HTTP/1.1 500 ") && answer.body.contains("exceeds 250000 steps"))
    }

    @Test("A slow response is rendered on another thread, and the journal gets its status")
    func settlesTheJournal() throws {
        let slow = #"{{#each (range 1 9999)}}{{this}}{{/each}}"#
        let endless = String(repeating: slow, count: 30)
        for (body, status) in [(slow, 200), (endless, 500)] {
            let text = #"{"request": {}, "response": {"body": "\#(body)", "transformers": ["response-template"]}}"#
            var scenario = Scenario(slug: "t", title: "t")
            scenario.variants = [Variant(interactions: [try WireMockReader().mapping(Array(text.utf8)).value])]
            let engine = Engine(scenarios: [scenario], configuration: EngineConfiguration())
            guard case .mock(let reply) = engine.respond(to: Request("GET / HTTP/1.1\n\n")) else { return }
            let work = try #require(reply.work)
            #expect(engine.root.journal().entries.map(\.status) == [200])
            #expect(engine.finish(reply, with: work()).status == status)
            #expect(engine.root.journal().entries.map(\.status) == [status])
        }
    }

    @Test("A response without expressions is rendered once, at load")
    func staysConstant() throws {
        let text = #"{"response": {"body": "plain", "transformers": ["response-template"]}}"#
        let response = try WireMockReader().mapping(Array(text.utf8)).value.responses.responses[0]
        #expect(response.template == nil)
        #expect(ResponseBlueprint(response, ResponseContext()).constant != nil)
    }
}
