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

    @Test(
        "An expectation that contradicts the fault is suspicious",
        arguments: [
            ("certificate: expired", "kind: tls, reason: expired", nil),
            (
                "certificate: expired", "kind: tls, reason: wrongHost",
                "'expired' is reported with the reason 'expired', not 'wrongHost'"
            ),
            ("certificate: untrustedCA", "kind: tls, reason: untrusted", nil),
            ("certificate: expired", "kind: reset", "clients report 'expired' as 'tls', not as 'reset'"),
            ("protocol: 1.1", "kind: tls, reason: unsupportedProtocol", nil),
            (
                "protocol: 1.1", "reason: handshake",
                "'oldProtocol' is reported with the reason 'unsupportedProtocol', not 'handshake'"
            ),
            ("clientCertificate: required", "kind: reset", nil), ("fault: close", "kind: reset", nil),
            ("fault: stall", "kind: timedOut", nil),
            ("fault: stall", "kind: tls", "clients report 'stall' as 'timedOut', not as 'tls'"),
            ("fault: reset", "reason: other", "'reset' is reported without a reason, not 'other'"),
            ("fault: plain", "kind: dns", "clients report 'plain' as 'tls' or 'protocolViolation', not as 'dns'"),
            ("fault: truncated", "kind: truncated", nil),
            (
                "certificate: expired", "received: [{ scheme: http }]", "requests to a scenario with 'tls' use https"
            ),
            ("certificate: expired", "received: { scheme: http }", "requests to a scenario with 'tls' use https"),
        ]
    )
    func contradicts(_ tls: String, _ expectation: String, _ warning: String?) {
        let expect = "expect: { outcome: connectionFailure, \(expectation) }"
        let contract = "contract: [{ step: s, request: { url: / }, \(expect) }]"
        let messages = read("{ \(tls) }", more: contract, times: ", times: 0").issues.map(\.message)
        #expect(messages == [warning].compactMap(\.self))
    }

    @Test("A condition for plain HTTP is suspicious")
    func findsPlainRequests() {
        let text = """
            scenario: t
            tls: { certificate: expired }
            interactions: [{ request: { scheme: http }, response: {}, times: 0 }]
            """
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml", rules: .eachVariant).issues.map(\.line)
        #expect(issues == ["t.yaml:3:37: warning: requests to a scenario with 'tls' use https"])
    }

    @Test(
        "Sessions that no client can have are suspicious",
        arguments: [
            ("version: { equalTo: TLSv1.3 }", nil), ("version: { matches: 'TLSv1[.][23]' }", nil),
            ("version: { absent: true }", nil), ("version: { or: [{ equalTo: TLSv1.2 }, { absent: true }] }", nil),
            ("cipher: { doesNotContain: 'NULL' }", nil),
            ("version: { doesNotContain: x }", "every request has such a 'version'; remove it"),
            (
                "version: { doesNotMatch: 'TLS.*' }",
                "no TLS session has such a 'version'; for requests over plain HTTP, use 'scheme: http'"
            ),
            ("version: { equalTo: TLS1.3 }", "no TLS session has such a 'version'; use 'TLSv1.2' or 'TLSv1.3'"),
            ("version: { contains: '1.4' }", "no TLS session has such a 'version'; use 'TLSv1.2' or 'TLSv1.3'"),
            ("cipher: { equalTo: TLS_AES_256_GCM_SHA384 }", nil),
            ("cipher: { equalTo: ECDHE-ECDSA-AES128-GCM-SHA256 }", nil), ("cipher: { contains: CHACHA20 }", nil),
            (
                "cipher: { equalTo: TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 }",
                "no TLS session has such a 'cipher'; use OpenSSL's name, such as 'TLS_AES_256_GCM_SHA384' or "
                    + "'ECDHE-ECDSA-AES128-GCM-SHA256'"
            ),
        ]
    )
    func findsImpossibleSessions(_ key: String, _ warning: String?) {
        let text = "scenario: t\ninteractions: [{ request: { tls: { \(key) } }, response: {} }]"
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml").issues.map(\.line)
        #expect(
            issues.map { $0.split(separator: ": ", maxSplits: 2).last.map(String.init) } == [warning].compactMap(\.self)
        )
    }

    @Test(
        "Parts of a fault without an effect are suspicious",
        arguments: [
            ("{ effect: reset, code: CANCEL }", nil), ("{ effect: reset, scope: connection }", nil),
            (
                "{ effect: truncated, code: CANCEL }", "'code' has no effect with 'truncated', only with 'reset'"
            ),
            ("{ effect: close, scope: connection }", "'scope' has no effect with 'close', only with 'reset'"),
            (
                "{ effect: reset, scope: connection, code: CANCEL }",
                "'code' has no effect with 'scope: connection', which resets the TCP connection"
            ),
            ("{ effect: close, after: { bodyBytes: 2 } }", nil), ("{ effect: badChunk, after: 3 }", nil),
            (
                "{ effect: close, after: { bodyBytes: 3 } }",
                "the body has 3 bytes: over HTTP/1.1 the response is complete before the fault"
            ),
            ("{ effect: close, after: 4 }", "the body has 3 bytes, not 4: the fault happens after all of them"),
        ]
    )
    func findsFaultsWithoutEffect(_ fault: String, _ warning: String?) {
        let text = "scenario: t\ninteractions: [{ response: { body: abc, fault: \(fault) } }]"
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml", rules: .eachVariant).issues
        #expect(issues.map(\.message) == [warning].compactMap(\.self))
    }

    @Test("A raw response to a request in HTTP/2 is suspicious", arguments: ["HTTP/2", "HTTP/1.1"])
    func findsRawResponses(version: String) {
        let raw = #"response: { raw: "HTTP/1.1 200 OK\n\n" }"#
        let text = "scenario: t\ninteractions: [{ request: { protocol: \(version) }, \(raw) }]"
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml", rules: .eachVariant).issues
        #expect(issues.map { $0.message.prefix(14) } == (version == "HTTP/2" ? ["a raw response"] : []))
    }

    @Test(
        "A fault at the end of a body has an effect in chunks and over HTTP/2, and none after HEAD",
        arguments: [
            ("", ", transferEncoding: chunked", nil), ("protocol: HTTP/2, ", "", nil),
            ("method: GET, ", "", "the body has 3 bytes: over HTTP/1.1 the response is complete before the fault"),
            ("method: HEAD, ", "", "a response to HEAD has no body: the fault happens after the head"),
            ("method: [GET, HEAD], ", ", transferEncoding: chunked", nil),
        ]
    )
    func findsFaultsAfterTheEnd(_ request: String, _ response: String, _ warning: String?) {
        let text = """
            scenario: t
            interactions:
              - request: { \(request)url: /a }
                response: { body: abc, fault: { effect: close, after: 3 }\(response) }
            """
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml", rules: .eachVariant).issues
        #expect(issues.map(\.message) == [warning].compactMap(\.self))
    }

    @Test("A TLS session over plain HTTP is suspicious", arguments: ["http", "https"])
    func findsSessionsOverPlainHTTP(_ scheme: String) {
        let request = "{ scheme: \(scheme), tls: { version: { equalTo: TLSv1.3 } } }"
        let text = "scenario: t\ninteractions: [{ request: \(request), response: {} }]"
        let issues = ScenarioReader.read(Array(text.utf8), path: "t.yaml").issues.map(\.message)
        #expect(issues == (scheme == "http" ? ["requests with 'scheme: http' have no TLS session"] : []))
    }
}

extension ScenarioIssue {
    /// The first line of the description.
    fileprivate var line: String { String(description.prefix { $0 != "\n" }) }
}
