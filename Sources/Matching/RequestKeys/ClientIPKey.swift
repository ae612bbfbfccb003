import Documents
internal import Messages

/// `clientIp`: the address from which the request came.
struct ClientIPKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "clientIp",
            \.clientIP,
            .matcher,
            "A matcher for the IP address of the client, or of a proxy before it.",
            example: "clientIp: { equalTo: 127.0.0.1 }"
        )
    ]
    static let part = RequestPart.authority

    let matcher: Matcher

    static func forEach(in pattern: RequestPattern, _ visit: (ClientIPKey) -> Void) {
        if let matcher = pattern.clientIP { visit(ClientIPKey(matcher: matcher)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "clientIp", \.clientIP, \.flipped)
    }

    func holds(for request: DecodedRequest) -> Bool {
        matcher.matches(request.request.clientIP, now: request.request.receivedAt)
    }

    func cost(on request: DecodedRequest) -> Int { 1 + (request.request.clientIP.map(matcher.cost) ?? 0) }

    func check(in context: CheckContext) -> FieldCheck? {
        let address = context.request.request.clientIP
        return context.check("clientIp", .any(matcher), address.map { [$0] } ?? [], holds: holds)
    }
}

extension Request {
    /// The client's address as text; nil if it is unknown.
    fileprivate var clientIP: String? { peer.isEmpty ? nil : peer }
}
