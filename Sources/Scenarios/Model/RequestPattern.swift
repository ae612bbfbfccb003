package import HTTPTypes

/// What a request must look like, WireMock's request pattern: everything that is absent matches.
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

/// A name with what its value must look like.
package struct Named<Pattern: Sendable & Hashable>: Sendable, Hashable {
    package var name: String
    package var pattern: Pattern

    package init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}

/// Which methods match.
package enum MethodPattern: Sendable, Hashable {
    case any
    case oneOf([HTTPRequest.Method])
    case noneOf([HTTPRequest.Method])
}

/// Which targets match; one of WireMock's five kinds.
package enum URLPattern: Sendable, Hashable {
    case any
    /// Path and query, exactly.
    case url(String)
    /// Path and query as a whole.
    case urlPattern(RegularExpression)
    /// The path, exactly; any query.
    case urlPath(String)
    /// The path as a whole; any query.
    case urlPathPattern(RegularExpression)
    /// A path with `{name}` segments; any query.
    case urlPathTemplate(PathTemplate)
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
