import HTTPTypes
import Scenarios

/// Every condition of a request pattern, with what the request had.
struct InteractionChecks {
    /// The conditions on larger bodies are not examined.
    static let largestBody = 256 << 10
    private static let tooLong =
        "comparing takes more than \(EvaluationBudget.usualSteps) steps, which counts as a mismatch"

    private(set) var all: [FieldCheck] = []
    private let facts: RequestFacts
    private let budget: ExplanationBudget
    private let showsCredentials: Bool

    init(
        _ pattern: RequestPattern,
        _ request: IncomingRequest,
        _ facts: RequestFacts,
        _ budget: ExplanationBudget,
        _ showsCredentials: Bool = false
    ) {
        self.facts = facts
        self.budget = budget
        self.showsCredentials = showsCredentials
        all.reserveCapacity(8)
        addMethod(pattern.method, String(decoding: request.head[request.method], as: UTF8.self))
        if let check = URLCheck.make(pattern.url, facts, budget) { all.append(check) }
        addAuthority(of: pattern)
        addParameters(of: pattern)
        addHeaders(of: pattern)
        if let credentials = pattern.basicAuth { addCredentials(credentials, request) }
        for matcher in pattern.bodyPatterns { addBody(matcher, length: request.body.count) }
        for part in pattern.multipartPatterns { addPart(part, length: request.body.count) }
    }

    private mutating func addMethod(_ condition: MethodPattern, _ actual: String) {
        let (operation, methods, isExcluded): (String, [HTTPRequest.Method], Bool)
        switch condition {
        case .any: return
        case .oneOf(let names): (operation, methods, isExcluded) = (names.count == 1 ? "is" : "oneOf", names, false)
        case .noneOf(let names): (operation, methods, isExcluded) = ("noneOf", names, true)
        }
        let names = methods.map(\.rawValue)
        let answersHead = actual == "HEAD" && names.contains("GET")
        all.append(
            FieldCheck(
                "method",
                operation,
                expected: Excerpt.of(names.joined(separator: ", ")),
                actual: Excerpt.of(actual),
                (names.contains(actual) || answersHead) != isExcluded,
                hint: names.contains(actual.uppercased()) ? "methods are case-sensitive" : nil
            )
        )
    }

    private mutating func addAuthority(of pattern: RequestPattern) {
        guard pattern.scheme != nil || pattern.host != nil || pattern.port != nil else { return }
        let authority = facts.authority
        if let scheme = pattern.scheme {
            let holds = authority.scheme == scheme.lowercased()
            all.append(FieldCheck("scheme", "is", expected: scheme, actual: authority.scheme, holds))
        }
        if let host = pattern.host { add("host", .any(host), authority.host.map { [$0] } ?? []) }
        if let port = pattern.port {
            let actual = authority.port.map(String.init)
            all.append(FieldCheck("port", "is", expected: "\(port)", actual: actual, authority.port == port))
        }
    }

    private mutating func addParameters(of pattern: RequestPattern) {
        if case .urlPathTemplate(let template) = pattern.url {
            for parameter in pattern.pathParameters {
                let value = facts.pathParameter(parameter.name, of: template)
                add("path parameter \(parameter.name)", .any(parameter.pattern), value.map { [$0] } ?? [])
            }
        }
        for parameter in pattern.queryParameters {
            add("query \(parameter.name)", parameter.pattern, facts.queryValues(parameter.name))
        }
        for field in pattern.formParameters where facts.request.body.count <= Self.largestBody {
            add("form \(field.name)", field.pattern, facts.formValues(field.name) ?? [])
        }
    }

    private mutating func addHeaders(of pattern: RequestPattern) {
        for header in pattern.headers {
            let values = facts.headerValues(header.name.lowercased())
            let isSecret = !showsCredentials && Redaction.isSecret(header: header.name)
            let shown = isSecret ? values.map { Redaction.shown(header: header.name, $0) } : nil
            add("header \(header.name)", header.pattern, values, shown: shown)
        }
        for cookie in pattern.cookies {
            let values = facts.cookieValues(cookie.name)
            add(
                "cookie \(cookie.name)",
                .any(cookie.pattern),
                values,
                shown: showsCredentials ? nil : values.map { _ in Redaction.mark },
                holds: facts.cookieMatches(cookie)
            )
        }
    }

    private mutating func addCredentials(_ credentials: BasicCredentials, _ request: IncomingRequest) {
        let text = "\(credentials.username):\(credentials.password)"
        let actual = facts.headerValues("authorization").first
        let holds = BasicAuthorization.holds(Array(Base64.encode(Array(text.utf8)).utf8), for: request)
        all.append(
            FieldCheck(
                "basicAuth",
                "is",
                expected: showsCredentials ? Excerpt.of(text) : "\(Excerpt.of(credentials.username)):\(Redaction.mark)",
                actual: actual.map { showsCredentials ? Excerpt.of($0) : Redaction.shown(header: "authorization", $0) },
                holds,
                hint: actual.flatMap { SecretHint.of(credentials, $0) }
            )
        )
    }

    private mutating func addBody(_ matcher: Matcher, length: Int) {
        let text = MatcherText(matcher)
        guard length <= Self.largestBody else {
            return all.append(.notExamined("body", text.operation, expected: text.expected, actual: "\(length) bytes"))
        }
        let body = facts.body
        let actual = body.map { Excerpt.of($0) }
        guard budget.takes(body.map(matcher.cost) ?? 1) else {
            return all.append(.notExamined("body", text.operation, expected: text.expected, actual: actual))
        }
        let holds = facts.bodyMatches(matcher)
        let isTooLong = facts.budget.isExhausted
        all.append(
            FieldCheck(
                "body",
                text.operation,
                expected: text.expected,
                actual: actual,
                holds,
                hint: isTooLong ? Self.tooLong : ValueHint(budget, json: { [facts] in facts.json }).of(matcher, body)
            )
        )
    }

    private mutating func addPart(_ part: PartPattern, length: Int) {
        let text = PartText(part)
        var check = FieldCheck(text.field, text.operation, expected: text.expected, actual: nil, true)
        guard length <= Self.largestBody, budget.takes(part.cost(on: facts)) else {
            check.actual = "\(length) bytes"
            check.verdict = .notExamined
            return all.append(check)
        }
        check.actual = facts.parts.map(PartText.names)
        if !part.matches(facts.parts, now: facts.request.receivedAt) { check.verdict = .fails }
        if facts.parts == nil { check.hint = "the request's body is not a multipart form" }
        all.append(check)
    }

    /// `shown` stands for the values where those are secret; what is expected is not shown either then.
    private mutating func add(
        _ field: String,
        _ matcher: MultiValueMatcher,
        _ values: [String],
        shown: [String]? = nil,
        holds: Bool? = nil
    ) {
        let text = MatcherText(matcher)
        let isSecret = shown != nil
        let expected = isSecret && !text.expected.isEmpty ? Redaction.mark : text.expected
        let actual = values.isEmpty ? nil : Excerpt.of((shown ?? values).prefix(20).joined(separator: ", "))
        guard budget.takes(matcher.cost(on: values)) else {
            return all.append(.notExamined(Excerpt.of(field), text.operation, expected: expected, actual: actual))
        }
        all.append(
            FieldCheck(
                Excerpt.of(field),
                text.operation,
                expected: expected,
                actual: actual,
                holds ?? matcher.matches(values, now: facts.request.receivedAt),
                hint: isSecret ? SecretHint.of(matcher, values) : ValueHint(budget).of(matcher, values)
            )
        )
    }
}
