import Messages
import Testing

@testable import Documents
@testable import Scenarios

@Suite("`tls` of a scenario")
struct TLSReadingTests {
    private func read(_ tls: String, more: String = "", times: String = "") -> ScenarioReader.Result {
        let text = """
            scenario: t
            tls: \(tls)
            \(more)
            interactions: [{ response: { status: 204 }\(times) }]
            """
        return ScenarioReader.read(Array(text.utf8), path: "t.yaml", rules: .eachVariant)
    }

    @Test("Every fault has exactly one form")
    func readsFaults() throws {
        let certificates = ["expired", "notYetValid", "wrongHost", "selfSigned", "untrustedCA"]
        let handshakes = [
            "stall", "reset", "close", "handshake_failure", "unrecognized_name", "plain", "garbage", "truncated",
        ]
        let forms =
            certificates.map { "{ certificate: \($0) }" } + handshakes.map { "{ fault: \($0) }" } + [
                "{ clientCertificate: required }", "{ clientCertificate: requested }", "{ protocol: 1.1 }",
            ]
        let faults = try forms.map { try #require(read($0).scenario?.variants.tls(at: 0)) }
        #expect(faults.count == TLSFault.allCases.count && Set(faults) == Set(TLSFault.allCases))
    }

    @Test("A matrix can have a fault for each variant")
    func readsMatrix() throws {
        let more = "matrix: { kind: [expired, wrongHost], n: [1, 2] }"
        let variants = try #require(read("{ certificate: '${kind}' }", more: more).scenario).variants
        #expect(variants.withTLS == [0, 1, 2, 3])
        #expect(variants.all.map(\.tls) == [.expired, .expired, .wrongHost, .wrongHost])
        let plain = ScenarioReader.read(
            Array("scenario: t\nmatrix: { n: [1, 2] }\ninteractions: [{ response: {} }]".utf8),
            path: "t.yaml"
        )
        #expect(plain.scenario?.variants.withTLS == [])
    }

    @Test(
        "Mistakes are reported with their place",
        arguments: [
            ("{ certificate: expird }", "2:21: error: 'expird' is not a valid 'certificate'; did you mean 'expired'?"),
            ("{ cert: expired }", "2:8: error: unknown key 'cert' in 'tls'; did you mean 'certificate'?"),
            ("{ protocol: 1.4 }", "2:18: error: '1.4' is not a valid 'protocol'; did you mean '1.1'?"),
            ("{}", "2:6: error: 'tls' needs 'certificate', 'clientCertificate', 'protocol' or 'fault'"),
            ("expired", "2:6: error: 'tls' must be an object, not a string"),
            (
                "{ certificate: expired, fault: truncated }",
                "2:30: error: either 'certificate' or 'fault', not both"
            ),
        ]
    )
    func reports(_ tls: String, _ issue: String) {
        #expect(read(tls).issues.map(\.line) == ["t.yaml:\(issue)"])
    }

    @Test("An invalid value of a matrix is reported at its use")
    func reportsMatrix() {
        let more = "matrix: { kind: [expired, broken] }"
        let issues = read("{ certificate: '${kind}' }", more: more).issues.map(\.line)
        #expect(issues.count == 1 && issues[0].hasPrefix("t.yaml:2:21: error: 'broken' is not a valid 'certificate'"))
    }

    @Test(
        "Parts that no request reaches are suspicious",
        arguments: [
            (
                "{ fault: reset }", "", "",
                ["4:16: warning: no request reaches this interaction: the handshake fails with 'reset'; add 'times: 0'"]
            ),
            ("{ fault: reset }", "", ", times: 0", []), ("{ fault: truncated }", "", "", []),
            ("{ certificate: expired }", "", "", []),
            (
                "{ certificate: expired }", "root: true", "",
                [
                    "2:1: warning: 'tls' has no effect at '/', which is not served on the port of the scenario; remove 'root'"
                ]
            ),
            (
                "{ certificate: expired }",
                "contract: [{ step: s, request: { url: / }, expect: { outcome: success } }]", "",
                ["3:52: warning: the handshake fails with 'expired': expect the outcome 'connectionFailure'"]
            ),
            (
                "{ clientCertificate: required }",
                "contract: [{ step: s, request: { url: / }, expect: { outcome: success } }]", "", []
            ),
        ]
    )
    func warns(_ tls: String, _ more: String, _ times: String, _ issues: [String]) {
        #expect(read(tls, more: more, times: times).issues.map(\.line) == issues.map { "t.yaml:\($0)" })
    }
}

extension ScenarioIssue {
    /// The first line of the description.
    fileprivate var line: String { String(description.prefix { $0 != "\n" }) }
}
