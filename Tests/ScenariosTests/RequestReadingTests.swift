import HAL
import HTTPTypes
import Messages
import Testing

@testable import Documents
@testable import Matching
@testable import Scenarios

@Suite struct RequestReadingTests {
    private func pattern(_ keys: String) throws -> RequestPattern {
        try interactions("scenario: t\ninteractions:\n  - response: {}\n    request: \(keys)\n")[0].request
    }

    @Test(
        "Methods are a word or a choice",
        arguments: [
            ("{ method: GET }", MethodPattern.oneOf([.get])), ("{ method: ANY }", .any), ("{}", .any),
            ("{ method: { oneOf: [GET, PUT] } }", .oneOf([.get, .put])),
            ("{ method: { noneOf: [GET] } }", .noneOf([.get])),
        ]
    )
    func methods(_ keys: String, _ expected: MethodPattern) throws {
        #expect(try pattern(keys).method == expected)
    }

    @Test(
        "All five kinds of address",
        arguments: ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
    )
    func addresses(_ key: String) throws {
        let url = try pattern("{ \(key): /a }").url
        #expect(url.matches(target: "/a"))
        #expect(!url.matches(target: "/b"))
        #expect(url.matches(target: "/a?x=1") == (key != "url" && key != "urlPattern"))
    }

    @Test("A plain value means equalTo, wherever a matcher stands")
    func shorthand() throws {
        let found = try pattern(
            """
            { urlPathTemplate: "/{id}", pathParameters: { id: 12 }, headers: { X: a }, queryParameters: { q: true },
                  cookies: { c: d }, formParameters: { f: g }, bodyPatterns: [h], host: localhost, port: 80, scheme: http }
            """
        )
        #expect(found.pathParameters == [Named("id", .equalTo("12", caseInsensitive: false))])
        #expect(found.headers == [Named("X", .any(.equalTo("a", caseInsensitive: false)))])
        #expect(found.queryParameters == [Named("q", .any(.equalTo("true", caseInsensitive: false)))])
        #expect(found.cookies == [Named("c", .equalTo("d", caseInsensitive: false))])
        #expect(found.formParameters == [Named("f", .any(.equalTo("g", caseInsensitive: false)))])
        #expect(found.bodyPatterns == [.equalTo("h", caseInsensitive: false)])
        #expect(found.host == .equalTo("localhost", caseInsensitive: false))
        #expect(found.port == 80 && found.scheme == .http)
    }

    @Test(
        "Every operator is read",
        arguments: [
            ("{ equalTo: a, caseInsensitive: true }", Matcher.equalTo("a", caseInsensitive: true)),
            ("{ contains: a }", .contains("a")), ("{ doesNotContain: a }", .doesNotContain("a")),
            ("{ absent: true }", .absent),
            ("{ absent: '(absent)' }", .absent), ("{ absent: false }", .not(.absent)),
            (
                "{ equalToJson: { a: [2.890] }, ignoreArrayOrder: true, ignoreExtraElements: false }",
                .equalToJSON(
                    ["a": [.number(JSONNumber(uncheckedLiteral: "2.890"))]],
                    ignoreArrayOrder: true,
                    ignoreExtraElements: false
                )
            ),
            (
                #"{ equalToJson: '{"a":null}', ignoreExtraElements: true }"#,
                .equalToJSON(["a": JSONValue.null], ignoreArrayOrder: false, ignoreExtraElements: true)
            ),
            ("{ and: [{ contains: a }, b] }", .and([.contains("a"), .equalTo("b", caseInsensitive: false)])),
            ("{ or: [{ contains: a }] }", .or([.contains("a")])), ("{ not: { contains: a } }", .not(.contains("a"))),
        ]
    )
    func operators(_ text: String, _ expected: Matcher) throws {
        #expect(try pattern("{ bodyPatterns: [\(text)] }").bodyPatterns == [expected])
    }

    @Test func readsExpressionsAndPaths() throws {
        let found = try pattern(
            """
            { bodyPatterns: [{ matches: "a+" }, { doesNotMatch: "b" }, { matchesJsonPath: $.a },
                  { matchesJsonPath: { expression: $.a, equalTo: b, caseInsensitive: true } }] }
            """
        )
        let path = try JSONPath("$.a")
        #expect(
            found.bodyPatterns == [
                .matches(try RegularExpression("a+")), .doesNotMatch(try RegularExpression("b")),
                .matchesJSONPath(path, nil),
                .matchesJSONPath(path, .equalTo("b", caseInsensitive: true)),
            ]
        )
    }

    @Test func readsMatchersForSeveralValues() throws {
        let found = try pattern(
            "{ headers: { A: { hasExactly: [a, { contains: b }] }, B: { includes: [c] }, C: { absent: true } } }"
        )
        #expect(
            found.headers == [
                Named("A", .hasExactly([.equalTo("a", caseInsensitive: false), .contains("b")])),
                Named("B", .includes([.equalTo("c", caseInsensitive: false)])), Named("C", .any(.absent)),
            ]
        )
    }

    @Test("Credentials have two names", arguments: ["basicAuth", "basicAuthCredentials"])
    func credentials(_ key: String) throws {
        #expect(
            try pattern("{ \(key): { username: a, password: 1 } }").basicAuth
                == BasicCredentials(username: "a", password: "1")
        )
    }

    @Test(
        "Wrong requests",
        arguments: [
            ("{ mehtod: GET }", "4:16: error: unknown key 'mehtod' in a request; did you mean 'method'?"),
            ("{ method: 'G T' }", "4:24: error: 'G T' is not a valid method"),
            ("{ method: [[GET]] }", "4:25: error: a method must be a string, not a list"),
            ("{ method: { oneOf: [GET], noneOf: [PUT] } }", "4:40: error: either 'oneOf' or 'noneOf', not both"),
            ("{ url: /a, urlPath: /a }", "4:25: error: either 'url' or 'urlPath', not both"),
            ("{ urlPath: a }", "4:25: error: 'urlPath' must begin with '/'"),
            ("{ urlPath: /a?b }", "4:25: error: 'urlPath' cannot contain a query; use 'url'"),
            (
                "{ urlPathPattern: '/a(' }",
                "4:35: error: 'urlPathPattern' is not a valid regular expression: the group is not closed"
            ),
            (
                "{ urlPathTemplate: '/a/{b' }",
                "4:37: error: 'urlPathTemplate' is not a valid path template: a parameter must be a whole segment, such as '/{name}/'"
            ),
            ("{ pathParameters: { a: b } }", "4:16: error: 'pathParameters' needs 'urlPathTemplate'"),
            (
                "{ urlPathTemplate: '/{id}', pathParameters: { ib: b } }",
                "4:60: error: the template has no '{ib}'; did you mean 'id'?"
            ),
            ("{ headers: { 'a b': c } }", "4:27: error: 'a b' is not a valid header name"),
            ("{ headers: [a] }", "4:25: error: 'headers' must be an object, not a list"),
            ("{ headers: { A: [a] } }", "4:30: error: a matcher must be an object, not a list"),
            ("{ headers: { A: {} } }", "4:30: error: a matcher needs an operator, such as 'equalTo'"),
            (
                "{ headers: { A: { contains: a, matches: b } } }",
                "4:45: error: a matcher allows only one operator; 'contains' is already set"
            ),
            (
                "{ headers: { A: { contains: a, caseInsensitive: true } } }",
                "4:45: error: 'caseInsensitive' is an option of 'equalTo'"
            ),
            (
                "{ headers: { A: { hasExactly: [a], contains: b } } }",
                "4:32: error: 'hasExactly' cannot be combined with other keys"
            ),
            ("{ headers: { A: { equalTo: null } } }", "4:41: error: 'equalTo' must be a string, not null"),
            (
                "{ bodyPatterns: [{ hasExactly: [a] }] }",
                "4:33: error: unknown key 'hasExactly' in a matcher; "
                    + "supported: \(Matcher.keyTable.names.joined(separator: ", "))"
            ),
            (
                "{ bodyPatterns: [{ equalToXml: 1 }] }",
                "4:45: error: 'equalToXml' is not valid XML: line 1, column 1: Start tag expected, '<' not found"
            ),
            (
                "{ bodyPatterns: [{ equalToJson: '${json-unit.ignore}' }] }",
                "4:46: error: 'equalToJson' is not valid JSON: expected a value; a JSON string must be quoted"
            ),
            (
                "{ bodyPatterns: [{ equalToJson: { a: '${json-unit.any-date}' } }] }",
                "4:46: error: 'equalToJson': the placeholder 'any-date' is not supported; supported: ignore, ignore-element, any-string, any-number, any-boolean, regex"
            ),
            (
                "{ bodyPatterns: [{ matchesJsonPath: '@.a' }] }",
                "4:51: error: 'matchesJsonPath' is not a valid JSONPath: must begin with '$'"
            ),
            (
                "{ bodyPatterns: [{ matchesJsonPath: { contains: a } }] }",
                "4:50: error: matchesJsonPath needs the key 'expression'"
            ),
            (
                "{ bodyPatterns: [{ matchesJsonPath: { expression: $.a, cntains: a } }] }",
                "4:69: error: unknown key 'cntains' in a matcher; did you mean 'contains'?"
            ),
            ("{ basicAuth: { username: a } }", "4:27: error: a user name and password needs the key 'password'"),
            (
                "{ multipartPatterns: [{ nme: a }] }",
                "4:38: error: unknown key 'nme' in a multipart pattern; did you mean 'name'?"
            ),
            (
                "{ multipartPatterns: [{ matchingType: any }] }",
                "4:52: error: 'any' is not a valid 'matchingType'; did you mean 'ANY'?"
            ),
            ("{ port: 0 }", "4:22: error: 'port' must be between 1 and 65535, not 0"),
            ("{ port: 80.5 }", "4:22: error: 'port' must be an integer, not 80.5"),
            ("{ scheme: ftp }", "4:24: error: 'ftp' is not a valid 'scheme'; supported: http, https"),
        ]
    )
    func wrongRequests(_ keys: String, _ expected: String) {
        #expect(messages(request: keys) == ["a.yaml:" + expected])
    }

    @Test("A file shows where a schema is wrong")
    func placesInFiles() {
        #expect(
            messages(request: "{ bodyPatterns: [{ matchesJsonSchema: { properties: { a: { type: strng } } } }] }") == [
                "a.yaml:4:73: error: 'matchesJsonSchema': 'strng' is not a type; supported: null, boolean, number, integer, string, array, object"
            ]
        )
        #expect(
            messages(request: #"{ bodyPatterns: [{ matchesJsonSchema: '{"a": {}, "minLength": "x"}' }] }"#) == [
                "a.yaml:4:52: error: 'matchesJsonSchema' at /minLength: 'minLength' must be a non-negative integer"
            ]
        )
        #expect(
            messages(request: "{ bodyPatterns: [{ matchesJsonSchema: {}, schemaVersion: V5 }] }") == [
                "a.yaml:4:71: error: 'V5' is not a valid 'schemaVersion'; did you mean 'V4'?"
            ]
        )
        #expect(
            messages(request: "{ bodyPatterns: [{ matchesJsonSchema: { minimun: 1 } }] }") == [
                "a.yaml:4:54: warning: 'matchesJsonSchema': 'minimun' is not a keyword and has no effect; did you mean 'minimum'?"
            ]
        )
    }
}
