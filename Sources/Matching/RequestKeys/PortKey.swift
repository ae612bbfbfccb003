import Documents

/// `port`: the port in the request's `Host`.
struct PortKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key("port", \.port, .integer(1...65_535), "The port in the request's `Host`.", example: "port: 8080")
    ]
    static let part = RequestPart.authority

    let port: Int

    static func forEach(in pattern: RequestPattern, _ visit: (PortKey) -> Void) {
        if let port = pattern.port { visit(PortKey(port: port)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "port", \.port) { $0 + 1 }
    }

    func holds(for request: DecodedRequest) -> Bool { request.authority.port == port }

    func cost(on request: DecodedRequest) -> Int { 1 }

    func check(in context: CheckContext) -> FieldCheck? {
        let actual = context.request.authority.port.map(String.init)
        return FieldCheck("port", "is", expected: "\(port)", actual: actual, holds(for: context.request))
    }
}
