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

    var shape: Shape {
        switch self {
        case .method: .either([.method, .list(.method), .definition(MethodKey.definition)])
        case .url, .urlPath, .urlPathTemplate: .path
        case .urlPattern, .urlPathPattern: .text
        case .pathParameters, .cookies: .map(.definition(MatcherKey.definition))
        case .queryParameters, .headers, .formParameters: .map(.definition(MultiValueKey.definition))
        case .basicAuth, .basicAuthCredentials: .definition(CredentialsKey.definition)
        case .bodyPatterns: .list(.definition(MatcherKey.definition))
        case .multipartPatterns: .list(.definition(PartKey.definition))
        case .host: .definition(MatcherKey.definition)
        case .scheme: .choice(["http", "https"])
        case .port: .integer(1...65_535)
        }
    }

    var summary: String {
        switch self {
        case .method: "A method, ANY, a list of methods, or { oneOf: […] } or { noneOf: […] }."
        case .url: "Path and query, exactly."
        case .urlPattern: "A regular expression for path and query as a whole."
        case .urlPath: "The path, exactly; any query."
        case .urlPathPattern: "A regular expression for the path as a whole; any query."
        case .urlPathTemplate: "A path with {name} segments; any query."
        case .pathParameters: "What the values of the template's segments look like."
        case .queryParameters: "What the query's parameters look like."
        case .headers: "What the header fields look like."
        case .cookies: "What the cookies look like."
        case .formParameters: "What the fields of a URL-encoded form look like."
        case .basicAuth, .basicAuthCredentials: "User name and password of Basic authentication."
        case .bodyPatterns: "What the body looks like; all must match."
        case .multipartPatterns: "What the parts of a multipart body look like; all must match."
        case .scheme: "The scheme that the request came by."
        case .host: "What the host looks like."
        case .port: "The port that the request came to."
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

    var shape: Shape { .list(.method) }

    var summary: String {
        switch self {
        case .oneOf: "One of these methods."
        case .noneOf: "Any method but these."
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

    var shape: Shape { .text }

    var summary: String {
        switch self {
        case .username: "The user name."
        case .password: "The password."
        }
    }
}
