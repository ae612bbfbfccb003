import Testing

@Suite struct RulesTests {
    private static let origin = "scenario: t\norigin: https://x.example\ninteractions:\n"

    /// The warnings for a GET of `/a` that is answered with a body, and for more interactions.
    private func warnings(body: String, more: String = "") -> [String] {
        let text =
            Self.origin + "  - request: { method: GET, urlPath: /a }\n    response: { jsonBody: \(body) }\n" + more
        return messages(text)
    }

    private func warnings(interactions: String) -> [String] {
        messages("scenario: t\ninteractions:\n\(interactions)\n")
    }

    @Test func aDeadLink() {
        let found = warnings(body: "{ _links: { self: { href: /a }, next: { href: https://x.example/b?c } } }")
        #expect(found == ["a.yaml:5:73: warning: dead link: no interaction of this scenario matches '/b?c'"])
    }

    @Test(
        "Links that somebody answers are no dead links",
        arguments: [
            ("/b", "{ url: /b }"), ("https://x.example/b?c=1", "{ urlPath: /b }"),
            ("/b/1", "{ urlPathTemplate: '/b/{id}' }"),
            ("/b/1?x", "{ urlPathPattern: '/b/[0-9]+' }"), ("/b?x=1", "{ urlPattern: '/b.*' }"),
            ("/b#part", "{ url: /b }"),
            ("https://other.example/b", "{}"), ("b", "{ url: /z }"), ("//other.example/b", "{ url: /z }"),
            ("https://x.example.org/b", "{ url: /z }"), ("/b", "{ method: POST, urlPath: /b }"),
            ("https://x.example", "{ url: / }"),
        ]
    )
    func living(_ href: String, _ request: String) {
        let body = "{ _links: { self: { href: /a }, next: { href: '\(href)' } } }"
        #expect(warnings(body: body, more: "  - { request: \(request), response: {} }\n").isEmpty)
    }

    @Test(
        "A step can only follow a relation that an answer has",
        arguments: [
            (
                "next", "nxt",
                "a.yaml:8:35: error: no response of this scenario has a link with the relation 'nxt'; did you mean 'next'?"
            ),
            (
                "next", "{ relation: nxt }",
                "a.yaml:8:47: error: no response of this scenario has a link with the relation 'nxt'; did you mean 'next'?"
            ),
            ("next", "next", nil), ("curies", "https://x.example/rels/a", nil),
        ] as [(String, String, String?)]
    )
    func unknownRelation(_ relation: String, _ follow: String, _ message: String?) {
        let contract = """
            contract:
              - { step: a, request: { url: /a }, expect: { outcome: success } }
              - { step: b, request: { follow: \(follow) }, expect: { outcome: success } }

            """
        let found = warnings(body: "{ _links: { self: { href: /a }, \(relation): { href: /a } } }", more: contract)
        #expect(found == [message].compactMap { $0 })
    }

    @Test(
        "A template is alive if an address may come of it",
        arguments: [
            ("/b{?page,size}", "{ urlPath: /b }", true), ("/b/{id}", "{ urlPath: /b/1 }", true),
            ("/b{#part}", "{ urlPath: /b }", true),
            ("/b/{id}/c", "{ urlPathTemplate: '/b/{x}/c' }", true),
            ("/b/{id}", "{ urlPathPattern: '/b/[0-9]+' }", true),
            ("/b/{id}/c", "{ urlPath: /b/1/d }", false), ("/c{?q}", "{ urlPath: /b }", false),
            ("/c/{id}", "{ urlPathTemplate: '/b/{x}' }", false),
            ("https://x.example/b{/id}", "{ urlPath: /b/7 }", true), ("/b{?q}", "{ url: '/b?q=1' }", true),
        ]
    )
    func templates(_ href: String, _ request: String, _ isAlive: Bool) {
        let body = "{ _links: { self: { href: /a }, find: { href: '\(href)', templated: true } } }"
        #expect(warnings(body: body, more: "  - { request: \(request), response: {} }\n").isEmpty == isAlive)
    }

    @Test func deadLinksInArraysOfResourcesAndLocations() {
        let found = warnings(
            body: "{ _links: { self: { href: /a } }, _embedded: [{ location: /x, _links: { up: [{ href: /y }] } }] }",
            more: "  - { request: { urlPath: /c }, response: { status: 302, headers: { Location: /z } } }\n"
        )
        #expect(
            found == [
                "a.yaml:5:85: warning: dead link: no interaction of this scenario matches '/x'",
                "a.yaml:5:112: warning: dead link: no interaction of this scenario matches '/y'",
                "a.yaml:6:79: warning: dead link: no interaction of this scenario matches '/z'",
            ]
        )
    }

    @Test("Links in a text body are looked at too, at the place of the text")
    func textBodies() {
        let found = warnings(
            interactions: """
                  - request: { urlPath: /a }
                    response:
                      headers: { Content-Type: application/hal+json }
                      body: '{"_links":{"self":{"href":"/a"},"next":{"href":"/b"}}}'
                """
        )
        #expect(found == ["a.yaml:6:13: warning: dead link: no interaction of this scenario matches '/b'"])
    }

    @Test(
        "A step submits a template of the scenario",
        arguments: [
            (
                "create", "crate",
                "a.yaml:10:35: error: no response of this scenario has a template 'crate'; did you mean 'create'?"
            ),
            ("create", "create", nil), ("create", "default", nil), ("ea:create", "https://x.example/rels/create", nil),
        ] as [(String, String, String?)]
    )
    func unknownTemplate(_ key: String, _ submit: String, _ message: String?) {
        let contract = """
            contract:
              - { step: a, request: { url: /a }, expect: { outcome: success } }
              - { step: b, request: { submit: \(submit) }, expect: { outcome: success } }

            """
        let body = "{ _links: { self: { href: /a } }, _templates: { '\(key)': { method: POST, target: /b } } }"
        #expect(
            warnings(body: body, more: "  - request: { method: POST, urlPath: /b }\n    response: {}\n" + contract)
                == [message].compactMap(\.self)
        )
    }

    @Test func anExpressionInALinkIsNotATemplate() {
        let body = "{ _links: { self: { href: '/a{{request.query.b}}' } } }"
        let response = "{ transformers: [response-template], jsonBody: \(body) }"
        let text = "  - request: { method: GET, urlPath: /a }\n    response: "
        #expect(warnings(interactions: text + response) == [])
        let plain = response.replacing("transformers: [response-template], ", with: "")
        #expect(warnings(interactions: text + plain).contains { $0.contains("'templated' is missing") })
    }

    @Test func aMissingSelf() {
        #expect(
            warnings(body: "{ _links: { up: { href: /a } } }") == [
                "a.yaml:5:29: warning: the resource has no 'self' link"
            ]
        )
        #expect(warnings(body: "{ _embedded: {} }") == ["a.yaml:5:27: warning: the resource has no 'self' link"])
        #expect(warnings(body: "{ message: plain JSON }").isEmpty)
    }

    @Test func aSelfThatDiffers() {
        let found = warnings(
            body: "{ _links: { self: { href: /b } } }",
            more: "  - { request: { urlPath: /b }, response: {} }\n"
        )
        #expect(found == ["a.yaml:5:53: warning: 'self' is '/b', but the request has another URL"])
        #expect(warnings(body: "{ _links: { self: { href: 'https://x.example/a?page=1' } } }").isEmpty)
    }

    @Test("A created resource may be elsewhere")
    func selfOfOthers() {
        let text = """
              - request: { method: POST, urlPath: /b }
                response: { status: 201, jsonBody: { _links: { self: { href: /b/1 } } } }
              - request: { urlPathTemplate: "/b/{id}" }
                response: { jsonBody: { _links: { self: { href: /b/1 } } } }
            """
        #expect(warnings(interactions: text).isEmpty)
    }

    @Test func anUndeclaredPrefix() {
        let curies = "curies: [{ name: ex, href: '/rels/{rel}', templated: true }]"
        let found = warnings(
            body: "{ _links: { self: { href: /a }, \(curies), 'ex:b': { href: /a }, 'ey:c': { href: /a } } }"
        )
        #expect(found == ["a.yaml:5:143: warning: no 'curies' link declares the prefix 'ey'; did you mean 'ex'?"])
        #expect(
            warnings(
                body:
                    "{ _links: { self: { href: /a }, \(curies) }, _embedded: { 'ex:d': [{ _links: { 'ex:e': { href: /a } } }] } }"
            ).isEmpty
        )
        #expect(
            warnings(
                body: "{ _links: { self: { href: /a }, 'http://r.example/x': { href: /a }, 'urn:x:y': { href: /a } } }"
            ).isEmpty
        )
    }

    @Test func aTemplateThatDoesNotSaySo() {
        let found = warnings(body: "{ _links: { self: { href: /a }, find: { href: '/a{?q}' } } }")
        #expect(
            found == ["a.yaml:5:73: warning: the link is a template, but 'templated' is missing; add 'templated: true'"]
        )
    }

    @Test func aTemplateThatIsNone() {
        let found = warnings(body: "{ _links: { self: { href: /a }, find: { href: '/a{?q', templated: true } } }")
        #expect(found.count == 1 && found[0].hasPrefix("a.yaml:5:73: error: '/a{?q' is not a valid URI template: "))
    }

    @Test func aContentLengthThatIsNotTheBodys() {
        #expect(
            messages(response: "{ headers: { Content-Length: 3 }, body: abcdef }") == [
                "a.yaml:4:44: warning: 'Content-Length' is '3', but the body has 6 bytes; 6 is sent; use 'fault' or 'raw' to send a wrong one"
            ]
        )
        #expect(messages(response: "{ headers: { content-length: 7 }, jsonBody: { a: 1 } }").isEmpty)
        #expect(messages(response: "{ status: 304, headers: { Content-Length: 9 } }").isEmpty)
    }

    @Test func aDateWithTheWrongWeekday() {
        #expect(
            messages(response: "{ headers: { Last-Modified: 'Mon, 03 Nov 2026 10:00:00 GMT' } }") == [
                "a.yaml:4:43: warning: the date has the wrong weekday; it should be 'Tue, 03 Nov 2026 10:00:00 GMT'"
            ]
        )
        #expect(messages(response: "{ headers: { Retry-After: '15', Expires: 0 } }").isEmpty)
    }

    @Test func aBodyThatIsNotSent() {
        #expect(
            messages(response: "{ status: 204, body: a }") == [
                "a.yaml:4:30: warning: a response with status 204 has no body: the body is not sent"
            ]
        )
        #expect(messages(response: "{ status: 204, body: '' }").isEmpty)
    }

    @Test(
        "An interaction behind one that answers everything",
        arguments: [
            ("{ urlPath: /a }", "{ method: GET, urlPath: /a }"), ("{}", "{ urlPath: /a }"),
            ("{ urlPath: /a }", "{ url: '/a?b' }"),
            ("{ urlPathTemplate: '/a/{b}' }", "{ urlPath: /a/1 }"), ("{ urlPathPattern: '/a.*' }", "{ urlPath: /ab }"),
            ("{ method: { noneOf: [PUT] }, urlPath: /a }", "{ method: GET, urlPath: /a }"),
            ("{ urlPath: /a, headers: { A: b } }", "{ urlPath: /a, headers: { A: b, C: d } }"),
            ("{ urlPath: /caf%c3%a9 }", "{ urlPath: /caf%C3%A9 }"), ("{ urlPath: /café }", "{ url: '/caf%C3%A9?b' }"),
        ]
    )
    func shadowed(_ first: String, _ second: String) {
        let found = warnings(
            interactions: "  - { name: one, request: \(first), response: {} }\n  - { request: \(second), response: {} }"
        )
        #expect(
            found == [
                "a.yaml:4:5: warning: this interaction is never used: 'one' on line 3 matches all its requests first; "
                    + "put the more specific one first, or give it a lower 'priority'"
            ]
        )
    }

    @Test(
        "An interaction that may answer",
        arguments: [
            ("{ method: GET, urlPath: /a }", "{ urlPath: /a }", ""),
            ("{ urlPath: /a, headers: { A: b } }", "{ urlPath: /a }", ""),
            ("{ urlPath: /a }", "{ urlPath: /a }", "requiredScenarioState: Started, "),
            ("{ url: /a }", "{ urlPath: /a }", ""), ("{ method: { noneOf: [PUT] } }", "{ method: PUT }", ""),
            ("{ urlPath: /a, basicAuth: { username: a, password: b } }", "{ urlPath: /a }", ""),
            ("{ method: GET, urlPath: /a }", "{ method: HEAD, urlPath: /a }", ""),
        ]
    )
    func notShadowed(_ first: String, _ second: String, _ condition: String) {
        #expect(
            warnings(
                interactions:
                    "  - { \(condition)request: \(first), response: {} }\n  - { request: \(second), response: {} }"
            ).isEmpty
        )
    }

    @Test func aLowerPriorityIsBehindWhatFollows() {
        let text =
            "  - { priority: 9, request: { urlPath: /a }, response: {} }\n  - { request: { urlPath: /a }, response: {} }"
        #expect(warnings(interactions: text).first?.hasPrefix("a.yaml:3:5: warning: this interaction is never") == true)
    }

    @Test func aSequenceThatEndsShadowsNothing() {
        #expect(warnings(interactions: "  - { responses: [{}], afterLast: noMatch }\n  - { response: {} }").isEmpty)
    }

    @Test(
        "An interaction that a step reaches by another spelling of its target",
        arguments: [
            ("url: /caf%C3%A9", "/caf%c3%a9"), ("urlPath: /café", "/caf%C3%A9?a"), ("url: '/a?b=~'", "/a?b=%7E"),
            ("urlPathTemplate: '/café/{id}'", "/caf%C3%A9/1"), ("urlPathPattern: '/x%C3%A9'", "/x%c3%a9"),
        ]
    )
    func anInteractionThatAStepReachesByAnotherSpelling(_ pattern: String, _ url: String) {
        let text = """
            scenario: t
            interactions: [{ request: { \(pattern) }, response: { status: 204 } }]
            contract: [{ step: s, request: { url: '\(url)' }, expect: { outcome: success } }]
            """
        #expect(messages(text) == [])
    }

    @Test func anInteractionThatNoStepReaches() {
        let text = """
            scenario: t
            interactions:
              - { name: one, request: { method: GET, urlPath: /a }, response: { jsonBody: { _links: { self: { href: /a }, next: { href: /b } } } } }
              - { request: { urlPath: /b }, response: { status: 302, headers: { Location: /c } } }
              - { request: { urlPath: /c }, response: {} }
              - { request: { urlPath: /d }, response: {} }
              - { request: { method: POST, urlPath: /a }, response: {} }
              - { request: { urlPath: /e }, response: {}, times: 0 }
            contract:
              - { step: s, request: { url: /a }, expect: { outcome: success } }
              - { step: t, request: { follow: next }, expect: { outcome: success } }
            """
        #expect(
            messages(text) == [
                "a.yaml:6:5: warning: no step of the contract reaches this interaction",
                "a.yaml:7:5: warning: no step of the contract reaches this interaction",
            ]
        )
    }

    @Test func largeSetsAreCheckedQuickly() {
        let many = (0..<3000).map { "  - { request: { urlPathPattern: '/a\($0)x+' }, response: {} }" }.joined(
            separator: "\n"
        )
        #expect(warnings(interactions: many).isEmpty)
    }
}
