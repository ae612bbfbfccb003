import HALClient
import HTTPTypes
import Scenarios

/// The first thing about a request that is not as a pattern says.
struct RequestMismatch: Hashable {
    let expected: String
    let actual: String

    /// Nil when the request is as the pattern says.
    init?(_ pattern: RequestPattern, _ request: ReceivedRequest) {
        let facts = ReceivedFacts(request)
        let found =
            Self.line(pattern, request) ?? Self.headers(pattern, facts)
            ?? Self.named(pattern.queryParameters, "query parameter") { facts.query[$0] ?? [] }
            ?? Self.named(pattern.formParameters, "form parameter") { facts.form[$0] ?? [] }
            ?? Self.path(pattern, request) ?? Self.credentials(pattern, facts) ?? Self.host(pattern, facts)
            ?? Self.body(pattern, facts) ?? Self.parts(pattern, facts)
        guard let found else { return nil }
        self = found
    }

    private init(_ expected: String, _ actual: String) {
        self.expected = expected
        self.actual = actual
    }

    private static func line(_ pattern: RequestPattern, _ request: ReceivedRequest) -> Self? {
        if !pattern.method.matches(request.method) {
            return Self("method \(pattern.method.text)", "method \(request.method.rawValue)")
        }
        guard !pattern.url.matches(target: request.target) else { return nil }
        return Self(pattern.url.text, request.target)
    }

    private static func headers(_ pattern: RequestPattern, _ facts: ReceivedFacts) -> Self? {
        for entry in pattern.headers {
            let values = facts.header(entry.name)
            guard !FieldLines(entry.name, values).match(entry.pattern) else { continue }
            guard Redaction.hides(entry.name) else { return Self("header", entry, values) }
            let secret = SecretMismatch(entry.pattern, values)
            return Self("header \(entry.name): \(secret.expected)", "header \(entry.name): \(secret.actual)")
        }
        return nil
    }

    /// Query parameters or form fields.
    private static func named(
        _ patterns: [Named<MultiValueMatcher>],
        _ kind: String,
        _ values: (String) -> [String]
    ) -> Self? {
        patterns.first { !$0.pattern.matches(values($0.name)) }.map { Self(kind, $0, values($0.name)) }
    }

    private init(_ kind: String, _ entry: Named<MultiValueMatcher>, _ values: [String]) {
        let name = "\(kind) \(entry.name)"
        self.init(
            "\(name): \(entry.pattern.text)",
            values.isEmpty ? "no \(name)" : "\(name): \(values.joined(separator: ", "))"
        )
    }

    private static func path(_ pattern: RequestPattern, _ request: ReceivedRequest) -> Self? {
        guard !pattern.pathParameters.isEmpty, case .urlPathTemplate(let template) = pattern.url else { return nil }
        let values = template.match(String(URLPattern.path(of: request.target))) ?? []
        for entry in pattern.pathParameters {
            let value = values.first { $0.name == entry.name }?.value
            guard !entry.pattern.matches(value) else { continue }
            return Self("path parameter \(entry.name): \(entry.pattern.text)", value ?? "no \(entry.name)")
        }
        return nil
    }

    private static func credentials(_ pattern: RequestPattern, _ facts: ReceivedFacts) -> Self? {
        for entry in pattern.cookies where !entry.pattern.matches(facts.cookies[entry.name]) {
            let isThere = facts.cookies[entry.name] != nil
            return Self("cookie \(entry.name)", isThere ? "another value" : "no cookie \(entry.name)")
        }
        guard let wanted = pattern.basicAuth, facts.basic != wanted else { return nil }
        return Self("Basic credentials of \(wanted.username)", facts.basic == nil ? "none" : "others")
    }

    private static func host(_ pattern: RequestPattern, _ facts: ReceivedFacts) -> Self? {
        if let scheme = pattern.scheme, scheme.lowercased() != "http" { return Self("scheme \(scheme)", "scheme http") }
        if let host = pattern.host, !host.matches(facts.host) { return Self("host \(host.text)", facts.host ?? "none") }
        guard let port = pattern.port, port != facts.port else { return nil }
        return Self("port \(port)", facts.port.map { "port \($0)" } ?? "no port")
    }

    private static func parts(_ pattern: RequestPattern, _ facts: ReceivedFacts) -> Self? {
        guard !pattern.multipartPatterns.isEmpty else { return nil }
        let parts = facts.parts
        guard let failing = pattern.multipartPatterns.first(where: { !$0.matches(parts) }) else { return nil }
        let names = parts?.map { $0.name ?? "(no name)" }.joined(separator: ", ")
        return Self("a multipart body with \(failing.name.map { "the part \($0)" } ?? "such a part")", names ?? "none")
    }

    private static func body(_ pattern: RequestPattern, _ facts: ReceivedFacts) -> Self? {
        guard let failing = pattern.bodyPatterns.first(where: { !$0.matches(facts.body) }) else { return nil }
        return Self("body: \(failing.text)", facts.body.map { "body: \(Excerpt.of($0))" } ?? "no body")
    }
}

extension MethodPattern {
    fileprivate var text: String {
        switch self {
        case .any: "any"
        case .oneOf(let methods): methods.map(\.rawValue).joined(separator: " or ")
        case .noneOf(let methods): "none of " + methods.map(\.rawValue).joined(separator: ", ")
        }
    }
}

extension URLPattern {
    fileprivate var text: String {
        switch self {
        case .any: "any address"
        case .url(let url): url
        case .urlPath(let path): "\(path) with any query"
        case .urlPattern(let expression): "an address that matches /\(expression.pattern)/"
        case .urlPathPattern(let expression): "a path that matches /\(expression.pattern)/"
        case .urlPathTemplate(let template): template.text
        }
    }
}
