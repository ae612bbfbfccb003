internal import HAL

/// The keys of a contract step.
enum StepKey: String, KnownKey {
    case step, request, expect, after

    static let owner = "a step"
    static let definition = "step"
    static let required: [Self] = [.step, .request, .expect]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .step:
            KeyEntry(
                .text,
                "The name, unique in the file.",
                example: "step: read, request: { url: / }, expect: { outcome: success }"
            )
        case .request:
            KeyEntry(
                .definition(StepRequestKey.keyTable),
                "The call that the client makes.",
                example: "step: read, request: { method: GET, url: / }, expect: { outcome: success }"
            )
        case .expect:
            KeyEntry(
                .definition(ExpectKey.keyTable),
                "The outcome that the client must report.",
                example: "step: read, request: { url: / }, expect: { outcome: success, status: 200 }"
            )
        case .after:
            KeyEntry(
                .integer(ResponseKey.milliseconds),
                "A pause before the step, in milliseconds.",
                example: "step: read, after: 100, request: { url: / }, expect: { outcome: success }"
            )
        }
    }
}

/// The keys of what a client is told to request.
enum StepRequestKey: String, KnownKey {
    case method, url, follow, target, accept, acceptLanguage, contentType, body, jsonBody, authorization
    case ifModifiedSince, ifUnmodifiedSince, ifMatch, ifNoneMatch, headers, timeoutMilliseconds

    static let owner = "a step's request"
    static let definition = "stepRequest"
    static let table = makeTable()
    static let addresses: [Self] = [.url, .follow, .target]

    var entry: KeyEntry {
        switch self {
        case .method: KeyEntry(.method, default: "GET", "The method.", example: "method: PUT, url: /, jsonBody: {}")
        case .url:
            KeyEntry(
                .text,
                "The address: relative to that of the scenario, or absolute.",
                example: "url: '/stations?near=Kiel'"
            )
        case .follow:
            KeyEntry(
                .either([.text, .definition(FollowKey.keyTable)]),
                "A relation of an earlier resource; the client finds and expands the link.",
                example: "follow: { relation: next }"
            )
        case .target:
            KeyEntry(
                .choice(UnreachableTarget.allCases.map(\.rawValue)),
                "An address that cannot be reached.",
                example: "target: closedPort"
            )
        case .accept: KeyEntry(.text, "`Accept`.", example: "url: /, accept: application/hal+json")
        case .acceptLanguage: KeyEntry(.text, "`Accept-Language`.", example: "url: /, acceptLanguage: de")
        case .contentType:
            KeyEntry(
                .text,
                "The `Content-Type` of the body.",
                example: "method: POST, url: /, body: hello, contentType: text/plain"
            )
        case .body:
            KeyEntry(
                .text,
                "The body as text.",
                example: "method: POST, url: /, contentType: text/plain, body: hello"
            )
        case .jsonBody:
            KeyEntry(
                .anything,
                "The body as JSON.",
                example: "method: POST, url: /, jsonBody: { amount: 5 }"
            )
        case .authorization:
            KeyEntry(
                .definition(AuthorizationKey.keyTable),
                "The credentials that the client is given.",
                example: "url: /, authorization: { bearer: token-1 }"
            )
        case .ifModifiedSince:
            KeyEntry(
                .text,
                "`If-Modified-Since`, an HTTP-date.",
                example: "url: /, ifModifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT'"
            )
        case .ifUnmodifiedSince:
            KeyEntry(
                .text,
                "`If-Unmodified-Since`, an HTTP-date.",
                example: "url: /, ifUnmodifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT'"
            )
        case .ifMatch: KeyEntry(.text, "`If-Match`, entity tags.", example: #"url: /, ifMatch: '"v1"'"#)
        case .ifNoneMatch: KeyEntry(.text, "`If-None-Match`, entity tags.", example: #"url: /, ifNoneMatch: '"v1"'"#)
        case .headers:
            KeyEntry(
                .map(.either([.text, .list(.text)])),
                "More header fields, by name.",
                example: "url: /, headers: { X-Trace: abc }"
            )
        case .timeoutMilliseconds:
            KeyEntry(
                .integer(1...ResponseKey.milliseconds.upperBound),
                default: 5000,
                "The time limit of the client for the call.",
                example: "url: /, timeoutMilliseconds: 2000"
            )
        }
    }
}

/// The keys of a link to follow.
enum FollowKey: String, KnownKey {
    case relation, from, name, variables

    static let owner = "follow"
    static let definition = "follow"
    static let required: [Self] = [.relation]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .relation: KeyEntry(.text, "The relation of the link.", example: "relation: next")
        case .from:
            KeyEntry(
                .text,
                "The step whose resource has the link; by default the last successful one.",
                example: "relation: next, from: first"
            )
        case .name:
            KeyEntry(
                .text,
                "The name of the link, if the relation has several.",
                example: "relation: next, name: main"
            )
        case .variables:
            KeyEntry(
                .object,
                "Values for a templated link.",
                example: "relation: next, variables: { id: 7 }"
            )
        }
    }
}

/// The keys of credentials that a client is given.
enum AuthorizationKey: String, KnownKey {
    case scheme, parameters, basic, bearer, oauth

    static let owner = "authorization"
    static let definition = "authorization"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .scheme: KeyEntry(.text, "The authentication scheme.", example: "scheme: Token, parameters: { id: abc }")
        case .parameters:
            KeyEntry(
                .map(.text),
                "The parameters of `scheme`.",
                example: "scheme: Key, parameters: { key: abc }"
            )
        case .basic:
            KeyEntry(
                .definition(CredentialsKey.keyTable),
                "User name and password for Basic authentication.",
                example: "basic: { username: ada, password: secret }"
            )
        case .bearer: KeyEntry(.text, "The token for Bearer authentication.", example: "bearer: token-1")
        case .oauth:
            KeyEntry(
                .definition(OAuthKey.keyTable),
                "An OAuth session; steps with the same values share it.",
                example: "oauth: { tokenUrl: /token, clientId: app }"
            )
        }
    }
}
