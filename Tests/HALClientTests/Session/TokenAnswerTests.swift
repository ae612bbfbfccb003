import HAL
import HALClient
import HTTPTypes
import Testing

/// Valid and invalid responses of a token endpoint.
struct TokenAnswerTests {
    private static func answer(to body: String, type: String = "application/json", status: Int = 200) async
        -> (outcome: Outcome<OAuthToken>, session: OAuthSession)
    {
        let transport = CannedTransport([.init(status, ["Content-Type": type], body)])
        let session = OAuthSession(
            client: HypermediaClient(transport: transport),
            configuration: OAuthConfiguration(tokenEndpoint: "http://a.example/t", client: OAuthClient(id: "p")),
            now: { WallTime(sinceEpoch: .seconds(100)) }
        )
        return (await session.logIn(user: "u", password: "p"), session)
    }

    private static let hostile: [(String, String)] = [
        (#"{}"#, "$.access_token: the token is missing"),
        (#"{"access_token":null}"#, "$.access_token: the token is missing"),
        (#"{"access_token":""}"#, "$.access_token: the token is empty"),
        (#"{"access_token":7}"#, "$.access_token: expected a string, found a number"),
        (#"{"access_token":["a"]}"#, "$.access_token: expected a string, found an array"),
        (#"{"access_token":"a\r\nX: y"}"#, "$.access_token: the token contains invalid characters"),
        (#"{"access_token":"a b"}"#, "$.access_token: the token contains invalid characters"),
        (#"{"access_token":"ä"}"#, "$.access_token: the token contains invalid characters"),
        (#"{"access_token":"a\u0000"}"#, "$.access_token: the token contains invalid characters"),
        (#"{"access_token":"\#(String(repeating: "a", count: 65_537))"}"#, "$.access_token: longer than 64 KiB"),
        (#"{"access_token":"a","refresh_token":{}}"#, "$.refresh_token: expected a string, found an object"),
        (#"{"access_token":"a","refresh_token":"r\n"}"#, "$.refresh_token: the token contains invalid characters"),
        (#"{"access_token":"a","expires_in":"soon"}"#, "$.expires_in: expected whole seconds, found a string"),
        (#"{"access_token":"a","expires_in":-1}"#, "$.expires_in: expected whole seconds, found a number"),
        (#"{"access_token":"a","expires_in":1.5}"#, "$.expires_in: expected whole seconds, found a number"),
        (#"{"access_token":"a","expires_in":1e400}"#, "$.expires_in: expected whole seconds, found a number"),
        (#"{"access_token":"a","expires_in":true}"#, "$.expires_in: expected whole seconds, found a boolean"),
        (#"{"access_token":"a","token_type":"mac"}"#, "$.token_type: expected Bearer, found another"),
        (#"{"access_token":"a","token_type":1}"#, "$.token_type: expected Bearer, found a number"),
        (#"{"access_token":"a","scope":[]}"#, "$.scope: expected a string, found an array"),
        (#"["a"]"#, "$: the token response is not a JSON object"),
    ]

    @Test("an answer that is not as it should be is no token, and says why", arguments: hostile)
    func anAnswerThatIsNotAsItShouldBe(body: String, problem: String) async {
        let (outcome, session) = await Self.answer(to: body)
        guard case .undecodable(let undecodable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(undecodable.failure.description == problem)
        #expect(await session.userToken == nil)
    }

    @Test(
        "neither is what is no JSON, or of another type, or empty, or too large",
        arguments: [
            ("<html>", "text/html", 200), (#"{"access_token":"a""#, "application/json", 200),
            ("", "application/json", 200), ("", "application/json", 204), (#"{"access_token":"a"}"#, "text/plain", 200),
            (#"{"access_token":"a","access_token":"b"}"#, "application/json", 200),
            (String(repeating: "[", count: 10_000), "application/json", 200),
            (#"{"access_token":"a","x":"\#(String(repeating: "x", count: 1 << 18))"}"#, "application/json", 200),
        ]
    )
    func neitherIs(body: String, type: String, status: Int) async {
        let (outcome, session) = await Self.answer(to: body, type: type, status: status)
        #expect(outcome.name == "undecodable")
        #expect(await session.userToken == nil)
    }

    @Test(
        "when a token expires",
        arguments: [
            ("3600", 3_700), ("\"3600\"", 3_700), ("3600.0", 3_700), ("0", 100), ("null", nil),
            ("9007199254740993", 3_155_760_100),
        ] as [(String, Int?)]
    )
    func whenATokenExpires(written: String, seconds: Int?) async {
        let (outcome, _) = await Self.answer(
            to: #"{"access_token":"a","token_type":"bEaReR","expires_in":\#(written)}"#
        )
        #expect(outcome.success?.model?.expiresAt == seconds.map { WallTime(sinceEpoch: .seconds($0)) })
        #expect(outcome.success?.model?.accessToken == "a")
    }

    @Test(
        "a refusal is read, if it is one",
        arguments: [
            (#"{"error":"invalid_grant"}"#, "invalid_grant"),
            (#"{"error":"invalid_grant","error_description":"a\u001b[2J\u202eb\n"}"#, "invalid_grant: a[2Jb"),
            (#"{"error":"invalid_grant","error_description":7}"#, "invalid_grant"), (#"{"error":7}"#, nil),
            (#"{"error":""}"#, nil), (#"{"error":"a\n"}"#, nil), ("[]", nil), ("<html>", nil),
        ] as [(String, String?)]
    )
    func aRefusalIsRead(body: String, expected: String?) async throws {
        let (outcome, _) = await Self.answer(to: body, status: 400)
        #expect(try #require(outcome.response).status == 400)
        #expect(outcome.response.flatMap { OAuthError($0) }?.description == expected)
    }
}
