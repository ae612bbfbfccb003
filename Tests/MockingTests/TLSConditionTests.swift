import Documents
import Matching
import Messages
import Testing

@testable import Mocking
@testable import Scenarios

@Suite("Conditions on the TLS session of a request")
struct TLSConditionTests {
    private static let anna = ConnectionSecurity(
        version: "TLSv1.3",
        cipher: "TLS_AES_256_GCM_SHA384",
        serverName: "localhost",
        clientSubject: "CN=anna,O=Example"
    )

    private static let bare = ConnectionSecurity(version: "TLSv1.2", cipher: "ECDHE-RSA-AES128-GCM-SHA256")

    /// A pattern, and whether it matches Anna's session, one with few parameters, and plain HTTP.
    typealias Row = (pattern: String, anna: Bool, bare: Bool, plain: Bool)

    private static let rows: [Row] = [
        ("{ version: { equalTo: TLSv1.3 } }", true, false, false),
        ("{ version: { matches: 'TLSv1[.][23]' } }", true, true, false),
        ("{ version: { doesNotContain: '3' } }", false, true, true),
        ("{ cipher: { contains: AES_256 } }", true, false, false),
        ("{ sni: { equalTo: localhost } }", true, false, false), ("{ sni: { absent: true } }", false, true, true),
        ("{ clientCertificate: { subject: { contains: CN=anna } } }", true, false, false),
        ("{ clientCertificate: { subject: { absent: true } } }", false, true, true),
        ("{ sni: { equalTo: localhost }, version: { equalTo: TLSv1.2 } }", false, false, false),
    ]

    private func read(_ tls: String) -> ScenarioReader.Result {
        let text = "scenario: t\ninteractions:\n  - request: { tls: \(tls) }\n    response: { status: 204 }\n"
        return ScenarioReader.read(Array(text.utf8), path: "t.yaml")
    }

    private func diagnosis(_ scenario: Scenario, _ security: ConnectionSecurity?) -> Diagnosis? {
        var request = Request(method: "GET", target: "/~t/", fields: [("Host", "localhost")])
        request.security = security
        guard case .unmatched(let diagnosis) = Engine([scenario]).respond(to: request) else { return nil }
        return diagnosis
    }

    @Test("Each parameter has all text operators, and is absent without a value", arguments: rows)
    func matches(_ row: Row) throws {
        let scenario = try #require(read(row.pattern).scenario)
        #expect((diagnosis(scenario, Self.anna) == nil) == row.anna)
        #expect((diagnosis(scenario, Self.bare) == nil) == row.bare)
        #expect((diagnosis(scenario, nil) == nil) == row.plain)
    }

    @Test("A 404 response names the parameter that differs")
    func explains() throws {
        let scenario = try #require(read("{ sni: { equalTo: example.com } }").scenario)
        let text = try #require(diagnosis(scenario, Self.anna)).text
        #expect(text.contains("tls.sni") && text.contains("example.com") && text.contains("localhost"))
    }

    @Test(
        "Mistakes are reported with their place",
        arguments: [
            (
                "{}",
                "t.yaml:3:21: error: 'tls' needs a key; for a request over TLS, whatever its parameters, use 'scheme: https'"
            ),
            (
                "{ server: { equalTo: a } }",
                "t.yaml:3:23: error: unknown key 'server' in a TLS session; supported: version, cipher, sni, clientCertificate"
            ),
            (
                "{ serverName: { equalTo: a } }",
                "t.yaml:3:23: error: unknown key 'serverName' in a TLS session; did you mean 'sni'?"
            ),
            ("{ clientCertificate: {} }", "t.yaml:3:42: error: a client certificate needs the key 'subject'"),
        ]
    )
    func reports(_ tls: String, _ issue: String) {
        #expect(read(tls).issues.map { $0.description.prefix { $0 != "\n" } } == [issue[...]])
    }

    @Test("A condition on TLS differs from none, and covers the same condition only")
    func covers() throws {
        let patterns = try ["{ sni: { equalTo: a } }", "{ sni: { equalTo: a }, cipher: { contains: b } }"].map {
            try #require(read($0).scenario).variants.variant(at: 0).interactions[0].request
        }
        #expect(patterns[0].covers(patterns[1]) && !patterns[1].covers(patterns[0]))
        #expect(patterns[1].mutations.map(\.place).filter { $0.hasPrefix("tls") } == ["tls.cipher", "tls.sni"])
    }
}
