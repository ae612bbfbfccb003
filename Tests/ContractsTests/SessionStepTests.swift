import Contracts
import Testing

/// Steps that a client makes in an OAuth session.
struct SessionStepTests {
    private static let contract = """
        scenario: A session
        interactions:
          - request: { method: POST, urlPath: /token }
            response: { jsonBody: { access_token: t, token_type: Bearer } }
          - { request: { urlPath: /a, headers: { Authorization: Bearer t } }, response: { status: 204 } }
        contract:
          - step: first
            request: { url: /a, authorization: &session { oauth: { tokenUrl: /token, clientId: c, clientSecret: s3cret } } }
            expect: { outcome: success }
          - step: second
            request: { url: /a, authorization: *session }
            expect: { outcome: success, received: [{ method: GET }] }
        """

    @Test func stepsThatSayTheSameHaveTheSameSession() async throws {
        #expect(try await LocalServer.report(of: Self.contract).failures == [])
        let other = Self.contract.replacing("*session", with: "{ oauth: { tokenUrl: /token, clientId: d } }")
        let failures = try await LocalServer.report(of: other).failures
        #expect(failures.count == 1 && failures[0].hasPrefix("received"), "\(failures)")
    }

    @Test func aClientWithoutSessionsIsNotAskedForOne() async throws {
        let kind = ScriptedDriver.kind(capabilities: [.outcome]) { call, report in report(.success(call)) }
        let report = try await LocalServer.report(of: Self.contract, clients: [kind])
        #expect(report.cases[0].steps.map(\.skipReason) == Array(repeating: "the client has no sessions", count: 2))
    }

    @Test func aDriverIsToldTheWordsOfTheFileWithAnAbsoluteAddress() async throws {
        let hello = #"{"hypermockDriver":1,"name":"fake","capabilities":["outcome","session"]}"#
        let processes = CannedProcess.Launcher(hello: [hello], answers: [.success, .line("s3cret s3same")])
        let kind = try await DriverPool { processes.launch() }.kind(arguments: "")
        let user = "user: { username: u, password: s3same }, userToken: { accessToken: s3old, expiresIn: 0 }, scope: r"
        let contract = Self.contract.replacing("s3cret }", with: "s3cret, \(user) }")
        let report = try await LocalServer.report(of: contract, clients: [kind])
        let line = try #require(processes.lines.first)
        #expect(line.contains(#""authorization":{"oauth":{"tokenUrl":"http://127.0.0.1:"#))
        #expect(
            line.contains(#"/token","clientId":"c","clientAuthentication":"basic","encoding":"form","appToken":true,"#)
        )
        #expect(line.contains(#""clientSecret":"s3cret","scope":"r","user":{"username":"u","password":"s3same"},"#))
        #expect(line.contains(#""userToken":{"accessToken":"s3old","expiresIn":0}}}"#))
        #expect(ProcessDriverTests.message(report, step: 1).contains("'<redacted> <redacted>'"))
    }

    @Test func aLogInThatFailsIsTheOutcome() async throws {
        let contract = """
            scenario: A wrong password
            interactions:
              - request: { method: POST, urlPath: /token }
                response: { status: 400, jsonBody: { error: invalid_grant } }
            contract:
              - step: only
                request:
                  url: /a
                  authorization: { oauth: { tokenUrl: /token, clientId: c, user: { username: u, password: p } } }
                expect: { outcome: clientError, status: 400 }
            """
        #expect(try await LocalServer.report(of: contract).failures == [])
    }
}
