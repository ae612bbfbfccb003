import Documents
internal import HAL

/// A pattern for request targets, of one of WireMock's five kinds.
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

extension URLPattern {
    /// The keys of the five kinds, in the order in which WireMock prefers them.
    static let keys: [Key<RequestPattern>] = [
        key(
            "url",
            .path,
            URLPattern.url,
            "The path and query, exactly; without a query only requests without one match.",
            example: "url: '/stations?near=Kiel'",
            { if case .url(let text) = $0 { text } else { nil } }
        ),
        key(
            "urlPattern",
            .urlExpression,
            URLPattern.urlPattern,
            "A regular expression for the whole of path and query.",
            example: #"urlPattern: '/stations/[0-9]+(\?.*)?'"#,
            { if case .urlPattern(let expression) = $0 { expression } else { nil } }
        ),
        key(
            "urlPath",
            .pathWithoutQuery,
            URLPattern.urlPath,
            "The path, with any query.",
            example: "urlPath: /stations",
            { if case .urlPath(let text) = $0 { text } else { nil } }
        ),
        key(
            "urlPathPattern",
            .urlExpression,
            URLPattern.urlPathPattern,
            "A regular expression for the whole path, with any query.",
            example: "urlPathPattern: '/stations/[0-9]+'",
            { if case .urlPathPattern(let expression) = $0 { expression } else { nil } }
        ),
        key(
            "urlPathTemplate",
            .pathTemplate,
            URLPattern.urlPathTemplate,
            "A path with `{name}` for single segments, with any query.",
            example: "urlPathTemplate: '/stations/{id}'",
            { if case .urlPathTemplate(let template) = $0 { template } else { nil } }
        ),
    ]

    private static func key<Value>(
        _ name: String,
        _ codec: Codec<Value>,
        _ pattern: @escaping @Sendable (Value) -> URLPattern,
        _ summary: String,
        example: String,
        _ value: @escaping @Sendable (URLPattern) -> Value?
    ) -> Key<RequestPattern> {
        Key(name, codec, summary, example: example) { request, value in
            let url = pattern(value)
            if url.rank < request.url.rank { request.url = url }
        } get: {
            value($0.url)
        }
    }

    /// The rank among several kinds in one object: WireMock uses the first kind.
    private var rank: Int {
        switch self {
        case .url: 0
        case .urlPattern: 1
        case .urlPath: 2
        case .urlPathPattern: 3
        case .urlPathTemplate: 4
        case .any: 5
        }
    }
}

extension Codec where Value == String {
    /// A path that begins with a slash, with or without a query.
    fileprivate static let path = Codec(shape: .path) { reader, node, name in
        guard let path = reader.text(node, name) else { return nil }
        guard path.hasPrefix("/") || path == "*" else {
            let isAbsolute = path.contains("://")
            let suggestion = isAbsolute ? "write the path alone; 'host' and 'scheme' match the rest" : nil
            guard reader.overlook("\(name) must begin with '/'", at: node, suggestion: suggestion) else { return nil }
            return path
        }
        reader.checkWildcards(in: path, name, at: node)
        return path
    } write: {
        .string($0)
    }

    fileprivate static let pathWithoutQuery = Codec(shape: .path) { reader, node, name in
        guard let text = path.read(reader, node, name) else { return nil }
        if text.contains("?") {
            reader.overlook("'urlPath' cannot contain a query", at: node, suggestion: "use 'url'")
        }
        return text
    } write: {
        .string($0)
    }
}

extension Codec where Value == RegularExpression {
    /// A regular expression for a URL, which has no path parameters.
    fileprivate static let urlExpression = Codec(shape: .text) { reader, node, name in
        guard let expression = reader.expression(node, name) else { return nil }
        reader.checkParameters(in: expression.pattern, name, at: node)
        return expression
    } write: {
        .string($0.pattern)
    }
}

extension Codec where Value == PathTemplate {
    fileprivate static let pathTemplate = Codec(
        shape: .path,
        read: { $0.pathTemplate($1, $2) },
        write: { .string($0.text) }
    )
}
