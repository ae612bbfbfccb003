import Documents
internal import Messages

/// `host`: the host name of the request, without the port.
struct HostKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "host",
            \.host,
            .matcher,
            "A matcher for the host name, without the port.",
            example: "host: { equalTo: localhost }"
        )
    ]
    static let part = RequestPart.authority

    let matcher: Matcher

    static func forEach(in pattern: RequestPattern, _ visit: (HostKey) -> Void) {
        if let matcher = pattern.host { visit(HostKey(matcher: matcher)) }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "host", \.host, \.flipped)
    }

    func holds(for request: DecodedRequest) -> Bool {
        matcher.matches(request.authority.host, now: request.request.receivedAt)
    }

    func cost(on request: DecodedRequest) -> Int { 1 + (request.authority.host.map(matcher.cost) ?? 0) }

    func check(in context: CheckContext) -> FieldCheck? {
        let host = context.request.authority.host
        return context.check("host", .any(matcher), host.map { [$0] } ?? [], holds: holds)
    }
}
