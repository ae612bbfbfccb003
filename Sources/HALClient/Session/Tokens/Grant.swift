import HAL
import HTTPTypes

/// The grant of a token request, RFC 6749 §4.1, §4.3, §4.4 and §6, RFC 8628 §3.4.
enum Grant: Sendable {
    case clientCredentials
    case password(user: String, password: String)
    case refresh(token: String)
    case authorizationCode(String, redirectURI: String, verifier: String)
    case deviceCode(String)

    fileprivate var fields: [(name: String, value: String)] {
        switch self {
        case .clientCredentials: [("grant_type", "client_credentials")]
        case .password(let user, let password):
            [("grant_type", "password"), ("username", user), ("password", password)]
        case .refresh(let token): [("grant_type", "refresh_token"), ("refresh_token", token)]
        case .authorizationCode(let code, let redirectURI, let verifier):
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                ("code_verifier", verifier),
            ]
        case .deviceCode(let code):
            [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code)]
        }
    }
}

extension OAuthConfiguration {
    /// The request for a token: it is not redirected or retried, and has no other fields or parameters.
    func tokenCall(
        _ grant: Grant,
        scope: String?,
        nonce: String? = nil,
        now: @escaping @Sendable () -> WallTime
    ) -> Call<OAuthToken> {
        call(to: tokenEndpoint, grant.fields, scope: scope, TokenSerializer(names: names, nonce: nonce, now: now))
    }

    /// The device authorization request, RFC 8628 §3.1.
    func deviceCall(
        to endpoint: String,
        scope: String?,
        now: @escaping @Sendable () -> WallTime
    ) -> Call<DeviceCode> {
        // A confidential client authenticates as at the token endpoint; a public one is named by `client.fields`.
        let fields = client.fields.contains { $0.name == "client_id" } ? [] : [(name: "client_id", value: client.id)]
        return call(to: endpoint, fields, scope: scope, DeviceCodeSerializer(now: now))
    }

    private func call<Model: Sendable>(
        to endpoint: String,
        _ fields: [(name: String, value: String)],
        scope: String?,
        _ serializer: some Serializer<Model>
    ) -> Call<Model> {
        var fields = fields + client.fields
        if let scope { fields.append(("scope", scope)) }
        let content: RequestContent =
            switch encoding {
            case .form: .form(fields)
            case .json: .json(.object(JSONObject(fields.map { JSONObject.Member($0, .string($1)) })))
            }
        return Call(
            .post,
            Target(endpoint),
            content: content,
            serializer: serializer,
            options: RequestOptions(
                authorization: client.authorization,
                redirectPolicy: RedirectPolicy.none,
                isRetryable: false
            )
        )
    }
}

/// Decodes the response to a token request, RFC 6749 §5.1.
struct TokenSerializer: Serializer {
    let mediaTypes: [MediaType] = [.json]
    let names: TokenNames
    /// The value that the ID token must have; nil without OpenID.
    var nonce: String?
    let now: @Sendable () -> WallTime

    /// The maximum size of a token in bytes; no server accepts a header of 64 KiB.
    private static let longestToken = 1 << 16

    func takes(_ mediaType: MediaType?) -> Bool {
        mediaType?.isJSON ?? true
    }

    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<OAuthToken> {
        let limits = JSONLimits(depth: 16, bytes: 1 << 18, duplicateKeys: .refuse)
        guard case .object(let answer) = try JSONBody.value(of: response, limits: limits) else {
            throw DecodingFailure(.model, "the token response is not a JSON object", path: "$")
        }
        try checkType(answer[names.tokenType])
        try checkNonce(answer["id_token"]?.string)
        guard let accessToken = try token(names.accessToken, in: answer) else {
            throw failure(names.accessToken, "the token is missing")
        }
        return Decoded(
            model: OAuthToken(
                accessToken: accessToken,
                refreshToken: try token(names.refreshToken, in: answer),
                expiresAt: try expiry(answer[names.expiresIn]),
                scope: try text(names.scope, in: answer)
            )
        )
    }

    /// RFC 6749 §7.1: a client does not use a token whose type it does not understand.
    private func checkType(_ type: JSONValue?) throws(DecodingFailure) {
        guard let type, !type.isNull else { return }
        guard type.string?.lowercased() == "bearer" else {
            throw failure(names.tokenType, "expected Bearer, found \(type.string.map { _ in "another" } ?? type.kind)")
        }
    }

    /// An ID token of another log-in was injected, OpenID Connect Core 1.0 §15.5.2.
    private func checkNonce(_ idToken: String?) throws(DecodingFailure) {
        guard let nonce else { return }
        guard let idToken else { throw failure("id_token", "the ID token is missing") }
        guard IDToken.nonce(in: idToken) == nonce else { throw failure("id_token", "the ID token has another nonce") }
    }

    /// A token, or nil if it is missing; its characters are those of RFC 6749 §A.12, except spaces.
    private func token(_ name: String, in answer: JSONObject) throws(DecodingFailure) -> String? {
        guard let text = try text(name, in: answer) else { return nil }
        guard !text.isEmpty else { throw failure(name, "the token is empty") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw failure(name, "the token contains invalid characters")
        }
        return text
    }

    private func text(_ name: String, in answer: JSONObject) throws(DecodingFailure) -> String? {
        guard let value = answer[name], !value.isNull else { return nil }
        guard let text = value.string else { throw failure(name, "expected a string, found \(value.kind)") }
        guard text.utf8.count <= Self.longestToken else { throw failure(name, "longer than 64 KiB") }
        return text
    }

    /// The time of expiry; nil, which does not mean expired, if the member is missing.
    private func expiry(_ value: JSONValue?) throws(DecodingFailure) -> WallTime? {
        guard let value, !value.isNull else { return nil }
        if let expiry = names.expiry {
            guard let time = expiry(value, now()) else { throw failure(names.expiresIn, "expected a time") }
            return time
        }
        // Some servers write the number as a string.
        let number = value.number ?? value.string.flatMap { JSONNumber($0) }
        guard let seconds = number?.int, seconds >= 0 else {
            throw failure(names.expiresIn, "expected whole seconds, found \(value.kind)")
        }
        return now() + .seconds(min(seconds, Self.longestLife))
    }

    /// A hundred years in seconds.
    private static let longestLife = 3_155_760_000

    private func failure(_ name: String, _ message: String) -> DecodingFailure {
        DecodingFailure(.model, message, path: DecodingFailure.path(names: name))
    }
}
