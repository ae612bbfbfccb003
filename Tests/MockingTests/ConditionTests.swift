import Documents
import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

@Suite struct ConditionTests {
    private static func equal(_ text: String, caseInsensitive: Bool = false) -> MultiValueMatcher {
        .any(.equalTo(text, caseInsensitive: caseInsensitive))
    }

    private func matches(_ request: String, _ change: (inout RequestPattern) -> Void) -> Bool {
        Engine(Interaction("", .any, .any, answers: "yes", change)).outcome(request) == "yes"
    }

    @Test(
        arguments: [
            (ConditionTests.equal("json"), ["Accept: json"], true), (equal("json"), ["ACCEPT: json"], true),
            (equal("json"), ["Accept: JSON"], false), (equal("json", caseInsensitive: true), ["Accept: JSON"], true),
            (equal("json"), ["Accept: jsonx"], false), (equal("json"), ["Accept: xml", "accept: json"], true),
            (equal("json"), [], false), (equal("é", caseInsensitive: true), ["Accept: É"], true),
            (.any(.contains("so")), ["Accept: json"], true), (.any(.contains("jsonjson")), ["Accept: json"], false),
            (.any(.contains("")), ["Accept: x"], true), (.any(.contains("on")), ["Accept: json"], true),
            (.any(.absent), [], true), (.any(.absent), ["Accept: "], false),
            (.any(.doesNotContain("xml")), [], true), (.any(.not(.contains("xml"))), ["Accept: xml"], false),
            (.hasExactly([.contains("a"), .contains("b")]), ["Accept: a", "Accept: b"], true),
            (.hasExactly([.contains("a"), .contains("b")]), ["Accept: a", "Accept: b", "Accept: c"], false),
            (.includes([.contains("a")]), ["Accept: a", "Accept: b"], true),
        ]
    )
    func readHeaders(matcher: MultiValueMatcher, lines: [String], expected: Bool) {
        let head = (["GET / HTTP/1.1"] + lines).joined(separator: "\n")
        #expect(matches("\(head)\n\n") { $0.headers = [Named("Accept", matcher)] } == expected)
    }

    @Test(
        arguments: [
            ("/?q=a%20b", true), ("/?q=a+b", true), ("/?x=1&q=a+b", true), ("/?%71=a+b", true), ("/?q=x&q=a+b", true),
            ("/", false), ("/?q", false), ("/?q=a", false), ("/?q=a+bc", false), ("/?Q=a+b", false), ("/?q=a%2", false),
        ]
    )
    func decodeQueryParameters(target: String, expected: Bool) {
        let request = "GET \(target) HTTP/1.1\n\n"
        #expect(matches(request) { $0.queryParameters = [Named("q", Self.equal("a b"))] } == expected)
        let general = MultiValueMatcher.any(.and([.equalTo("a b", caseInsensitive: false)]))
        #expect(matches(request) { $0.queryParameters = [Named("q", general)] } == expected)
    }

    @Test("A form of too many fields, and JSON of too many values, match no pattern for what is in them")
    func ignoresVeryManyParts() {
        let head = "POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n"
        let form = String(repeating: "a=1&", count: DecodedRequest.maximumFormFields)
        let field = Named("a", Self.equal("1"))
        #expect(matches(head + form) { $0.formParameters = [field] })
        #expect(!matches(head + form + "a=1") { $0.formParameters = [field] })
        #expect(!matches(head + form + "a=1") { $0.formParameters = [Named("b", .any(.absent))] })
        let values = "[" + String(repeating: "1,", count: EvaluationBudget.maximumValues) + "1]"
        let isJSON = Matcher.equalToJSON([1], ignoreArrayOrder: true, ignoreExtraElements: true)
        #expect(matches("POST / HTTP/1.1\n\n[1,2]") { $0.bodyPatterns = [isJSON] })
        #expect(!matches("POST / HTTP/1.1\n\n" + values) { $0.bodyPatterns = [isJSON] })
        #expect(matches("POST / HTTP/1.1\n\n" + values) { $0.bodyPatterns = [.contains("1,1")] })
    }

    @Test func takesAParameterWithoutValueForEmpty() {
        for target in ["/?q", "/?q=", "/?&q&"] {
            #expect(matches("GET \(target) HTTP/1.1\n\n") { $0.queryParameters = [Named("q", Self.equal(""))] })
        }
        #expect(matches("GET /?p HTTP/1.1\n\n") { $0.queryParameters = [Named("q", .any(.absent))] })
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-URLEncoded; charset=utf-8", true),
        ("text/plain", false),
    ])
    func readFormFieldsOfFormsOnly(type: String, expected: Bool) {
        let request = "POST / HTTP/1.1\nContent-Type: \(type)\n\nname=7%2DEleven&x=1"
        #expect(matches(request) { $0.formParameters = [Named("name", Self.equal("7-Eleven"))] } == expected)
    }

    @Test(arguments: [
        ("Cookie: a=1; b=2", true), ("cookie: b=\"2\"", true), ("Cookie: b=3; b=2", true), ("Cookie: B=2", false),
        ("X: b=2", false),
    ])
    func readCookies(line: String, expected: Bool) {
        #expect(
            matches("GET / HTTP/1.1\n\(line)\n\n") { $0.cookies = [Named("b", .equalTo("2", caseInsensitive: false))] }
                == expected
        )
    }

    @Test(
        "A cookie that is missing is one that is wanted to be, as in WireMock, and no other",
        arguments: [
            (Matcher.absent, true), (.doesNotContain("x"), false), (.or([.contains("x"), .absent]), true),
            (.and([.absent, .doesNotContain("x")]), false), (.and([.anything, .absent]), true),
            (.not(.contains("x")), false),
        ]
    )
    func missingCookies(matcher: Matcher, expected: Bool) {
        #expect(matches("GET / HTTP/1.1\nCookie: a=1\n\n") { $0.cookies = [Named("b", matcher)] } == expected)
    }

    @Test(
        arguments: [
            ("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", true), ("basic  QWxhZGRpbjpvcGVuIHNlc2FtZQ==", true),
            ("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ", false), ("BasicQWxhZGRpbjpvcGVuIHNlc2FtZQ==", false),
            ("Bearer x", false), ("", false),
        ]
    )
    func compareBasicCredentials(value: String, expected: Bool) {
        let request = "GET / HTTP/1.1\nAuthorization: \(value)\n\n"
        #expect(
            matches(request) { $0.basicAuth = BasicCredentials(username: "Aladdin", password: "open sesame") }
                == expected
        )
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\nHost: Fuel.test:8080", true), ("GET http://fuel.test:8080/ HTTP/1.1\nHost: other", true),
            ("GET / HTTP/1.1\nHost: fuel.test", false), ("GET https://fuel.test:8080/ HTTP/1.1", false),
            ("GET / HTTP/1.1", false),
        ]
    )
    func readHostPortAndScheme(head: String, expected: Bool) {
        let result = matches("\(head)\n\n") {
            $0.host = .equalTo("fuel.test", caseInsensitive: false)
            $0.port = 8080
            $0.scheme = .http
        }
        #expect(result == expected)
    }

    @Test(arguments: [("/things/7/x", true), ("/things/%37/x", true), ("/things/8/x", false)])
    func readPathParameters(path: String, expected: Bool) throws {
        let template = try PathTemplate("/things/{id}/{part}")
        let engine = Engine(
            Interaction("", .any, .urlPathTemplate(template), answers: "yes") {
                $0.pathParameters = [Named("id", .equalTo("7", caseInsensitive: false))]
            }
        )
        #expect((engine.outcome("GET \(path) HTTP/1.1\n\n") == "yes") == expected)
    }

    @Test(
        arguments: [
            (#"{"price": 2.89, "name": "x"}"#, true), (#"{"name":"x","price":2.890}"#, true),
            (#"{"price": "2.89", "name": "x"}"#, false),
            (#"{"price": 2.89}"#, false), ("price", false), ("", false),
        ]
    )
    func compareJSONBodies(body: String, expected: Bool) throws {
        let value = try JSONValue(parsing: #"{"name":"x","price":2.89}"#)
        let result = matches("POST / HTTP/1.1\n\n\(body)") {
            $0.bodyPatterns = [
                .equalToJSON(value, ignoreArrayOrder: false, ignoreExtraElements: false), .contains("x"),
            ]
        }
        #expect(result == expected)
    }

    @Test func takeAnEmptyBodyForAbsent() {
        #expect(matches("POST / HTTP/1.1\n\n") { $0.bodyPatterns = [.absent] })
        #expect(!matches("POST / HTTP/1.1\n\nx") { $0.bodyPatterns = [.absent] })
    }

    @Test func surviveAVeryDeepBody() throws {
        let path = try JSONPath("$..a")
        let body = String(repeating: "[", count: 200_000)
        #expect(!matches("POST / HTTP/1.1\n\n\(body)") { $0.bodyPatterns = [.matchesJSONPath(path, nil)] })
    }
}

@Suite struct LiteralPrefixTests {
    @Test(
        arguments: [
            ("/fuel/[0-9]+", "/fuel/"), ("/a\\.b.*", "/a.b"), ("/ab?c", "/a"), ("/ab*", "/a"), ("/ab{2}", "/a"),
            ("/a|/b", ""),
            ("(?i)/a", ""), ("^/a$", "/a"), ("\\d/a", ""), (".*", ""), ("/a\\?b=(c)", "/a?b="), ("", ""),
            ("/a\\", "/a"),
        ]
    )
    func endsWhereTheExpressionBegins(pattern: String, expected: String) {
        #expect(String(decoding: LiteralPrefix.of(pattern), as: UTF8.self) == expected)
    }
}

@Suite struct PercentCodingTests {
    @Test(
        arguments: [
            ("/a", "/a"), ("/%61", "/a"), ("/%7e%7E", "/~~"), ("/%c3%a9", "/%C3%A9"), ("/é", "/%C3%A9"),
            ("/a b", "/a%20b"),
            ("/%2f", "/%2F"), ("/%", "/%"), ("/%4", "/%4"), ("/%zz", "/%zz"), ("/\u{0}", "/%00"), ("/{a}", "/%7Ba%7D"),
        ]
    )
    func normalizes(text: String, expected: String) {
        let normalized = PercentCoding.normalized(Array(text.utf8)[...])
        #expect(String(decoding: normalized, as: UTF8.self) == expected)
        #expect(PercentCoding.normalized(normalized[...]) == normalized)
        #expect(!text.utf8.allSatisfy(\.isPlainInTarget) || text == expected)
    }
}
