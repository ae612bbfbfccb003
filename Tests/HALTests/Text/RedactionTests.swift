import HAL
import Testing

/// The names of fields whose values are secret.
struct RedactionTests {
    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Authentication-Info", "Cookie", "Set-Cookie", "Cookie2", "X-Api-Key",
        "X-Auth-Token", "X-Session-Token", "X-Access-Token", "Private-Token", "Api-Key", "Apikey", "X-ApiKey",
        "Ocp-Apim-Subscription-Key", "X-Goog-Api-Key", "X-Amz-Security-Token", "X-Functions-Key", "X-JWT", "Token",
        "X-GitHub-Token", "X-Client-Secret", "X-User-Password", "X-Session-Id", "X-Auth", "X-CSRF-Token", "DPoP",
        "X-XSRF-TOKEN", "X-Forwarded-Authorization", "x_api_key", "X-Amz-Credential", "X-AccessKey", "X-OTP",
    ])
    func hidesCredentials(field: String) {
        #expect(Redaction.hides(field))
        #expect(Redaction.hides(field.uppercased()))
    }

    @Test(arguments: [
        "Accept", "Content-Type", "WWW-Authenticate", "Proxy-Authenticate", "Access-Control-Allow-Credentials",
        "Idempotency-Key", "Sec-WebSocket-Key", "Surrogate-Key", "X-Cache-Key", "X-RateLimit-Remaining-Tokens",
        "Author", "X-Author", "X-Monkey", "Key", "", "-", "--key", "X-Tokenizer-Version", "Sessions-Open",
    ])
    func showsOthers(field: String) {
        #expect(!Redaction.hides(field))
    }
}
