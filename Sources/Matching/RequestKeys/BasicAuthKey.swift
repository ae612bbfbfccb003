package import Documents
internal import HAL
internal import Messages

/// `basicAuth`, in WireMock `basicAuthCredentials`: user name and password of Basic authentication.
struct BasicAuthKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "basicAuthCredentials",
            \.basicAuth,
            BasicCredentials.codec.codec,
            "The user name and password of Basic authentication; WireMock's name for `basicAuth`.",
            example: "basicAuthCredentials: { username: ada, password: secret }"
        ),
        Key(
            "basicAuth",
            BasicCredentials.codec.codec,
            "The user name and password of Basic authentication.",
            example: "basicAuth: { username: ada, password: secret }",
            set: { $0.basicAuth = $1 }
        ),
    ]
    static let synonyms = ["auth": "basicAuth"]
    static let part = RequestPart.fields

    let credentials: BasicCredentials

    static func forEach(in pattern: RequestPattern, _ visit: (BasicAuthKey) -> Void) {
        if let credentials = pattern.basicAuth { visit(BasicAuthKey(credentials: credentials)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "credentials", \.basicAuth) {
            BasicCredentials(username: $0.username.mutated, password: $0.password)
        }
    }

    var byteForm: ByteCondition? { .credentials(encoded: BasicAuthorization.encoded(credentials)) }

    func holds(for request: DecodedRequest) -> Bool {
        BasicAuthorization.holds(BasicAuthorization.encoded(credentials), for: request.request)
    }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        let showsCredentials = context.purpose.showsCredentials
        let expected = "\(credentials.username):\(credentials.password)"
        let hidden = "\(Excerpt.of(credentials.username)):\(Redaction.mark)"
        let actual = context.request.headerValues("authorization").first
        return FieldCheck(
            "basicAuth",
            "is",
            expected: showsCredentials ? Excerpt.of(expected) : hidden,
            actual: actual.map { showsCredentials ? Excerpt.of($0) : Redaction.hidden("authorization", $0) },
            holds(for: context.request),
            hint: actual.flatMap { SecretHint.of(credentials, $0) }
        )
    }
}

/// User name and password of `Basic` authentication (RFC 7617).
package struct BasicCredentials: Sendable, Hashable {
    package var username: String
    package var password: String

    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension BasicCredentials {
    package static let codec = ObjectCodec(
        "credentials",
        "a user name and password",
        BasicCredentials(username: "", password: ""),
        keys: [
            Key("username", required: \.username, .text, "The user name.", example: "username: ada, password: secret"),
            Key("password", required: \.password, .text, "The password.", example: "username: ada, password: secret"),
        ]
    )
}
