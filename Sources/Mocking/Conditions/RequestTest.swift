import Messages
import Scenarios

/// One condition of a request pattern, except on method and URL.
enum RequestTest {
    /// The pattern's credentials in Base64, as they follow `Basic `.
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

    /// The longest query, in bytes, that is searched without charging the request's budget.
    private static let longestFreeQuery = 2048

    /// Returns all conditions of a pattern except those that go into `headers`, the cheap ones first.
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

    /// Returns the conditions that always need strings.
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

    /// Whether the request meets the condition; `facts` decodes the request if comparing bytes is not enough.
    func holds(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        switch self {
        case .basicAuth(let encoded): BasicAuthorization.holds(encoded, for: request)
        case .query(let test):
            // Every interaction that names a parameter searches the query.
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

/// A query parameter that must have a given value; compared while it is decoded.
struct QueryTest {
    let name: [UInt8]
    let value: [UInt8]

    /// Returns nil for other matchers than an exact text.
    init?(_ parameter: Named<MultiValueMatcher>) {
        guard let text = parameter.pattern.exactText else { return nil }
        name = Array(parameter.name.utf8)
        value = Array(text.utf8)
    }

    func holds(for target: RequestTarget) -> Bool {
        var start = target.query.lowerBound
        while start < target.query.upperBound {
            let rest = target.bytes[start..<target.query.upperBound]
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            if PercentCoding.decoding(pair[..<equals], equals: name),
                PercentCoding.decoding(pair[min(equals + 1, end)...], equals: value)
            {
                return true
            }
            start = end + 1
        }
        return false
    }
}

/// Decodes a request when a condition first needs it.
///
/// Not a closure, which would copy the request each time although most requests are never decoded.
struct LazyFacts {
    private var made: DecodedRequest?

    init(_ facts: DecodedRequest? = nil) {
        made = facts
    }

    mutating func of(_ request: Request, _ target: RequestTarget) -> DecodedRequest {
        if let made { return made }
        let facts = DecodedRequest(request, target)
        made = facts
        return facts
    }
}

/// A request pattern for requests of the journal, whose URLs no index has compared.
struct PatternTest {
    private let methods: MethodSet
    private let url: URLPattern
    private let headers: HeaderTests
    private let tests: [RequestTest]

    init(_ pattern: RequestPattern) {
        var headers = HeaderTests()
        tests = RequestTest.all(of: pattern, headers: &headers)
        self.headers = headers
        methods = MethodSet(pattern.method)
        url = pattern.url
    }

    /// Whether the request, whose path and query below its address are `target`, matches the pattern.
    func holds(for request: Request, _ target: RequestTarget) -> Bool {
        guard methods.contains(RequestMethod(request.head, request.method)), headers.hold(for: request) else {
            return false
        }
        let facts = DecodedRequest(request, target)
        guard facts.matches(url) else { return false }
        var lazyFacts = LazyFacts(facts)
        return tests.allSatisfy { $0.holds(for: request, target, &lazyFacts) }
    }
}
