import HTTPTypes
import Matching
import Scenarios
import Testing

/// What can be served as it is written, and is hardly ever meant.
@Suite struct SuspicionTests {
    @Test(
        "A request that no usual client sends",
        arguments: [
            ("{ method: post }", "4:24: warning: 'post': methods are case-sensitive; did you mean 'POST'?"),
            ("{ method: GTE }", "4:24: warning: 'GTE' is not a registered method; did you mean 'GET'?"),
            ("{ urlPath: '/a/{id}' }", "4:25: warning: 'urlPath' compares '{id}' literally; use 'urlPathTemplate'"),
            (
                "{ urlPathPattern: '/a/{id}/b' }",
                "4:32: warning: 'urlPathPattern' is a regular expression, in which '{id}' is literal; "
                    + "use 'urlPathTemplate', or '[^/]+' for one segment"
            ),
            (
                "{ urlPattern: '/a/{order-id}' }",
                "4:28: warning: 'urlPattern' is a regular expression, in which '{order-id}' is literal; "
                    + "use 'urlPathTemplate', or '[^/]+' for one segment"
            ),
            (
                "{ url: /a/*/b }",
                "4:21: warning: 'url' compares '*' literally; use 'urlPathTemplate' with '{name}' for one segment "
                    + "and '**' for the rest"
            ),
            (
                "{ queryParameters: { page: absent } }",
                "4:41: warning: this is the text 'absent'; write { absent: true } for a missing value, "
                    + "or { equalTo: absent } for the text"
            ),
            (
                "{ headers: { If-None-Match: v1 } }",
                "4:42: warning: 'If-None-Match': 'v1' is not an entity tag: its quotes are missing; "
                    + "write '\"v1\"', quotes inside quotes"
            ),
        ]
    )
    func requests(_ keys: String, _ expected: String) {
        #expect(messages(request: keys) == ["a.yaml:" + expected])
    }

    @Test(
        "Braces that an expression needs",
        arguments: [
            #"/a/\p{L}+"#, #"/a/\{id\}"#, "/a/[{id}]+", "/a/[0-9]{3}", "/a/b{2,}", #"/a/\x{41}"#, "/a/{}", "/{1a}",
        ]
    )
    func expressions(_ pattern: String) {
        #expect(messages(request: "{ urlPathPattern: '\(pattern)' }") == [])
    }

    @Test(
        "A response that is probably another one than it should be",
        arguments: [
            (
                "{ headers: { ETag: v1 } }",
                "4:34: warning: 'ETag': 'v1' is not an entity tag: its quotes are missing; "
                    + "write '\"v1\"', quotes inside quotes"
            ),
            (
                "{ headers: { Retry-After: tomorrow } }",
                "4:41: warning: 'Retry-After': 'tomorrow' is neither a number of seconds nor an HTTP-date; "
                    + "for example '120', or 'retryAfter: { date: 120 }' for the date in 120 s"
            ),
            (
                "{ jsonBody: '{\"a\": 1}' }",
                "4:27: warning: 'jsonBody' is a string that contains JSON, and is sent as a string; "
                    + "remove the quotes, or use 'body' with a 'Content-Type'"
            ),
            (
                "{ body: '{{request.path}}' }",
                "4:23: warning: '{{…}}' is sent unchanged: the response is not a template; "
                    + "add 'transformers: [response-template]'"
            ),
            (
                "{ jsonBody: { a: [1, '{{now}}'] } }",
                "4:36: warning: '{{…}}' is sent unchanged: the response is not a template; "
                    + "add 'transformers: [response-template]'"
            ),
        ]
    )
    func responses(_ keys: String, _ expected: String) {
        #expect(messages(response: keys) == ["a.yaml:" + expected])
    }

    @Test(
        "What is right, or another tool's, is not warned of",
        arguments: [
            "{ method: PURGE }", "{ method: ANY }", "{ method: PROPFIND }", "{ method: [GET, POST] }",
            "{ url: '*' }", "{ url: '/a?q={x}' }", "{ urlPathTemplate: '/a/{id}' }", "{ urlPath: /a*b }",
            "{ headers: { If-Match: '*', If-None-Match: '\"a\", W/\"b\"' } }",
            "{ queryParameters: { page: { absent: true }, size: { equalTo: absent }, sort: 'absent' } }",
        ]
    )
    func usualRequests(_ keys: String) {
        #expect(messages(request: keys).isEmpty, "\(messages(request: keys))")
    }

    @Test(
        "Responses that mean what they say",
        arguments: [
            "{ body: 'Hello {{name}}, {{#if you}}you{{/if}}' }", "{ headers: { ETag: 'W/\"a\"' } }",
            "{ headers: { Retry-After: 'Tue, 03 Nov 2026 10:00:00 GMT' } }", "{ jsonBody: 'a text' }",
            "{ jsonBody: '{broken' }", "{ body: '{{request.path}}', transformers: [response-template] }",
        ]
    )
    func usualResponses(_ keys: String) {
        #expect(messages(response: keys).isEmpty, "\(messages(response: keys))")
    }

    @Test func aContractThatExpectsNoRetryAfterMeansIt() {
        let text = """
            scenario: t
            interactions:
              - { request: { urlPath: /a }, response: { status: 503, headers: { Retry-After: soon } } }
            contract:
              - { step: s, request: { url: /a }, expect: { outcome: serverUnavailable, retryAfter: absent } }
            """
        #expect(messages(text).isEmpty, "\(messages(text))")
    }

    @Test func aListOfMethodsIsAChoice() throws {
        let text = "scenario: t\ninteractions:\n  - { request: { method: [GET, POST] }, response: {} }\n"
        #expect(try interactions(text)[0].request.method == .oneOf([.get, .post]))
        #expect(messages(request: "{ method: [] }") == ["a.yaml:4:24: error: 'method' needs at least one method"])
    }

    @Test(
        "Keys of other tools lead to the ones used here",
        arguments: [
            ("request", "query", "queryParameters"), ("response", "delay", "fixedDelayMilliseconds"),
            ("response", "statuscode", "status"), ("response", "json", "jsonBody"), ("request", "path", "urlPath"),
        ]
    )
    func synonyms(_ owner: String, _ key: String, _ meant: String) {
        let found = owner == "request" ? messages(request: "{ \(key): 1 }") : messages(response: "{ \(key): 1 }")
        #expect(found.contains { $0.hasSuffix("unknown key '\(key)' in a \(owner); did you mean '\(meant)'?") })
    }
}
