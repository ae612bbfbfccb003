import Documents

/// A key of WireMock's that is not supported, so that no request matches: `customMatcher`.
struct UnsupportedKey: RequestKey {
    /// It is not among the keys of the format.
    static let keys: [Key<RequestPattern>] = []
    static let names = ["customMatcher"]
    static let part = RequestPart.method

    let name: String

    static func forEach(in pattern: RequestPattern, _ visit: (UnsupportedKey) -> Void) {
        if let name = pattern.unsupportedKey { visit(UnsupportedKey(name: name)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] { [] }

    func holds(for request: DecodedRequest) -> Bool { false }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        FieldCheck(name, "is", expected: "supported", actual: "not supported", false)
    }
}
