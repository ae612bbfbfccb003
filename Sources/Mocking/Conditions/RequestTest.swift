import Matching
import Messages

/// One condition of a request pattern, except on method and URL.
enum RequestTest {
    /// The pattern's credentials in Base64, as they follow `Basic `.
    case basicAuth(encoded: [UInt8])
    case query(QueryTest)
    /// A condition that needs the decoded request.
    case decoding(RequestCondition)

    /// The longest query, in bytes, that is searched without charging the request's budget.
    private static let longestFreeQuery = 2048

    /// Returns all conditions of a pattern except those that go into `headers`, the cheap ones first.
    static func all(of pattern: RequestPattern, headers: inout HeaderTests) -> [RequestTest] {
        var bytewise: [RequestTest] = []
        var decoding: [RequestTest] = []
        var ofBody: [RequestTest] = []
        for condition in pattern.conditions {
            switch condition.byteForm {
            case .requestLine: continue
            case .header(let name, let test): headers.add(name, test)
            case .query(let name, let value): bytewise.append(.query(QueryTest(name, value)))
            case .credentials(let encoded): bytewise.append(.basicAuth(encoded: encoded))
            case nil where condition.readsBody: ofBody.append(.decoding(condition))
            case nil: decoding.append(.decoding(condition))
            }
        }
        return bytewise + decoding + ofBody
    }

    /// Whether the request meets the condition; `facts` decodes the request if comparing bytes is not enough.
    func holds(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        switch self {
        case .basicAuth(let encoded): BasicAuthorization.holds(encoded, for: request)
        case .query(let test):
            // Every interaction that names a parameter searches the query.
            (target.query.count <= Self.longestFreeQuery || facts.of(request, target).spend(bytes: target.query.count))
                && test.holds(for: target)
        case .decoding(let condition): condition.holds(for: facts.of(request, target))
        }
    }

    /// Whether the condition parses the request's body.
    var readsBody: Bool {
        switch self {
        case .basicAuth, .query: false
        case .decoding(let condition): condition.readsBody
        }
    }

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    func cost(on facts: DecodedRequest) -> Int {
        switch self {
        case .basicAuth, .query: 1 + facts.target.query.count / 16
        case .decoding(let condition): condition.cost(on: facts)
        }
    }
}

/// A query parameter that must have a given value; compared while it is decoded.
struct QueryTest {
    let name: [UInt8]
    let value: [UInt8]

    init(_ name: String, _ value: String) {
        self.name = Array(name.utf8)
        self.value = Array(value.utf8)
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
