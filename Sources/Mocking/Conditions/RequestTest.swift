import Messages
import Scenarios

/// One condition of a request pattern besides method and URL.
enum RequestTest {
    /// The credentials as they stand after `Basic `, and the pattern's own.
    case basicAuth(encoded: [UInt8])
    case query(QueryTest)
    case headerValues(Named<MultiValueMatcher>)
    case queryValues(Named<MultiValueMatcher>)
    case cookie(Named<Matcher>)
    case pathParameter(Named<Matcher>, PathTemplate)
    case host(Matcher)
    case port(Int)
    case scheme(String)
    case form(Named<MultiValueMatcher>)
    case body(Matcher)
    case part(PartPattern)

    /// Looking through a longer query is charged to the budget of its request, in bytes.
    private static let longestFreeQuery = 2048

    /// All conditions of a pattern but those that go into `headers`, the cheap ones first.
    static func all(of pattern: RequestPattern, headers: inout HeaderTests) -> [RequestTest] {
        var bytewise: [RequestTest] = []
        var others: [RequestTest] = []
        for header in pattern.headers where !headers.add(header) {
            others.append(.headerValues(Named(header.name.lowercased(), header.pattern)))
        }
        if let credentials = pattern.basicAuth {
            bytewise.append(.basicAuth(encoded: BasicAuthorization.encoded(credentials)))
        }
        for parameter in pattern.queryParameters {
            guard let test = QueryTest(parameter) else {
                others.append(.queryValues(parameter))
                continue
            }
            bytewise.append(.query(test))
        }
        return bytewise + others + decoding(pattern)
    }

    /// The conditions that always need strings.
    private static func decoding(_ pattern: RequestPattern) -> [RequestTest] {
        var tests: [RequestTest] = []
        if let scheme = pattern.scheme { tests.append(.scheme(scheme.lowercased())) }
        if let port = pattern.port { tests.append(.port(port)) }
        if let host = pattern.host { tests.append(.host(host)) }
        if case .urlPathTemplate(let template) = pattern.url {
            tests += pattern.pathParameters.map { .pathParameter($0, template) }
        }
        tests += pattern.cookies.map { .cookie($0) }
        tests += pattern.formParameters.map { .form($0) }
        return tests + pattern.bodyPatterns.map { .body($0) } + pattern.multipartPatterns.map { .part($0) }
    }

    /// Whether the request is as described; `facts` makes what bytes cannot tell.
    func holds(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        switch self {
        case .basicAuth(let encoded): BasicAuthorization.holds(encoded, for: request)
        case .query(let test):
            // A long query is looked through for each interaction that names a parameter.
            (target.query.count <= Self.longestFreeQuery || facts.of(request, target).spend(bytes: target.query.count))
                && test.holds(for: target)
        case .headerValues(let header): facts.of(request, target).headerMatches(header)
        case .queryValues(let parameter): facts.of(request, target).queryMatches(parameter)
        case .cookie(let cookie): facts.of(request, target).cookieMatches(cookie)
        case .pathParameter(let parameter, let template):
            facts.of(request, target).pathParameterMatches(parameter, of: template)
        case .host(let matcher): facts.of(request, target).hostMatches(matcher)
        case .port(let port): facts.of(request, target).portMatches(port)
        case .scheme(let scheme): facts.of(request, target).schemeMatches(scheme)
        case .form(let field): facts.of(request, target).formMatches(field)
        case .body(let matcher): facts.of(request, target).bodyMatches(matcher)
        case .part(let part): facts.of(request, target).partMatches(part)
        }
    }
}
