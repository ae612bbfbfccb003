import HAL
import HTTPTypes
import Testing

@testable import Documents
@testable import Matching
@testable import Scenarios

@Suite struct ContractReadingTests {
    private static let head = """
        scenario: t
        interactions: [{ response: { jsonBody: { _links: { self: { href: /a }, r: { href: /a } }, \
        _templates: { create: {} } } } }]
        contract:
          - { step: first, request: { url: /a }, expect: { outcome: success } }

        """

    private func step(request: String = "{ url: /a }", expect: String = "{ outcome: success }") throws -> Step {
        let text = Self.head + "  - { step: second, after: 5, request: \(request), expect: \(expect) }\n"
        let result = read(text)
        try #require(result.issues.isEmpty, "\(result.issues)")
        return try #require(result.scenario?.variants.variant(at: 0).contract[1])
    }

    @Test func readsARequest() throws {
        let found = try step(
            request: """
                { method: PUT, url: /a, accept: "application/hal+json, */*;q=0.1", acceptLanguage: en, contentType: text/plain,
                      jsonBody: { n: 2.890 }, authorization: { scheme: T, parameters: { k: v } },
                      ifModifiedSince: "Tue, 03 Nov 2026 10:00:00 GMT", ifUnmodifiedSince: "Tue, 03 Nov 2026 10:00:00 GMT",
                      ifMatch: '"x"', ifNoneMatch: "*", headers: { A: [b, c] }, timeoutMilliseconds: 9 }
                """
        )
        let request = found.request
        #expect(found.delayMilliseconds == 5)
        #expect(request.method == .put && request.address == .url("/a"))
        #expect(request.accept == "application/hal+json, */*;q=0.1" && request.acceptLanguage == "en")
        #expect(request.contentType == "text/plain" && request.ifMatch == "\"x\"" && request.ifNoneMatch == "*")
        #expect(request.body == .json(["n": .number(JSONNumber(uncheckedLiteral: "2.890"))]))
        #expect(request.authorization == .scheme("T", parameters: [.init(name: "k", value: "v")]))
        #expect(request.ifModifiedSince == "Tue, 03 Nov 2026 10:00:00 GMT")
        #expect(request.fields.map(\.value) == ["b", "c"] && request.timeoutMilliseconds == 9)
    }

    @Test(
        "Requests go to an address, along a link, or nowhere",
        arguments: [
            ("{ url: b }", StepRequest.Address.url("b")), ("{ target: closedPort }", .target(.closedPort)),
            ("{ target: unresolvableHost }", .target(.unresolvableHost)),
            ("{ follow: self }", .follow(FollowedLink(relation: "self"))),
            (
                "{ follow: { relation: r, from: first, name: n, variables: { v: 1 } } }",
                .follow(
                    FollowedLink(relation: "r", step: "first", linkName: "n", variables: JSONObject([.init("v", 1)]))
                )
            ),
            ("{ submit: create }", .submit(SubmittedForm(template: "create"))),
            (
                "{ submit: { from: first, values: { v: 1 } } }",
                .submit(SubmittedForm(step: "first", values: JSONObject([.init("v", 1)])))
            ),
        ]
    )
    func addresses(_ request: String, _ expected: StepRequest.Address) throws {
        #expect(try step(request: request).request.address == expected)
    }

    @Test func readsPagesAndDeadlines() throws {
        let plain = try step(request: "{ url: /a }").request
        #expect(plain.pages == nil && plain.deadlineMilliseconds == nil)
        #expect(try step(request: "{ url: /a, pages: {} }").request.pages == PageWalk())
        let found = try step(request: "{ url: /a, pages: { relation: up, limit: 5 }, deadlineMilliseconds: 9 }").request
        #expect(found.pages?.relation == "up" && found.pages?.limit == 5 && found.deadlineMilliseconds == 9)
    }

    @Test func readsCredentials() throws {
        let basic = try step(request: "{ url: /a, authorization: { basic: { username: u, password: p } } }")
        #expect(basic.request.authorization == .basic(BasicCredentials(username: "u", password: "p")))
        #expect(try step(request: "{ url: /a, authorization: { bearer: t } }").request.authorization == .bearer("t"))
    }

    @Test func readsSessions() throws {
        let request = """
            { url: /a, authorization: { oauth: { tokenUrl: /t, clientId: c, clientSecret: s, clientAuthentication: body,
              encoding: json, scope: r, appToken: false, user: { username: u, password: p },
              userToken: { accessToken: a, refreshToken: r, expiresIn: 0 } } } }
            """
        var session = StepSession(tokenURL: "/t", clientID: "c", clientSecret: "s")
        session.clientAuthentication = .body
        session.encoding = .json
        session.scope = "r"
        session.usesAppToken = false
        session.user = BasicCredentials(username: "u", password: "p")
        session.userToken = StepSession.Token(accessToken: "a", refreshToken: "r", expiresIn: 0)
        #expect(try step(request: request).request.authorization == .oauth(session))
        let least = try step(request: "{ url: /a, authorization: { oauth: { tokenUrl: /t, clientId: c } } }")
        #expect(least.request.authorization == .oauth(StepSession(tokenURL: "/t", clientID: "c")))
    }

    @Test func readsWhatIsExpectedOfSuccess() throws {
        let found = try step(
            expect: """
                { outcome: success, status: 201, headers: { A: b }, body: { contains: c }, location: /x, lastModified: absent,
                      model: { a: 2.89 }, embedded: { r: 2, s: [{ a: 1 }] }, notices: [{ from: /a, to: /b }],
                      received: [{ method: GET }, {}], elapsedMilliseconds: { atMost: 9 } }
                """
        ).expectation
        #expect(found.outcome == .success && found.status == 201)
        #expect(
            found.headers == [Named("A", .any(.equalTo("b", caseInsensitive: false)))] && found.body == .contains("c")
        )
        #expect(found.location == .value("/x") && found.lastModified == .absent)
        #expect(found.embedded == [Named("r", .count(2)), Named("s", .models([["a": 1]]))])
        #expect(found.notices == [RedirectNotice(from: "/a", to: "/b")])
        #expect(found.received?.map(\.method) == [.oneOf([.get]), .any])
        #expect(found.elapsedMilliseconds == CountExpectation(atMost: 9))
    }

    @Test(
        "Relations are listed, or have targets",
        arguments: [
            ("[self, next]", RelationsExpectation.present(["self", "next"])),
            (
                "{ self: /a, next: [/b, { contains: c }] }",
                .targets([
                    Named("self", [.equalTo("/a", caseInsensitive: false)]),
                    Named("next", [.equalTo("/b", caseInsensitive: false), .contains("c")]),
                ])
            ),
        ]
    )
    func relations(_ text: String, _ expected: RelationsExpectation) throws {
        #expect(try step(expect: "{ outcome: conflict, relations: \(text) }").expectation.relations == expected)
    }

    @Test func readsWhatIsExpectedOfOtherOutcomes() throws {
        let refused = try step(
            expect:
                "{ outcome: authenticationRequired, challenges: [{ scheme: S, realm: r, parameters: { a: b } }, { scheme: N, token68: x }] }"
        ).expectation
        #expect(refused.challenges?.map(\.scheme) == ["S", "N"] && refused.challenges?[0].realm == "r")
        #expect(
            refused.challenges?[0].parameters == [.init(name: "a", value: "b")] && refused.challenges?[1].token68 == "x"
        )
        let moved = try step(expect: "{ outcome: redirection, notModified: false, permanent: true }").expectation
        #expect(moved.notModified == false && moved.permanent == true)
        let down = try step(expect: "{ outcome: serverUnavailable, retryAfter: absent }").expectation
        #expect(down.retryAfter == .absent)
        let later = try step(expect: "{ outcome: clientError, retryAfter: { seconds: 5 } }").expectation
        #expect(later.retryAfter == .value(.seconds(5)))
        #expect(try step(expect: "{ outcome: connectionFailure, kind: timedOut }").expectation.kind == .timedOut)
    }

    @Test(
        "Wrong steps",
        arguments: [
            (
                "{ step: first, request: { url: /a }, expect: { outcome: success } }",
                "5:13: error: step 'first' is defined twice"
            ),
            ("{ step: s, expect: { outcome: success } }", "5:5: error: a step needs the key 'request'"),
            (
                "{ step: s, request: {}, expect: { outcome: success } }",
                "5:25: error: a step's request needs 'url', 'follow', 'submit' or 'target'"
            ),
            (
                "{ step: s, request: { submit: create, method: PUT }, expect: { outcome: success } }",
                "5:43: error: either 'submit' or 'method', not both"
            ),
            (
                "{ step: s, request: { url: /a, pages: {}, method: GET }, expect: { outcome: success } }",
                "5:47: error: either 'pages' or 'method', not both"
            ),
            (
                "{ step: s, request: { submit: { from: frist } }, expect: { outcome: success } }",
                "5:43: error: no earlier step has the name 'frist'; did you mean 'first'?"
            ),
            (
                "{ step: s, request: { url: /a, follow: b }, expect: { outcome: success } }",
                "5:36: error: either 'url' or 'follow', not both"
            ),
            (
                "{ step: s, request: { follow: { relation: r, from: frist } }, expect: { outcome: success } }",
                "5:56: error: no earlier step has the name 'frist'; did you mean 'first'?"
            ),
            ("{ step: s, request: { url: /a }, expect: {} }", "5:46: error: an expectation needs the key 'outcome'"),
            (
                "{ step: s, request: { url: /a }, expect: { outcome: sucess } }",
                "5:57: error: 'sucess' is not a valid 'outcome'; did you mean 'success'?"
            ),
            (
                "{ step: s, request: { url: /a }, expect: { outcome: success, kind: dns } }",
                "5:66: error: 'kind' is not supported for outcome 'success'"
            ),
            (
                "{ step: s, request: { url: /a }, expect: { outcome: connectionFailure, status: 1 } }",
                "5:76: error: 'status' is not supported for outcome 'connectionFailure'"
            ),
            (
                "{ step: s, request: { url: /a, ifModifiedSince: now }, expect: { outcome: success } }",
                "5:53: error: 'ifModifiedSince': 'now' is not a valid HTTP-date; use the form 'Tue, 03 Nov 2026 10:00:00 GMT'"
            ),
            (
                "{ step: s, request: { url: /a, body: a, jsonBody: 1 }, expect: { outcome: success } }",
                "5:45: error: either 'body' or 'jsonBody', not both"
            ),
            (
                "{ step: s, request: { url: /a, accept: json }, expect: { outcome: success } }",
                "5:44: error: 'accept': 'json' is not a valid media type"
            ),
            (
                "{ step: s, request: { url: /a, authorization: { bearer: a, scheme: b } }, expect: { outcome: success } }",
                "5:64: error: either 'bearer' or 'scheme', not both"
            ),
            (
                "{ step: s, request: { url: /a, authorization: {} }, expect: { outcome: success } }",
                "5:51: error: authorization needs 'scheme', 'basic', 'bearer' or 'oauth'"
            ),
            (
                "{ step: s, request: { url: /a, authorization: { oauth: { tokenUrl: /t } } }, expect: { outcome: success } }",
                "5:60: error: an OAuth session needs the key 'clientId'"
            ),
            (
                "{ step: s, request: { target: nowhere }, expect: { outcome: connectionFailure } }",
                "5:35: error: 'nowhere' is not a valid 'target'; supported: closedPort, unresolvableHost"
            ),
        ]
    )
    func wrong(_ step: String, _ expected: String) {
        #expect(messages(Self.head + "  - \(step)\n").contains("a.yaml:" + expected))
    }

    @Test func aFirstStepHasNothingToFollow() {
        let text =
            "scenario: t\ninteractions: [{ response: {} }]\ncontract: [{ step: s, request: { follow: a }, expect: { outcome: success } }]\n"
        #expect(messages(text) == ["a.yaml:3:42: error: the first step has no resource to follow a link from"])
    }
}
