import HAL
import HTTPTypes
import Scenarios

/// An outage or a rate limit, prepared at load; its identity names its state at each address.
final class TimeRule: Sendable {
    enum Kind: Sendable {
        case outage(OutageWindow, OutageDefinition)
        case rateLimit(QuotaPolicy, RateLimitDefinition)
    }

    let kind: Kind
    /// The response instead of that of the interaction.
    let response: ResponseBlueprint
    /// Whether the response has a `Retry-After` of its own.
    let hasRetryAfter: Bool

    private init(_ kind: Kind, _ definition: ResponseDefinition, _ context: ResponseContext) {
        self.kind = kind
        response = ResponseBlueprint(definition, context)
        hasRetryAfter = definition.retryAfter != nil || definition.fields.contains { $0.name == .retryAfter }
    }

    convenience init(_ outage: OutageDefinition, _ origins: LinkOrigins) {
        let response = outage.response ?? .problem(503, "temporary-reduced-capacity", "Temporary reduced capacity")
        self.init(.outage(OutageWindow(outage), outage), response, ResponseContext(origins: origins))
    }

    convenience init(_ limit: RateLimitDefinition, _ origins: LinkOrigins) {
        let title = "Request cannot be satisfied as assigned quota has been exceeded"
        let response = limit.response ?? .problem(429, "quota-exceeded", title, violated: limit.name)
        self.init(.rateLimit(QuotaPolicy(limit), limit), response, ResponseContext(origins: origins))
    }

    /// Returns the rules of a scenario or an interaction, in the order in which they are applied.
    static func all(_ outage: OutageDefinition?, _ limit: RateLimitDefinition?, _ origins: LinkOrigins) -> [TimeRule] {
        [outage.map { TimeRule($0, origins) }, limit.map { TimeRule($0, origins) }].compactMap { $0 }
    }
}

extension ResponseDefinition {
    /// A problem document (RFC 9457) with a type of draft-ietf-httpapi-ratelimit-headers.
    fileprivate static func problem(
        _ status: Int,
        _ type: String,
        _ title: String,
        violated policy: String? = nil
    ) -> ResponseDefinition {
        var problem: JSONObject = [
            "type": .string("https://iana.org/assignments/http-problem-types#" + type),
            "title": .string(title),
            "status": .number(JSONNumber(status)),
        ]
        if let policy { problem["violated-policies"] = .array([.string(policy)]) }
        let field = HTTPField(name: .contentType, value: "application/problem+json")
        return ResponseDefinition(status: status, fields: [field], body: .json(.object(problem)))
    }
}
