package import HAL
internal import HTTPTypes

/// A pattern for requests, WireMock's: a property that is absent matches every request.
package struct RequestPattern: Sendable, Hashable {
    package var method: MethodPattern = .any
    package var url: URLPattern = .any
    package var pathParameters: [Named<Matcher>] = []
    package var queryParameters: [Named<MultiValueMatcher>] = []
    /// Header names compare without case.
    package var headers: [Named<MultiValueMatcher>] = []
    package var cookies: [Named<Matcher>] = []
    package var formParameters: [Named<MultiValueMatcher>] = []
    package var basicAuth: BasicCredentials?
    /// All must match; an empty body is presented as absent.
    package var bodyPatterns: [Matcher] = []
    /// All must match.
    package var multipartPatterns: [PartPattern] = []
    package var scheme: String?
    package var host: Matcher?
    package var port: Int?

    package init(method: MethodPattern = .any, url: URLPattern = .any) {
        self.method = method
        self.url = url
    }
}

/// A name with a pattern for its value.
package struct Named<Pattern: Sendable & Hashable>: Sendable, Hashable {
    package var name: String
    package var pattern: Pattern

    package init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}

extension RequestPattern {
    static let codec = ObjectCodec(
        "request",
        "a request",
        RequestPattern(),
        KeyTable.Options(
            unsupported: ["clientIp", "customMatcher"],
            synonyms: [
                "query": "queryParameters", "queryparams": "queryParameters", "params": "queryParameters",
                "parameters": "queryParameters", "path": "urlPath", "uri": "urlPath", "body": "bodyPatterns",
                "json": "bodyPatterns", "jsonbody": "bodyPatterns", "pathparams": "pathParameters",
                "form": "formParameters", "verb": "method", "auth": "basicAuth", "authorization": "headers",
            ],
            exclusive: [URLPattern.keys.map(\.entry.name)]
        ),
        keys: URLPattern.keys + conditions,
        check: { reader, members, pattern in
            URLPattern.checkKinds(reader, members)
            checkPathParameters(reader, members, of: pattern)
        }
    )
    .cached(in: \.requests)

    private static let conditions: [Key<RequestPattern>] = [
        Key(
            "method",
            \.method,
            .methodPattern,
            default: .any,
            writesDefault: true,
            "A method, `ANY`, a list of methods, or an object with `oneOf` or `noneOf`.",
            example: "method: [GET, HEAD]"
        ),
        Key("scheme", \.scheme, .word(["http", "https"]), "The scheme of the request.", example: "scheme: http"),
        Key(
            "host",
            \.host,
            .matcher,
            "A matcher for the host name, without the port.",
            example: "host: { equalTo: localhost }"
        ),
        Key("port", \.port, .integer(1...65_535), "The port in the request's `Host`.", example: "port: 8080"),
        Key(
            "pathParameters",
            \.pathParameters,
            Codec.matcher.named(),
            default: [],
            "Matchers for the segments of `urlPathTemplate`, by name.",
            example: "urlPathTemplate: '/stations/{id}', pathParameters: { id: '7' }"
        ),
        Key(
            "queryParameters",
            \.queryParameters,
            Codec.multiValueMatcher.named(),
            default: [],
            "Matchers for query parameters, by name.",
            example: "queryParameters: { near: { contains: Kiel } }"
        ),
        Key(
            "headers",
            \.headers,
            .headerPatterns,
            default: [],
            "Matchers for header fields, by name.",
            example: "headers: { Accept: { contains: hal } }"
        ),
        Key(
            "cookies",
            \.cookies,
            Codec.matcher.named(),
            default: [],
            "Matchers for cookies, by name.",
            example: "cookies: { session: { matches: '[0-9a-f]+' } }"
        ),
        Key(
            "formParameters",
            \.formParameters,
            Codec.multiValueMatcher.named(),
            default: [],
            "Matchers for the fields of a URL-encoded form, by name.",
            example: "formParameters: { amount: '5' }"
        ),
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
        Key(
            "bodyPatterns",
            \.bodyPatterns,
            .matchers,
            default: [],
            "Matchers for the body; all must match.",
            example: "bodyPatterns: [{ matchesJsonPath: $.amount }]"
        ),
        Key(
            "multipartPatterns",
            \.multipartPatterns,
            PartPattern.codec.codec.list(),
            default: [],
            "Patterns for parts of a multipart body; all must match.",
            example: "multipartPatterns: [{ name: receipt, bodyPatterns: [{ contains: total }] }]"
        ),
    ]

    /// The pattern as WireMock shows it.
    package var wireMockJSON: JSONValue { Self.codec.write(self) }

    private static func checkPathParameters(_ reader: NodeReader, _ members: KnownMembers, of pattern: RequestPattern) {
        guard let member = members["pathParameters"] else { return }
        guard members["urlPathTemplate"] != nil else {
            reader.log.error("'pathParameters' needs 'urlPathTemplate'", at: member.key)
            return
        }
        guard case .urlPathTemplate(let template) = pattern.url else { return }
        let names = template.parameterNames
        for pair in member.value.pairs where !names.contains(reader.filled(pair.key)?.text ?? "") {
            let suggestion = Spelling.suggestion(for: pair.key.text, among: names)
            reader.log.error("the template has no '{\(pair.key.text)}'", at: pair.key, suggestion: suggestion)
        }
    }
}

extension Codec where Value == [Named<MultiValueMatcher>] {
    /// Matchers for header fields, by name.
    static let headerPatterns = {
        let patterns = Codec<MultiValueMatcher>.multiValueMatcher.named()
        return Codec(shape: patterns.shape) { reader, node, name in
            for pair in node.pairs {
                let name = reader.filled(pair.key)?.text ?? ""
                if HTTPField.Name(name) == nil {
                    reader.log.error("'\(name)' is not a valid header name", at: pair.key)
                }
            }
            guard let values = patterns.read(reader, node, name) else { return nil }
            reader.checkConditions(values, in: node)
            return values
        } write: {
            patterns.write($0)
        }
    }()
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
    static let codec = ObjectCodec(
        "credentials",
        "a user name and password",
        BasicCredentials(username: "", password: ""),
        keys: [
            Key("username", required: \.username, .text, "The user name.", example: "username: ada, password: secret"),
            Key("password", required: \.password, .text, "The password.", example: "username: ada, password: secret"),
        ]
    )
}
