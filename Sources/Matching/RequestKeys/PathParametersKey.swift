import Documents
internal import Messages

/// `pathParameters`: the segments that a path template names.
struct PathParametersKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            name,
            \.pathParameters,
            Codec.matcher.named(),
            default: [],
            "Matchers for the segments of `urlPathTemplate`, by name.",
            example: "urlPathTemplate: '/stations/{id}', pathParameters: { id: '7' }"
        )
    ]
    static let synonyms = ["pathparams": name]
    static let part = RequestPart.parameters
    private static let name = "pathParameters"

    let parameter: Named<Matcher>
    let template: PathTemplate

    static func check(_ reader: NodeReader, _ members: KnownMembers, _ pattern: RequestPattern) {
        guard let member = members[name] else { return }
        guard members["urlPathTemplate"] != nil else {
            reader.log.error("'pathParameters' needs 'urlPathTemplate'", at: member.key)
            return
        }
        guard case .urlPathTemplate(let template) = pattern.url else { return }
        let names = template.parameterNames
        for pair in member.value.pairs where !names.contains(reader.filled(pair.key)?.text ?? "") {
            let suggestion = Spelling.suggestion(for: pair.key.text, among: names)
            reader.log.error("the template has no '{\(pair.key.text)}'", at: pair.key, suggestion: suggestion)
        }
    }

    static func forEach(in pattern: RequestPattern, _ visit: (PathParametersKey) -> Void) {
        guard case .urlPathTemplate(let template) = pattern.url else { return }
        for parameter in pattern.pathParameters { visit(PathParametersKey(parameter: parameter, template: template)) }
    }

    static func covers(_ pattern: RequestPattern, _ other: RequestPattern) -> Bool {
        pattern.pathParameters.allSatisfy(other.pathParameters.contains)
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "path parameter", \.pathParameters, pattern.pathParameters.mutations)
    }

    func holds(for request: DecodedRequest) -> Bool {
        parameter.pattern.matches(value(in: request), now: request.request.receivedAt)
    }

    func cost(on request: DecodedRequest) -> Int { 1 + (value(in: request).map(parameter.pattern.cost) ?? 0) }

    func check(in context: CheckContext) -> FieldCheck? {
        let values = value(in: context.request).map { [$0] } ?? []
        return context.check("path parameter \(parameter.name)", .any(parameter.pattern), values, holds: holds)
    }

    private func value(in request: DecodedRequest) -> String? { request.pathParameter(parameter.name, of: template) }
}
