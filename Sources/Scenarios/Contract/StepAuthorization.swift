import Documents
package import Matching

/// The credentials of a call.
package enum StepAuthorization: Sendable, Hashable {
    /// A name and value of an authentication parameter.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    case scheme(String, parameters: [Parameter])
    case basic(BasicCredentials)
    case bearer(String)
    case oauth(StepSession)
}

extension Codec where Value == StepAuthorization {
    static let authorization = Codec(reading: .definition(AuthorizationDraft.codec.table)) { reader, node, _ in
        AuthorizationDraft.codec.read(reader, node)?.authorization
    }
}

extension Codec where Value == [StepAuthorization.Parameter] {
    /// Parameters by name.
    static let parameters = Codec(reading: .map(.text)) { reader, node, name in
        reader.entries(node, name)?.compactMap { entry in
            reader.text(entry.value, "'\(entry.name)'").map { StepAuthorization.Parameter(name: entry.name, value: $0) }
        }
    }
}

/// The keys of all kinds of credentials.
private struct AuthorizationDraft: Sendable {
    private var kind: StepAuthorization?
    private var parameters: [StepAuthorization.Parameter] = []

    var authorization: StepAuthorization? {
        guard case .scheme(let scheme, _)? = kind else { return kind }
        return .scheme(scheme, parameters: parameters)
    }

    static let codec = ObjectCodec(
        "authorization",
        "authorization",
        AuthorizationDraft(),
        KeyTable.Options(exclusive: [KeyGroup(["scheme", "basic", "bearer", "oauth"], isRequired: true)]),
        keys: [
            Key(
                "scheme",
                .headerText,
                "The authentication scheme.",
                example: "scheme: Token, parameters: { id: abc }",
                set: { $0.kind = .scheme($1, parameters: []) }
            ),
            Key(
                "parameters",
                \.parameters,
                .parameters,
                default: [],
                "The parameters of `scheme`.",
                example: "scheme: Key, parameters: { key: abc }"
            ),
            Key(
                "basic",
                BasicCredentials.codec.codec,
                "User name and password for Basic authentication.",
                example: "basic: { username: ada, password: secret }",
                set: { $0.kind = .basic($1) }
            ),
            Key(
                "bearer",
                .headerText,
                "The token for Bearer authentication.",
                example: "bearer: token-1",
                set: { $0.kind = .bearer($1) }
            ),
            Key(
                "oauth",
                StepSession.codec.codec,
                "An OAuth session; steps with the same values share it.",
                example: "oauth: { tokenUrl: /token, clientId: app }",
                set: { $0.kind = .oauth($1) }
            ),
        ],
        check: { reader, members, _ in
            guard members["scheme"] == nil, let parameters = members["parameters"] else { return }
            reader.log.error("'parameters' needs 'scheme'", at: parameters.key)
        }
    )
}
