import Documents
internal import Messages

/// `bodyPatterns`: the body of the request; an empty body is presented as absent.
struct BodyPatternsKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            name,
            \.bodyPatterns,
            .matchers,
            default: [],
            "Matchers for the body; all must match.",
            example: "bodyPatterns: [{ matchesJsonPath: $.amount }]"
        )
    ]
    static let synonyms = ["body": name, "json": name, "jsonbody": name]
    static let part = RequestPart.body
    private static let name = "bodyPatterns"
    private static let tooLong =
        "the comparison exceeds \(EvaluationBudget.usualSteps) steps, which counts as a mismatch"

    let matcher: Matcher

    static func forEach(in pattern: RequestPattern, _ visit: (BodyPatternsKey) -> Void) {
        for matcher in pattern.bodyPatterns { visit(BodyPatternsKey(matcher: matcher)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "body", \.bodyPatterns, pattern.bodyPatterns.mutatingEach { [Mutation($0.flipped)] })
    }

    func holds(for request: DecodedRequest) -> Bool {
        let bytes = request.request.body
        let json = matcher.readsJSON ? request.json : nil
        return request.matches(matcher, request.body, json: json, bytes: bytes.isEmpty ? nil : bytes)
    }

    func cost(on request: DecodedRequest) -> Int { 1 + (request.body.map(matcher.cost) ?? 0) }

    func check(in context: CheckContext) -> FieldCheck? {
        let text = MatcherText(matcher)
        guard context.examinesBody else {
            let length = "\(context.request.request.body.count) bytes"
            return .notExamined("body", text.operation, expected: text.expected, actual: length)
        }
        let body = context.request.body
        let actual = body.map { Excerpt.of($0) }
        guard context.budget.takes(body.map(matcher.cost) ?? 1) else {
            return .notExamined("body", text.operation, expected: text.expected, actual: actual)
        }
        let holds = holds(for: context.request)
        let isTooLong = context.request.budget.isExhausted
        return FieldCheck(
            "body",
            text.operation,
            expected: text.expected,
            actual: actual,
            holds,
            hint: isTooLong
                ? Self.tooLong : ValueHint(context.budget, json: { context.request.json }).of(matcher, body)
        )
    }
}
