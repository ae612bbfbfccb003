import Documents

/// `queryParameters`: the parameters of the query, percent-decoded.
struct QueryParametersKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            name,
            \.queryParameters,
            Codec.multiValueMatcher.named(),
            default: [],
            "Matchers for query parameters, by name.",
            example: "queryParameters: { near: { contains: Kiel } }"
        )
    ]
    static let synonyms = ["query": name, "queryparams": name, "params": name, "parameters": name]
    static let part = RequestPart.parameters
    private static let name = "queryParameters"

    let parameter: Named<MultiValueMatcher>

    static func forEach(in pattern: RequestPattern, _ visit: (QueryParametersKey) -> Void) {
        for parameter in pattern.queryParameters { visit(QueryParametersKey(parameter: parameter)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "query", \.queryParameters, pattern.queryParameters.mutations)
    }

    var byteForm: ByteCondition? { parameter.pattern.exactText.map { .query(name: parameter.name, value: $0) } }

    func holds(for request: DecodedRequest) -> Bool {
        request.matches(parameter.pattern, request.queryValues(parameter.name))
    }

    func cost(on request: DecodedRequest) -> Int {
        1 + request.query.count + parameter.pattern.cost(on: request.queryValues(parameter.name))
    }

    func check(in context: CheckContext) -> FieldCheck? {
        let values = context.request.queryValues(parameter.name)
        return context.check("query \(parameter.name)", parameter.pattern, values, holds: holds)
    }
}
