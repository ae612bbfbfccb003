import Documents
import Messages

/// `scheme`: the scheme of the request.
struct SchemeKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key("scheme", \.scheme, .choice, "The scheme of the request.", example: "scheme: http")
    ]
    static let part = RequestPart.authority

    let scheme: Request.Scheme

    static func forEach(in pattern: RequestPattern, _ visit: (SchemeKey) -> Void) {
        if let scheme = pattern.scheme { visit(SchemeKey(scheme: scheme)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "scheme", \.scheme) { $0 == .http ? .https : .http }
    }

    func holds(for request: DecodedRequest) -> Bool { request.authority.scheme == scheme.rawValue }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        FieldCheck(
            "scheme",
            "is",
            expected: scheme.rawValue,
            actual: context.request.authority.scheme,
            holds(for: context.request)
        )
    }
}
