import HAL
import Testing

struct ChallengeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fields: [String]
        let expected: [String]
        var testDescription: String { fields.joined(separator: " | ") }

        init(_ fields: String..., is expected: [String]) {
            self.fields = fields
            self.expected = expected
        }
    }

    /// One line for each challenge: scheme, token68, parameters, `!` if malformed.
    static func text(_ challenge: Challenge) -> String {
        let parameters = challenge.parameters.map { "\($0.name)=<\($0.value)>" }
        return ([challenge.scheme] + (challenge.token68.map { ["[\($0)]"] } ?? []) + parameters)
            .joined(separator: " ") + (challenge.isMalformed ? " !" : "")
    }

    static let wellFormed = [
        Case(#"Basic realm="foo""#, is: ["Basic realm=<foo>"]),
        Case(#"BASIC REALM="foo""#, is: ["BASIC realm=<foo>"]),
        Case("Basic realm=foo", is: ["Basic realm=<foo>"]),
        Case(#"Basic realm="\f\o\o""#, is: ["Basic realm=<foo>"]),
        Case(#"Basic realm="\"foo\"""#, is: [#"Basic realm=<"foo">"#]),
        Case("Basic realm='foo'", is: ["Basic realm=<'foo'>"]),
        Case("Basic realm=foo%20bar", is: ["Basic realm=<foo%20bar>"]),
        Case(#"Basic , realm="foo""#, is: ["Basic realm=<foo>"]),
        Case(#"Basic, realm="foo""#, is: ["Basic realm=<foo>"]),
        Case("Basic", is: ["Basic"]),
        Case(#"Basic realm="foo", realm="bar""#, is: ["Basic realm=<foo> realm=<bar>"]),
        Case(#"Basic realm = "foo""#, is: ["Basic realm=<foo>"]),
        Case("Basic\trealm\t=\t\"foo\"", is: ["Basic realm=<foo>"]),
        Case(#"Basic realm="foo", bar="xyz",, a=b,,,c=d"#, is: ["Basic realm=<foo> bar=<xyz> a=<b> c=<d>"]),
        Case(#"Basic bar="xyz", realm="foo""#, is: ["Basic bar=<xyz> realm=<foo>"]),
        Case(#"Basic realm="foo-ä""#, is: ["Basic realm=<foo-ä>"]),
        Case(#"Basic realm="=?ISO-8859-1?Q?foo-=E4?=""#, is: ["Basic realm=<=?ISO-8859-1?Q?foo-=E4?=>"]),
        Case(
            #"Basic realm="basic", Newauth realm="newauth""#,
            is: ["Basic realm=<basic>", "Newauth realm=<newauth>"]
        ),
        Case(#"Basic realm="basic", Newauth"#, is: ["Basic realm=<basic>", "Newauth"]),
        Case(#"Newauth realm="n", Basic realm="b""#, is: ["Newauth realm=<n>", "Basic realm=<b>"]),
        Case(#"Newauth, Basic realm="basic""#, is: ["Newauth", "Basic realm=<basic>"]),
        Case(#",Basic realm="basic""#, is: ["Basic realm=<basic>"]),
        Case(
            #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple" "#,
            is: [#"Newauth realm=<apps> type=<1> title=<Login to "apps">"#, "Basic realm=<simple>"]
        ),
        Case(
            #"Newauth realm="Newauth Realm", basic=foo, Basic realm="Basic Realm""#,
            is: ["Newauth realm=<Newauth Realm> basic=<foo>", "Basic realm=<Basic Realm>"]
        ),
        Case(#"Newauth title="realm=\"x\"", realm=y"#, is: [#"Newauth title=<realm="x"> realm=<y>"#]),
        Case(#"Basic nrealm="nope", realm="yes""#, is: ["Basic nrealm=<nope> realm=<yes>"]),
        Case("Negotiate YIIab+/==", is: ["Negotiate [YIIab+/==]"]),
        Case("NTLM TlRM, Negotiate, Basic realm=x", is: ["NTLM [TlRM]", "Negotiate", "Basic realm=<x>"]),
        Case(#"FPAuthToken realm="all""#, is: ["FPAuthToken realm=<all>"]),
        Case(#"Basic realm="a""#, #"Bearer realm="b""#, is: ["Basic realm=<a>", "Bearer realm=<b>"]),
        Case(#"Digest realm="a, b", nonce="x=,y""#, is: ["Digest realm=<a, b> nonce=<x=,y>"]),
        Case(#"Basic realm="""#, is: ["Basic realm=<>"]),
        Case(is: []),
        Case("", is: []),
        Case(" , ,, ", is: []),
    ]

    static let malformed = [
        Case(#"Basic realm="basic"#, is: ["Basic realm=<basic> !"]),
        Case(#"Basic realm="a\"#, is: [#"Basic realm=<a\> !"#]),
        Case(#"Basic realm="a, Bearer"#, is: ["Basic realm=<a, Bearer> !"]),
        Case("Basic realm=, Bearer", is: ["Basic [realm=]", "Bearer"]),
        Case(#"Basic a=b, realm=, Bearer"#, is: ["Basic a=<b> realm=<> !", "Bearer"]),
        Case("Basic realm=http://x/y", is: ["Basic realm=<http://x/y> !"]),
        Case(#"Basic realm="a" trash, Bearer"#, is: ["Basic realm=<a> !", "Bearer"]),
        Case(#"realm="lonely""#, is: [" realm=<lonely> !"]),
        Case("Negotiate YWJj, realm=a, Basic", is: ["Negotiate [YWJj] realm=<a> !", "Basic"]),
        Case("Basic =", is: [" basic=<> !"]),
        Case("@@@, Basic", is: ["Basic"]),
        Case("Basic, @@@", is: ["Basic !"]),
        Case("\"", is: []),
    ]

    @Test("every well-formed list is read whole", arguments: wellFormed)
    func readsWellFormedLists(list: Case) {
        let found = Challenge.challenges(in: list.fields).map(Self.text)
        #expect(found == list.expected)
    }

    @Test("a malformed list gives what can be read", arguments: malformed)
    func readsMalformedLists(list: Case) {
        let found = Challenge.challenges(in: list.fields).map(Self.text)
        #expect(found == list.expected)
    }

    @Test func takesTheFirstOfTwoRealms() {
        let challenge = Challenge.challenges(in: ["Basic realm=a, REALM=b"]).first
        #expect(challenge?.realm == "a")
        #expect(challenge?.parameter("Realm") == "a")
    }

    @Test("single quotes belong to the realm", arguments: [("'all'", "all"), ("all", "all"), ("'", "'"), ("''", "")])
    func unquotesOnlyOnRequest(realm: String, unquoted: String) {
        let challenge = Challenge.challenges(in: ["FPAuthToken realm=\(realm)"]).first
        #expect(challenge?.realm == realm)
        #expect(challenge?.realmUnquoted == unquoted)
    }

    @Test(
        "long lists take time in proportion",
        arguments: [
            String(repeating: ",", count: 10_000), String(repeating: "Basic realm=\"a\",", count: 10_000),
            String(repeating: "a ", count: 10_000), String(repeating: "\"", count: 10_001),
            "Basic realm=\"" + String(repeating: "\\", count: 10_000), String(repeating: "a=b,", count: 10_000),
        ]
    )
    func readsLongLists(text: String) {
        let clock = ContinuousClock()
        let time = clock.measure { _ = Challenge.challenges(in: [text]) }
        #expect(time < .seconds(5))
    }

    @Test func survivesEveryPairOfBytes() {
        let parts = ["Basic", " ", ",", "=", "\"", "\\", "'", "a", "\t", "é", "\0"]
        for a in parts {
            for b in parts {
                for c in parts {
                    for d in parts { _ = Challenge.challenges(in: [a + b + c + d]) }
                }
            }
        }
    }
}
