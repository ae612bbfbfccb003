package import HAL
import Scenarios

extension Diagnosis {
    /// `application/problem+json` (RFC 9457).
    package var json: [UInt8] { Problem(self).value.serializedBytes(pretty: true) + [UInt8(ascii: "\n")] }
}

extension FieldCheck {
    /// An object with the names of the members; `hint` and `lastAdvancedBy` only where there are any.
    package var json: JSONValue {
        var object = JSONObject([
            .init("field", .string(field)),
            .init("operator", .string(operation)),
            .init("expected", .string(expected)),
            .init("actual", actual.map { .string($0) } ?? .null),
            .init("verdict", .string(verdict.rawValue)),
        ])
        if let hint { object["hint"] = .string(hint) }
        if let lastAdvancedBy { object["lastAdvancedBy"] = .number(JSONNumber(lastAdvancedBy)) }
        return .object(object)
    }
}

extension NearMiss {
    /// An object with the names of the members; `suggestion` only where there is one.
    package var json: JSONValue {
        var object = JSONObject([
            .init("interaction", name.map { .string($0) } ?? .null),
            .init("source", .string(interaction.source)),
            .init("score", .number(JSONNumber((score * 100).rounded() / 100) ?? JSONNumber(0))),
        ])
        if let suggestion { object["suggestion"] = .string(suggestion) }
        object["checks"] = .array(checks.map(\.json))
        return .object(object)
    }
}

/// The problem details of an answer 404.
struct Problem {
    let value: JSONValue

    init(_ diagnosis: Diagnosis) {
        var object = JSONObject([
            .init("type", "urn:hypermock:problem:unmatched-request"),
            .init("title", "No interaction matches the request"),
            .init("status", 404),
            .init("detail", .string(diagnosis.summary)),
            .init(
                "request",
                [
                    "method": .string(diagnosis.method), "target": .string(diagnosis.target),
                    "address": .string(diagnosis.address.description),
                ]
            ),
            .init("interactions", .number(JSONNumber(diagnosis.interactionCount))),
            .init("nearest", .array(diagnosis.nearest.map(\.json))),
        ])
        if let stub = diagnosis.stub { object["stub"] = stub.json }
        value = .object(object)
    }

    init(_ error: AddressError) {
        value = [
            "type": "urn:hypermock:problem:unknown-address",
            "title": "No such address",
            "status": 404,
            "detail": .string(error.message),
            "addresses": .array(error.suggestions.map { .string($0) }),
        ]
    }
}
