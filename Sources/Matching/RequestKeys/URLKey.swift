import Documents

/// The five keys of a URL, `url` to `urlPathTemplate`: a pattern has at most one.
struct URLKey: RequestKey {
    static let keys = URLPattern.keys
    static let synonyms = ["path": "urlPath", "uri": "urlPath"]
    static let part = RequestPart.url

    let pattern: URLPattern

    static func forEach(in pattern: RequestPattern, _ visit: (URLKey) -> Void) {
        if pattern.url != .any { visit(URLKey(pattern: pattern.url)) }
    }

    static func covers(_ pattern: RequestPattern, _ other: RequestPattern) -> Bool {
        pattern.url.covers(other.url)
    }

    /// No target is `~`.
    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.url == .any ? [] : pattern.mutations(at: "address", \.url, [Mutation(.url("~"))])
    }

    var byteForm: ByteCondition? { .requestLine }

    func holds(for request: DecodedRequest) -> Bool { request.matches(pattern) }

    func cost(on request: DecodedRequest) -> Int { pattern.cost(on: request) }

    func check(in context: CheckContext) -> FieldCheck? {
        URLCheck.make(pattern, context.request, context.budget)
    }
}

extension URLPattern {
    fileprivate func covers(_ other: URLPattern) -> Bool {
        if self == other || self == .any { return true }
        switch (self, other) {
        case (_, .url(let url)): return matches(target: url)
        case (.urlPath, .urlPath(let path)), (.urlPathPattern, .urlPath(let path)),
            (.urlPathTemplate, .urlPath(let path)):
            return matches(target: path)
        case (.any, _), (.url, _), (.urlPattern, _), (.urlPath, _), (.urlPathPattern, _), (.urlPathTemplate, _):
            return false
        }
    }
}
