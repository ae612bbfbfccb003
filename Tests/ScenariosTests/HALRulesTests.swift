import Testing

@Suite struct HALRulesTests {
    private func warnings(_ body: String, type: String = "application/hal+json") -> [String] {
        messages(response: "{ headers: { Content-Type: \(type) }, jsonBody: \(body) }").map { message in
            String(message.split(separator: "warning: ").last ?? "")
        }
    }

    @Test(
        "A link or an embedded resource that is not HAL's",
        arguments: [
            ("next: /b", "the link 'next' must be an object with 'href', not a string; write { href: /b }"),
            ("next: { hrf: /b }", "the link 'next' has no 'href'"),
            (
                "next: [{ href: /a }, /b]",
                "the link 'next' must be an object with 'href', not a string; write { href: /b }"
            ),
            ("next: { href: 7 }", "'href' of the link 'next' must be a string, not a number"),
        ]
    )
    func malformedLinks(_ link: String, _ expected: String) {
        #expect(warnings("{ _links: { self: { href: /a }, \(link) } }") == [expected])
    }

    @Test(
        "Embedded resources that are none",
        arguments: [
            ("7", "'_embedded' must be an object of relations, not a number"),
            ("{ a: [7] }", "an embedded resource of 'a' must be an object, not a number"),
            ("{ a: [{ _links: [] }] }", "'_links' must be an object of relations, not a list"),
        ]
    )
    func malformedResources(_ embedded: String, _ expected: String) {
        #expect(warnings("{ _links: { self: { href: /a } }, _embedded: \(embedded) }") == [expected])
    }

    @Test(
        "HAL, in both dialects",
        arguments: ["{ a: { b: 1 }, c: [{ d: 1 }], e: [] }", "[{ media-type: a/b, payload: { c: 1 } }]"]
    )
    func wellFormed(_ embedded: String) {
        let found = warnings("{ _links: { self: { href: /a } }, _embedded: \(embedded) }")
        #expect(found.isEmpty, "\(found)")
    }

    @Test("Plain JSON may call anything _links")
    func plainJSON() {
        let body = "{ _links: { self: { href: /a }, next: /b } }"
        #expect(warnings(body, type: "application/json").isEmpty)
    }
}
