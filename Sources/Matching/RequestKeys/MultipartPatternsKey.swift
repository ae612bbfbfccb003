import Documents
internal import Messages

/// `multipartPatterns`: the parts of a `multipart/form-data` body.
struct MultipartPatternsKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "multipartPatterns",
            \.multipartPatterns,
            PartPattern.codec.codec.list(),
            default: [],
            "Patterns for parts of a multipart body; all must match.",
            example: "multipartPatterns: [{ name: receipt, bodyPatterns: [{ contains: total }] }]"
        )
    ]
    static let part = RequestPart.body

    let pattern: PartPattern

    static func forEach(in pattern: RequestPattern, _ visit: (MultipartPatternsKey) -> Void) {
        for part in pattern.multipartPatterns { visit(MultipartPatternsKey(pattern: part)) }
    }

    /// No part has the name `~`.
    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        let parts = pattern.multipartPatterns.mutatingEach { part in
            var changed = part
            changed.name = "~"
            return [Mutation(changed)]
        }
        return pattern.mutations(at: "multipart", \.multipartPatterns, parts)
    }

    func holds(for request: DecodedRequest) -> Bool { request.matches(pattern) }

    func cost(on request: DecodedRequest) -> Int { pattern.cost(on: request) }

    func check(in context: CheckContext) -> FieldCheck? {
        let text = PartText(pattern)
        var check = FieldCheck(text.field, text.operation, expected: text.expected, actual: nil, true)
        guard context.examinesBody, context.budget.takes(cost(on: context.request)) else {
            check.actual = "\(context.request.request.body.count) bytes"
            check.verdict = .notExamined
            return check
        }
        check.actual = context.request.parts.map(PartText.names)
        if !context.isMet(holds) { check.verdict = .fails }
        if context.request.parts == nil { check.hint = "the request's body is not a multipart form" }
        return check
    }
}
