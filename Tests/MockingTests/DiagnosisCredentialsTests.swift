import Documents
import HAL
import Matching
import Scenarios
import Testing

@testable import Mocking

/// Explanations redact secrets.
@Suite struct DiagnosisCredentialsTests {
    @Test func neverShowsCredentials() throws {
        let engine = Engine(
            Interaction("secret", .any, .urlPath("/x")) {
                $0.headers = [
                    Named("Authorization", .any(.equalTo("Bearer expected-secret", caseInsensitive: false))),
                    Named("Cookie", .any(.contains("cookie-expected"))),
                    Named("Proxy-Authorization", .any(.contains("proxy-expected"))),
                ]
                $0.cookies = [Named("sid", .equalTo("sid-expected", caseInsensitive: false))]
                $0.basicAuth = BasicCredentials(username: "fred", password: "pass-expected")
            }
        )
        let request = """
            GET /x HTTP/1.1
            Authorization: Bearer token-actual
            Proxy-Authorization: hunter2-actual
            Cookie: sid=sid-actual


            """
        let diagnosis = try #require(engine.diagnosis(request))
        let both = diagnosis.text + String(decoding: diagnosis.json, as: UTF8.self) + diagnosis.summary
        #expect(!both.contains("-actual") && !both.contains("-expected"))
        #expect(both.contains("Bearer <redacted>") && both.contains("fred:<redacted>"))
    }

    @Test(
        "A hint says where a secret value differs, and shows no character of it",
        arguments: [
            ("Authorization: Bearer abX", "differs after 9 characters"),
            ("Authorization: Bearer abcde", "continues after 10 characters that match"),
            ("Authorization: Bearer a", "ends after 8 characters that match"),
            ("Authorization: x", "differs after 0 characters"),
        ]
    )
    func saysWhereASecretDiffers(line: String, hint: String) throws {
        let engine = Engine(
            Interaction("", .any, .any) {
                $0.headers = [Named("Authorization", .any(.equalTo("Bearer abc", caseInsensitive: false)))]
            }
        )
        let check = try #require(engine.diagnosis("GET / HTTP/1.1\n\(line)\n\n")?.nearest.first?.checks.first)
        #expect(check.hint == hint)
        #expect(check.expected == "<redacted>" && check.actual?.hasSuffix("<redacted>") == true)
    }

    @Test(
        "A hint says what of Basic credentials differs",
        arguments: [
            ("Bearer x", "the scheme must be Basic"), ("Basic *", "the credentials are not valid Base64"),
            ("Basic YWJj", "the credentials have no ':' between name and password"),
            ("Basic eDp5", "the user name differs"),
            ("basic ZnJlZDpwYXNz", "the password ends after 4 characters that match"),
        ]
    )
    func saysWhatOfCredentialsDiffers(value: String, hint: String) {
        let engine = Engine(
            Interaction("", .any, .any) { $0.basicAuth = BasicCredentials(username: "fred", password: "password") }
        )
        let check = engine.diagnosis("GET / HTTP/1.1\nAuthorization: \(value)\n\n")?.nearest.first?.checks.first
        #expect(check?.hint == hint)
    }

    @Test("Credentials are shown if they are asked for")
    func showsCredentials() throws {
        var configuration = EngineConfiguration()
        configuration.showsCredentials = true
        let interaction = Interaction("", .any, .any) {
            $0.headers = [Named("Authorization", .any(.equalTo("Bearer abc", caseInsensitive: false)))]
            $0.cookies = [Named("sid", .equalTo("wanted", caseInsensitive: false))]
            $0.basicAuth = BasicCredentials(username: "fred", password: "pass")
        }
        let engine = Engine(interaction, configuration: configuration)
        let text = try #require(engine.diagnosis("GET / HTTP/1.1\nAuthorization: Bearer x\nCookie: sid=came\n\n")).text
        for part in ["Bearer abc", "Bearer x", "wanted", "came", "fred:pass"] { #expect(text.contains(part)) }
        #expect(!text.contains("<redacted>"))
    }
}
