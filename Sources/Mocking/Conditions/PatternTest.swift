import Messages
import Scenarios

/// A request pattern that is asked about requests of the journal, where no index has looked at the URL before.
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

    /// Whether the request, whose path and query below its address are `target`, is as the pattern says.
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
