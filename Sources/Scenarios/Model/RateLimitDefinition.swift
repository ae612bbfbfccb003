import Documents
internal import HAL
internal import HTTPTypes

/// A quota of requests in a window of time, by the clock of the address.
package struct RateLimitDefinition: Sendable {
    /// The way of counting.
    package enum Kind: String, Sendable, CaseIterable {
        /// The window begins with a request, and the next one begins with a request after its end.
        case fixed
        /// A request counts until its window has passed.
        case sliding
        /// The quota is refilled continuously.
        case tokenBucket
    }

    /// The clients that share a quota.
    package enum Partition: Sendable, Hashable {
        case address
        /// The field's name in lower case.
        case header(String)
        case ip

        /// `header Authorization`.
        static let headerPrefix = "header "

        /// The value of `by`.
        package var text: String {
            switch self {
            case .address: "address"
            case .header(let name): Self.headerPrefix + name
            case .ip: "ip"
            }
        }
    }

    /// The fields that show the quota.
    package enum Fields: String, Sendable, CaseIterable {
        /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
        case draft
        /// `X-RateLimit-Limit`, `-Remaining` and `-Reset`.
        case x
        case both
        case none

        package var hasDraft: Bool { self == .draft || self == .both }
        package var hasX: Bool { self == .x || self == .both }
    }

    package var name = "default"
    package var quota = 1
    /// In seconds.
    package var window = 1
    package var kind = Kind.fixed
    package var partition = Partition.address
    package var fields = Fields.draft
    /// The response beyond the quota; nil: 429 with a problem document.
    package var response: ResponseDefinition?

    package init() {}
}

extension RateLimitDefinition {
    static let codec = ObjectCodec(
        "rateLimit",
        "a rate limit",
        RateLimitDefinition(),
        keys: [
            Key(
                "name",
                \.name,
                .policyName,
                default: "default",
                "The name of the policy, in the fields and in the problem document.",
                example: "name: permin, quota: 50, window: 60"
            ),
            Key("quota", required: \.quota, .quota, "The number of requests.", example: "quota: 50, window: 60"),
            Key(
                "window",
                required: \.window,
                .integer(1...2_678_400),
                "The seconds in which the quota is available, at most 31 days.",
                example: "quota: 1000, window: 3600"
            ),
            Key(
                "kind",
                \.kind,
                .choice,
                default: .fixed,
                "A `fixed` window that begins with a request, a `sliding` one that counts each request until it has passed, or a `tokenBucket` that is refilled continuously.",
                example: "quota: 50, window: 60, kind: tokenBucket"
            ),
            Key(
                "by",
                .partition,
                default: "address",
                "Who shares the quota: all clients of the `address`, those of an `ip`, or those with the same value of a header field, as in `header Authorization`.",
                example: "quota: 50, window: 60, by: header Authorization",
                set: { $0.partition = $1 },
                get: { $0.partition }
            ),
            Key(
                "fields",
                \.fields,
                .choice,
                default: .draft,
                "The fields that show the quota: `RateLimit` and `RateLimit-Policy` (`draft`), `X-RateLimit-Limit`, `-Remaining` and `-Reset` (`x`), `both` or `none`.",
                example: "quota: 50, window: 60, fields: both"
            ),
            Key(
                "response",
                \.response,
                ResponseDefinition.codec.codec,
                "The response beyond the quota; by default 429 with a problem document.",
                example: "quota: 50, window: 60, response: { status: 403 }"
            ),
        ],
        check: { reader, members, limit in
            if limit.kind == .sliding, limit.quota > mostSliding, let member = members["quota"] {
                reader.log.error(
                    "a sliding window remembers each request: 'quota' must be at most \(mostSliding)",
                    at: member.value,
                    suggestion: "use 'kind: fixed' or 'kind: tokenBucket'"
                )
            }
            ResponseDefinition.checkTimed(limit.response, reader, members)
        }
    )

    /// The largest quota of a sliding window.
    private static let mostSliding = 10_000
}

extension Codec where Value == Int {
    fileprivate static let quota = Codec(reading: .integer(1...1_000_000)) { reader, node, name in
        guard reader.filled(node)?.text != "0" else {
            reader.log.error(
                "\(name) must be at least 1",
                at: node,
                suggestion: "to reject every request, use a response with status 429"
            )
            return nil
        }
        return reader.integer(node, name, in: 1...1_000_000)
    }
}

extension Codec where Value == String {
    /// The name of a policy: letters, digits, `.`, `_` and `-`, so that it needs no escapes.
    fileprivate static let policyName = Codec(shape: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        let isLegal = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isLegal, (1...64).contains(text.utf8.count) else {
            reader.log.error("\(name) must be 1 to 64 letters, digits, '.', '_' or '-'", at: node)
            return nil
        }
        return text
    } write: {
        .string($0)
    }
}

extension Codec where Value == RateLimitDefinition.Partition {
    fileprivate static let partition = Codec(reading: .text) { reader, node, name in
        guard let text = reader.text(node, name) else { return nil }
        switch text {
        case "address": return .address
        case "ip": return .ip
        case _:
            let prefix = RateLimitDefinition.Partition.headerPrefix
            let field = text.hasPrefix(prefix) ? HTTPField.Name(String(text.dropFirst(prefix.count))) : nil
            guard let field else {
                reader.log.error(
                    "'\(text)' is not a valid \(name)",
                    at: node,
                    suggestion: "supported: address, ip, header NAME"
                )
                return nil
            }
            return .header(field.canonicalName)
        }
    }
}
