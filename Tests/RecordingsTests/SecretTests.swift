import Scenarios
import Testing

@testable import Recordings

/// Secrets of recorded exchanges.
struct SecretTests {
    private typealias Generator = ScenarioGeneratorTests

    @Test func aLogInReplaysWithoutItsSecrets() throws {
        let form = "grant_type=password&username=ada&password=hunter2+x"
        let scenario = Generator.generated([
            Generator.exchange(
                "/me",
                status: 401,
                lines: [FieldLine("WWW-Authenticate", "Digest realm=\"r\", nonce=\"N0NCE-9\"")]
            ),
            Generator.exchange(
                "POST /token",
                ["Content-Type": "application/x-www-form-urlencoded", "Authorization": "Basic Y2xpZW50OnMzY3JldC14"],
                body: form,
                type: "application/json",
                lines: [FieldLine("Set-Cookie", "sid=COOKIE-1234; Path=/; HttpOnly")],
                content: "{\"access_token\":\"T0KEN.abc/def\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
            ),
            Generator.exchange(
                "/me?sig=SIGNATURE1&next=/a",
                ["Authorization": "Bearer T0KEN.abc/def", "Cookie": "sid=COOKIE-1234; theme=dark"],
                lines: [FieldLine("Location", "/me?token=T0KEN.abc%2Fdef")],
                content: "{\"session\":\"COOKIE-1234\",\"escaped\":\"T0KEN.abc\\/def\",\"password\":1234}"
            ),
        ])
        for secret in ["hunter2", "Y2xpZW50", "s3cret", "T0KEN", "COOKIE-1234", "SIGNATURE1", "N0NCE", "1234"] {
            #expect(!scenario.text.contains(secret), "\(secret)\n\(scenario.text)")
        }
        let variant = try Generator.read(scenario)
        #expect(scenario.text.contains("token_type: Bearer"))
        #expect(scenario.text.contains("username: { equalTo: ada }"))
        #expect(scenario.text.contains("password: { matches: .+ }"))
        #expect(scenario.text.contains("Authorization: { matches: Bearer .+ }"))
        #expect(scenario.text.contains("Path=/; HttpOnly"))
        #expect(variant.contract.count == 3)
        let bearer = try #require(scenario.text.firstMatch(of: /bearer: (REDACTED-\d+)/)?.1)
        #expect(scenario.text.contains("access_token: \(bearer),"))
    }

    @Test func placeholdersAreComparedWithoutTheirNumbers() {
        let text = "a REDACTED-1, REDACTED-10 and REDACTED-102"
        #expect(Pseudonyms.withoutNumbers(text) == "a REDACTED-, REDACTED- and REDACTED-")
    }

    @Test func keepsSecretsOnRequest() {
        let exchanges = [Generator.exchange("/a?token=abcdef123", ["Authorization": "Bearer xyz-1234567"])]
        let scenario = Generator.generated(exchanges) { $0.keepsSecrets = true }
        #expect(scenario.text.contains("abcdef123") && scenario.text.contains("xyz-1234567"))
        #expect(scenario.secrets == 0)
    }

    @Test func placeholdersSurviveAnotherImport() {
        let exchanges = [
            Generator.exchange("/a?token=REDACTED-7"), Generator.exchange("/a?token=another-secret"),
        ]
        let text = Generator.generated(exchanges).text
        #expect(text.contains("REDACTED-7") && text.contains("REDACTED-8"))
    }

    @Test(arguments: [
        ("{\"code\":\"not_found\",\"key\":\"a\",\"pageToken\":null,\"n\":true}", false),
        ("{\"apiKey\":\"abc\"}", true), ("{\"user\":{\"credentials\":{\"id\":\"abc\"}}}", true),
        ("{\"tokens\":[{\"token\":\"abc\"}],\"z\":1}", true), ("{\"password\":\"\"}", false), ("{\"otp\":12345}", true),
        ("{\"token\":\"abc\"", true), ("{\"n\":1}\n{\"token\":\"abc\"}\n", true),
    ])
    func membersAreSecretByTheirNames(_ body: String, isSecret: Bool) {
        let exchange = Generator.exchange("/a", type: "application/json", content: body)
        #expect(Generator.generated([exchange]).secrets == (isSecret ? 1 : 0))
    }

    @Test func shortValuesAndNumbersAreReplacedInTheirPlacesOnly() {
        let scenario = Generator.generated([
            Generator.exchange(
                "/a",
                ["Cookie": "lang=de; id=20261103; theme=default"],
                content: "{\"lang\":\"de\",\"n\":20261103,\"theme\":\"default\",\"defaults\":\"defaulted\"}"
            )
        ])
        #expect(scenario.text.contains("lang: de") && scenario.text.contains("n: 20261103"))
        #expect(scenario.text.contains("theme: REDACTED-3") && scenario.text.contains("defaults: defaulted"))
    }
}
