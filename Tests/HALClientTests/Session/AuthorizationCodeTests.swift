import HAL
import HTTPTypes
import MockServing
import Testing

@testable import HALClient

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Log-ins on the page of an authorization server, with token requests over a real socket.
struct AuthorizationCodeTests {
    private static let redirectURI = "com.example.pump:/signed-in"

    private static func login(scope: String? = "read", issuer: String? = nil) -> AuthorizationCode {
        AuthorizationCode(
            endpoint: "https://login.example.com/authorize?tenant=7",
            redirectURI: redirectURI,
            scope: scope,
            issuer: issuer,
            parameters: ["prompt": "login", "state": "mine"]
        )
    }

    /// The fields of the page, or of another URI or form.
    private static func fields(_ uri: String) -> [String: String] {
        AuthorizationRequest.fields(of: URIReference(uri).query ?? uri).compactMapValues(\.first)
    }

    /// The example of RFC 7636, appendix B.
    @Test func theChallengeIsTheDigestOfTheVerifier() {
        let challenge = AuthorizationRequest.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func theCodeOfTheBrowserBecomesAToken() async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1", refresh: "r1")]) { server in
            let session = await server.session()
            let pages = Locked<[String]>([])
            let outcome = await session.logIn(with: Self.login()) { page in
                pages.withLock { $0.append(page) }
                return "\(Self.redirectURI)?code=c%2F1&state=\(Self.fields(page)["state"] ?? "")"
            }
            #expect(outcome.success?.model?.accessToken == "good1")
            #expect(await session.get("station").name == "success")
            let page = try #require(pages.withLock { $0 }.first)
            #expect(page.hasPrefix("https://login.example.com/authorize?tenant=7&response_type=code&client_id=pump&"))
            let asked = Self.fields(page)
            #expect(asked["redirect_uri"] == Self.redirectURI)
            #expect(asked["scope"] == "read")
            #expect(asked["prompt"] == "login")
            #expect(asked["code_challenge_method"] == "S256")
            #expect(asked["nonce"] == nil)
            let sent = Self.fields(try #require(await server.tokenRequests.first))
            #expect(sent["grant_type"] == "authorization_code")
            #expect(sent["code"] == "c/1")
            #expect(sent["redirect_uri"] == Self.redirectURI)
            #expect(sent["code_verifier"].map(AuthorizationRequest.challenge) == asked["code_challenge"])
            #expect(sent["code_verifier"]?.utf8.count == 43)
            #expect(sent.count == 4)
        }
    }

    @Test func eachLogInHasItsOwnSecrets() {
        let requests = (0..<100).map { _ in AuthorizationRequest(Self.login(scope: "openid"), scope: nil) }
        #expect(Set(requests.flatMap { [$0.state, $0.verifier, $0.nonce ?? ""] }).count == 300)
    }

    @Test(
        "a response that is not that of the request",
        arguments: [
            ("\(redirectURI)?code=c&state=other", AuthorizationError.Code.state), ("\(redirectURI)?code=c", .state),
            ("\(redirectURI)?code=c&state=STATE&state=STATE", .state),
            ("\(redirectURI)?state=STATE&iss=me", .missingCode),
            ("\(redirectURI)?state=STATE&iss=me&code=", .missingCode),
            ("\(redirectURI)?state=STATE&iss=me&code=a&code=b", .missingCode),
            ("\(redirectURI)?state=STATE&code=c", .issuer), ("\(redirectURI)?state=STATE&code=c&iss=other", .issuer),
            ("com.example.other:/signed-in?code=c&state=STATE&iss=me", .redirectURI),
            ("\(redirectURI)/more?code=c&state=STATE&iss=me", .redirectURI), ("", .redirectURI),
            ("\(redirectURI)?error=access_denied&error_description=not+now&state=STATE&iss=me", .refused),
        ]
    )
    func wrongResponses(callback: String, code: AuthorizationError.Code) async throws {
        try await TokenServer.start(token: [TokenServer.answer("good1")]) { server in
            let session = await server.session()
            let outcome = await session.logIn(with: Self.login(issuer: "me")) { page in
                callback.replacing("STATE", with: Self.fields(page)["state"] ?? "")
            }
            let error = try #require(outcome.failure?.underlying as? AuthorizationError)
            #expect(error.code == code)
            if code == .refused { #expect("\(error)" == "refused: access_denied: not now") }
            #expect(await server.requests.isEmpty)
            #expect(await session.userToken == nil)
        }
    }

    @Test func aBrowserThatFailsOrIsClosed() async throws {
        struct NoBrowser: Error {}
        try await TokenServer.start { server in
            let session = await server.session()
            let cancelled = await session.logIn(with: Self.login()) { _ in throw CancellationError() }
            #expect(cancelled.failureKind == .cancelled)
            let failed = await session.logIn(with: Self.login()) { _ in throw NoBrowser() }
            #expect((failed.failure?.underlying as? AuthorizationError)?.code == .presentation)
        }
    }

    /// Responds with an ID token whose nonce the test chooses.
    private struct OpenIDTransport: Transport {
        let nonce: Locked<String?>

        func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            var members = [JSONObject.Member("access_token", "good1"), JSONObject.Member("token_type", "Bearer")]
            if let nonce = nonce.withLock({ $0 }) {
                let claims = Data(#"{"sub":"ä","nonce":"\#(nonce)"}"#.utf8).base64EncodedString()
                    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                members.append(JSONObject.Member("id_token", .string("e30.\(claims).c2ln")))
            }
            let body = JSONValue.object(JSONObject(members)).serializedBytes()
            return TransportResponse(
                request: request,
                status: 200,
                fields: [.contentType: "application/json"],
                body: body
            )
        }
    }

    @Test(
        "an ID token has the nonce of the request",
        arguments: [("NONCE", true), ("other", false), (nil, false)] as [(String?, Bool)]
    )
    func nonces(nonce: String?, isRight: Bool) async {
        let sent = Locked(nonce)
        let session = OAuthSession(
            client: HypermediaClient(transport: OpenIDTransport(nonce: sent)),
            configuration: OAuthConfiguration(
                tokenEndpoint: "https://a.example/token",
                client: OAuthClient(id: "pump")
            )
        )
        let outcome = await session.logIn(with: Self.login(scope: "openid read")) { page in
            let fields = Self.fields(page)
            sent.withLock { $0 = $0.map { $0 == "NONCE" ? fields["nonce"] ?? "" : $0 } }
            return "\(Self.redirectURI)?code=c&state=\(fields["state"] ?? "")"
        }
        #expect(outcome.name == (isRight ? "success" : "undecodable"), "\(outcome)")
        #expect(await (session.userToken != nil) == isRight)
    }
}
