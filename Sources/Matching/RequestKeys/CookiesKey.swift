import Documents
internal import HAL

/// `cookies`: the cookies of the request.
struct CookiesKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "cookies",
            \.cookies,
            Codec.matcher.named(),
            default: [],
            "Matchers for cookies, by name.",
            example: "cookies: { session: { matches: '[0-9a-f]+' } }"
        )
    ]
    static let part = RequestPart.fields

    let cookie: Named<Matcher>

    static func forEach(in pattern: RequestPattern, _ visit: (CookiesKey) -> Void) {
        for cookie in pattern.cookies { visit(CookiesKey(cookie: cookie)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "cookie", \.cookies, pattern.cookies.mutations)
    }

    /// Whether one of the cookies of that name matches; without one, whether the matcher matches a missing cookie.
    func holds(for request: DecodedRequest) -> Bool {
        let values = request.cookieValues(cookie.name)
        guard !values.isEmpty else { return cookie.pattern.matchesMissing && !request.budget.isExhausted }
        return values.contains { request.matches(cookie.pattern, $0) }
    }

    func cost(on request: DecodedRequest) -> Int {
        MultiValueMatcher.any(cookie.pattern).cost(on: request.cookieValues(cookie.name))
    }

    func check(in context: CheckContext) -> FieldCheck? {
        let values = context.request.cookieValues(cookie.name)
        let shown = context.purpose.showsCredentials ? nil : values.map { _ in Redaction.mark }
        return context.check("cookie \(cookie.name)", .any(cookie.pattern), values, shown: shown, holds: holds)
    }
}
