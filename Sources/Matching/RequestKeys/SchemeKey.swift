import Documents

/// `scheme`: the scheme of the request.
struct SchemeKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key("scheme", \.scheme, .word(["http", "https"]), "The scheme of the request.", example: "scheme: http")
    ]
    static let part = RequestPart.authority

    let scheme: String

    static func forEach(in pattern: RequestPattern, _ visit: (SchemeKey) -> Void) {
        if let scheme = pattern.scheme { visit(SchemeKey(scheme: scheme.lowercased())) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "scheme", \.scheme) { $0.lowercased() == "http" ? "https" : "http" }
    }

    func holds(for request: DecodedRequest) -> Bool { request.authority.scheme == scheme }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        FieldCheck(
            "scheme",
            "is",
            expected: scheme,
            actual: context.request.authority.scheme,
            holds(for: context.request)
        )
    }
}
