import Documents
package import HTTPTypes

/// `method`: the request's method.
struct MethodKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "method",
            \.method,
            .methodPattern,
            default: .any,
            writesDefault: true,
            "A method, `ANY`, a list of methods, or an object with `oneOf` or `noneOf`.",
            example: "method: [GET, HEAD]"
        )
    ]
    static let synonyms = ["verb": "method"]
    static let part = RequestPart.method

    let pattern: MethodPattern

    static func forEach(in pattern: RequestPattern, _ visit: (MethodKey) -> Void) {
        if pattern.method != .any { visit(MethodKey(pattern: pattern.method)) }
    }

    static func covers(_ pattern: RequestPattern, _ other: RequestPattern) -> Bool {
        pattern.method.covers(other.method)
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        let methods: [Mutation<MethodPattern>] =
            switch pattern.method {
            case .any: []
            case .oneOf(let methods): [Mutation(.noneOf(methods))]
            case .noneOf(let methods): [Mutation(.oneOf(methods))]
            }
        return pattern.mutations(at: "method", \.method, methods)
    }

    var byteForm: ByteCondition? { .requestLine }

    func holds(for request: DecodedRequest) -> Bool {
        HTTPRequest.Method(request.method).map(pattern.matches) ?? false
    }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        let (operation, methods, isExcluded): (String, [HTTPRequest.Method], Bool)
        switch pattern {
        case .any: return nil
        case .oneOf(let names): (operation, methods, isExcluded) = (names.count == 1 ? "is" : "oneOf", names, false)
        case .noneOf(let names): (operation, methods, isExcluded) = ("noneOf", names, true)
        }
        let names = methods.map(\.rawValue)
        let actual = context.request.method
        let answersHead = !isExcluded && context.purpose.answersHead && actual == "HEAD" && names.contains("GET")
        return FieldCheck(
            "method",
            operation,
            expected: Excerpt.of(names.joined(separator: ", ")),
            actual: Excerpt.of(actual),
            names.contains(actual) != isExcluded || answersHead,
            hint: names.contains(actual.uppercased()) ? "methods are case-sensitive" : nil
        )
    }
}

extension MethodPattern {
    /// Whether the method matches; methods are case-sensitive.
    package func matches(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let methods): methods.contains(method)
        case .noneOf(let methods): !methods.contains(method)
        }
    }

    fileprivate func covers(_ other: MethodPattern) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (.oneOf(let own), .oneOf(let others)): others.allSatisfy(own.contains)
        case (.noneOf(let own), .oneOf(let others)): !others.contains(where: own.contains)
        case (.noneOf(let own), .noneOf(let others)): own.allSatisfy(others.contains)
        case (.oneOf, .any), (.oneOf, .noneOf), (.noneOf, .any): false
        }
    }
}
