import HAL
import Mocking
import Scenarios

/// `/__admin/quotas`: the rate limits of an address, and what is left of them.
///
/// Clients are counted, not named: they may be told apart by their credentials.
enum QuotasAPI {
    static let segments = ["quotas"]

    static let routes = [
        AdminRoute("GET", "/quotas", "Lists the quotas of rate limits, and what is left of them.", result: .quotaList) {
            call in
            let quotas = call.mount.quotas(at: call.request.receivedAt)
            return .json(["quotas": .array(quotas.map { .object(json($0)) })])
        }
    ]

    private static func json(_ quota: Mount.Quota) -> JSONObject {
        let definition = quota.definition
        var json: JSONObject = [
            "name": .string(definition.name),
            "quota": .number(JSONNumber(definition.quota)),
            "window": .number(JSONNumber(definition.window)),
            "kind": .string(definition.kind.rawValue),
            "by": .string(definition.partition.text),
            "clients": .number(JSONNumber(quota.clients)),
            "remaining": .number(JSONNumber(quota.lowest?.remaining ?? Int64(definition.quota))),
        ]
        if let lowest = quota.lowest, lowest.remaining < definition.quota {
            json["resetMilliseconds"] = .number(JSONNumber(lowest.reset))
        }
        return json
    }

    static let resultSchema = OpenAPISchemas.object(
        [
            "name": OpenAPISchemas.text,
            "quota": ["type": "integer", "minimum": 1],
            "window": ["type": "integer", "minimum": 1],
            "kind": ["type": "string", "enum": .array(RateLimitDefinition.Kind.allCases.map { .string($0.rawValue) })],
            "by": OpenAPISchemas.text,
            "clients": ["type": "integer", "minimum": 0],
            "remaining": ["type": "integer", "minimum": 0],
            "resetMilliseconds": ["type": "integer", "minimum": 0],
        ],
        required: ["name", "quota", "window", "kind", "by", "clients", "remaining"]
    )
}
