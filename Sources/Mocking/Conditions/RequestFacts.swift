import HAL
import Scenarios

/// What conditions may ask about a request beyond its bytes.
///
/// Everything is worked out at the first question, and once.
final class RequestFacts {
    /// One field of a query, a form or a cookie header, decoded.
    typealias Pair = (name: String, value: String)

    /// A form of more fields matches no pattern for a field.
    static let maximumFormFields = 10_000

    let request: IncomingRequest
    let target: RequestTarget
    /// What looking into the request's JSON may still cost; used up, the request matches nothing more.
    var budget: EvaluationBudget

    init(_ request: IncomingRequest, _ target: RequestTarget, budget: EvaluationBudget? = nil) {
        self.request = request
        self.target = target
        self.budget = budget ?? EvaluationBudget(bodyLength: request.body.count)
    }

    /// The path in normal form and, where it differs, as it was sent.
    private(set) lazy var paths: [String] = targets.map { String(URLPattern.path(of: $0)) }
    /// Path and query in normal form and, where they differ, as they were sent.
    private(set) lazy var targets: [String] = {
        let normal = String(decoding: target.bytes[target.whole], as: UTF8.self)
        guard target.isCopy, !target.sent.isEmpty else { return [normal] }
        return [normal, String(decoding: request.head[target.sent], as: UTF8.self)]
    }()
    private(set) lazy var query: [Pair] = FormText.pairs(target.bytes[target.query])
    /// Nil when the body is a form of too many fields, which no pattern looks into.
    private(set) lazy var form: [Pair]? = {
        guard isForm else { return [] }
        guard FormText.count(request.body[...]) <= Self.maximumFormFields else { return nil }
        return FormText.pairs(request.body[...])
    }()
    private(set) lazy var cookies: [Pair] = CookieText.pairs(headerValues("cookie"))
    /// Nil when it is empty: WireMock presents an empty body as absent.
    private(set) lazy var body: String? = request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self)
    /// Nil when the body is not JSON, or more of it than matchers examine.
    private(set) lazy var json: JSONValue? = {
        guard !request.body.isEmpty, budget.spend(bytes: 3 * request.body.count) else { return nil }
        let limits = JSONLimits(depth: 256, values: EvaluationBudget.maximumValues)
        return try? JSONValue(parsing: request.body, limits: limits)
    }()
    /// Nil when the body is no multipart form.
    private(set) lazy var parts: [BodyPart]? = headerValues("content-type").first.flatMap {
        MultipartBody.parts(of: request.body, contentType: $0)
    }
    private(set) lazy var authority = Authority(request)

    /// The values of all lines with that name, which is given in lower case.
    func headerValues(_ name: String) -> [String] {
        let name = Array(name.utf8)
        return request.fields.filter { request.head.isName(name, at: $0.name) }
            .map { String(decoding: request.head[$0.value], as: UTF8.self) }
    }

    func queryValues(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// Nil when the form is not looked into.
    func formValues(_ name: String) -> [String]? { form?.filter { $0.name == name }.map(\.value) }

    func cookieValues(_ name: String) -> [String] { cookies.filter { $0.name == name }.map(\.value) }

    /// Whether one of the cookies of that name is as described, or none is wanted.
    func cookieMatches(_ cookie: Named<Matcher>) -> Bool {
        let values = cookieValues(cookie.name)
        guard !values.isEmpty else { return cookie.pattern.asksForMissing }
        return values.contains { cookie.pattern.matches($0, now: request.receivedAt, budget: &budget) }
    }

    /// Percent-decoded; nil when the path does not fit the template.
    func pathParameter(_ name: String, of template: PathTemplate) -> String? {
        paths.lazy.compactMap { template.match($0) }.first?.first { $0.name == name }?.value
    }

    func bodyMatches(_ matcher: Matcher) -> Bool {
        let bytes = request.body.isEmpty ? nil : request.body
        let json = matcher.readsJSON ? json : nil
        return matcher.matches(body, json: json, bytes: bytes, now: request.receivedAt, budget: &budget)
    }

    /// Whether the values of one header, parameter or field are as described; nil: they are not looked into.
    func matches(_ matcher: MultiValueMatcher, _ values: [String]?) -> Bool {
        values.map { matcher.matches($0, now: request.receivedAt, budget: &budget) } ?? false
    }

    /// Whether one of several texts matches.
    func matches(_ expression: RegularExpression, _ texts: (RequestFacts) -> [String]) -> Bool {
        texts(self).contains { expression.isMatch($0, budget: &budget) == true }
    }

    func matches(_ part: PartPattern) -> Bool {
        part.matches(parts, now: request.receivedAt, budget: &budget)
    }

    var isForm: Bool {
        guard let type = headerValues("content-type").first else { return false }
        let end = type.firstIndex(of: ";") ?? type.endIndex
        return type[..<end].trimmingSpaces().lowercased() == "application/x-www-form-urlencoded"
    }
}
