import HAL
import HTTPTypes

/// What a token is asked for with, RFC 6749 §4.3, §4.4 and §6.
enum Grant: Sendable {
    case clientCredentials
    case password(user: String, password: String)
    case refresh(token: String)

    fileprivate var fields: [(name: String, value: String)] {
        switch self {
        case .clientCredentials: [("grant_type", "client_credentials")]
        case .password(let user, let password):
            [("grant_type", "password"), ("username", user), ("password", password)]
        case .refresh(let token): [("grant_type", "refresh_token"), ("refresh_token", token)]
        }
    }
}

extension OAuthConfiguration {
    /// The request for a token: it is not redirected, not repeated, and carries nothing but what it says here.
    func tokenCall(
        _ grant: Grant,
        scope: String?,
        now: @escaping @Sendable () -> WallTime
    ) -> Call<OAuthToken> {
        var fields = grant.fields + client.fields
        if let scope { fields.append(("scope", scope)) }
        let content: Content =
            switch encoding {
            case .form: .form(fields)
            case .json: .json(.object(JSONObject(fields.map { JSONObject.Member($0, .string($1)) })))
            }
        return Call(
            .post,
            Target(tokenEndpoint),
            content: content,
            serializer: TokenSerializer(names: names, now: now),
            options: RequestOptions(
                authorization: client.authorization,
                redirectPolicy: RedirectPolicy.none,
                isRetryable: false
            )
        )
    }
}
