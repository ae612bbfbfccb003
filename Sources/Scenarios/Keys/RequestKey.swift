/// The keys of a request pattern; WireMock's.
enum RequestKey: String, KnownKey {
    case method, url, urlPattern, urlPath, urlPathPattern, urlPathTemplate, pathParameters
    case queryParameters, headers, cookies, formParameters, basicAuth, basicAuthCredentials
    case bodyPatterns, multipartPatterns, scheme, host, port

    static let owner = "a request"
    static let definition = "request"
    static let unsupported: Set<String> = ["clientIp", "customMatcher"]
    static let synonyms = [
        "query": "queryParameters", "queryparams": "queryParameters", "params": "queryParameters",
        "parameters": "queryParameters", "path": "urlPath", "uri": "urlPath", "body": "bodyPatterns",
        "json": "bodyPatterns", "jsonbody": "bodyPatterns", "pathparams": "pathParameters", "form": "formParameters",
        "verb": "method", "auth": "basicAuth", "authorization": "headers",
    ]
    static let table = makeTable()
    static let urlKinds: [Self] = [.url, .urlPattern, .urlPath, .urlPathPattern, .urlPathTemplate]
    static let exclusive = [urlKinds]

    /// Whether WireMock takes this kind of URL where both stand.
    func goesBefore(_ other: Self) -> Bool {
        (Self.urlKinds.firstIndex(of: self) ?? 0) < (Self.urlKinds.firstIndex(of: other) ?? 0)
    }

    var entry: KeyEntry {
        switch self {
        case .method:
            KeyEntry(
                .either([.method, .list(.method), .definition(MethodKey.keyTable)]),
                "A method, `ANY`, a list of methods, or an object with `oneOf` or `noneOf`.",
                example: "method: [GET, HEAD]"
            )
        case .url:
            KeyEntry(
                .path,
                "The path and query, exactly; without a query only requests without one match.",
                example: "url: '/stations?near=Kiel'"
            )
        case .urlPattern:
            KeyEntry(
                .text,
                "A regular expression for the whole of path and query.",
                example: #"urlPattern: '/stations/[0-9]+(\?.*)?'"#
            )
        case .urlPath: KeyEntry(.path, "The path, with any query.", example: "urlPath: /stations")
        case .urlPathPattern:
            KeyEntry(
                .text,
                "A regular expression for the whole path, with any query.",
                example: "urlPathPattern: '/stations/[0-9]+'"
            )
        case .urlPathTemplate:
            KeyEntry(
                .path,
                "A path with `{name}` for single segments, with any query.",
                example: "urlPathTemplate: '/stations/{id}'"
            )
        case .pathParameters:
            KeyEntry(
                .map(.definition(MatcherKey.keyTable)),
                "Matchers for the segments of `urlPathTemplate`, by name.",
                example: "urlPathTemplate: '/stations/{id}', pathParameters: { id: '7' }"
            )
        case .queryParameters:
            KeyEntry(
                .map(.definition(MultiValueKey.keyTable)),
                "Matchers for query parameters, by name.",
                example: "queryParameters: { near: { contains: Kiel } }"
            )
        case .headers:
            KeyEntry(
                .map(.definition(MultiValueKey.keyTable)),
                "Matchers for header fields, by name.",
                example: "headers: { Accept: { contains: hal } }"
            )
        case .cookies:
            KeyEntry(
                .map(.definition(MatcherKey.keyTable)),
                "Matchers for cookies, by name.",
                example: "cookies: { session: { matches: '[0-9a-f]+' } }"
            )
        case .formParameters:
            KeyEntry(
                .map(.definition(MultiValueKey.keyTable)),
                "Matchers for the fields of a URL-encoded form, by name.",
                example: "formParameters: { amount: '5' }"
            )
        case .basicAuth:
            KeyEntry(
                .definition(CredentialsKey.keyTable),
                "The user name and password of Basic authentication.",
                example: "basicAuth: { username: ada, password: secret }"
            )
        case .basicAuthCredentials:
            KeyEntry(
                .definition(CredentialsKey.keyTable),
                "The user name and password of Basic authentication; WireMock's name for `basicAuth`.",
                example: "basicAuthCredentials: { username: ada, password: secret }"
            )
        case .bodyPatterns:
            KeyEntry(
                .list(.definition(MatcherKey.keyTable)),
                "Matchers for the body; all must match.",
                example: "bodyPatterns: [{ matchesJsonPath: $.amount }]"
            )
        case .multipartPatterns:
            KeyEntry(
                .list(.definition(PartKey.keyTable)),
                "Patterns for parts of a multipart body; all must match.",
                example: "multipartPatterns: [{ name: receipt, bodyPatterns: [{ contains: total }] }]"
            )
        case .scheme: KeyEntry(.choice(["http", "https"]), "The scheme of the request.", example: "scheme: http")
        case .host:
            KeyEntry(
                .definition(MatcherKey.keyTable),
                "A matcher for the host name, without the port.",
                example: "host: { equalTo: localhost }"
            )
        case .port: KeyEntry(.integer(1...65_535), "The port in the request's `Host`.", example: "port: 8080")
        }
    }
}

/// The keys of a choice of methods.
enum MethodKey: String, KnownKey {
    case oneOf, noneOf

    static let owner = "a choice of methods"
    static let definition = "methods"
    static let table = makeTable()
    /// What editors suggest.
    static let usual = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANY"]

    var entry: KeyEntry {
        switch self {
        case .oneOf: KeyEntry(.list(.method), "One of these methods.", example: "oneOf: [PUT, PATCH]")
        case .noneOf: KeyEntry(.list(.method), "Any method except these.", example: "noneOf: [GET, HEAD]")
        }
    }
}

/// The keys of a user name and password.
enum CredentialsKey: String, KnownKey {
    case username, password

    static let owner = "a user name and password"
    static let definition = "credentials"
    static let required: [Self] = [.username, .password]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .username: KeyEntry(.text, "The user name.", example: "username: ada, password: secret")
        case .password: KeyEntry(.text, "The password.", example: "username: ada, password: secret")
        }
    }
}
