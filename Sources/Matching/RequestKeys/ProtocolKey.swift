import Documents
internal import Messages

/// `protocol`: the version of HTTP in which the request arrived.
struct ProtocolKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "protocol",
            \.version,
            .choice,
            "The version of HTTP in which the request arrived.",
            example: "protocol: HTTP/2"
        )
    ]
    static let part = RequestPart.authority

    let version: Request.Version

    static func forEach(in pattern: RequestPattern, _ visit: (ProtocolKey) -> Void) {
        if let version = pattern.version { visit(ProtocolKey(version: version)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "protocol", \.version) { $0 == .http11 ? .http2 : .http11 }
    }

    func holds(for request: DecodedRequest) -> Bool { request.request.version == version }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        FieldCheck(
            "protocol",
            "is",
            expected: version.rawValue,
            actual: context.request.request.version.rawValue,
            holds(for: context.request)
        )
    }
}
