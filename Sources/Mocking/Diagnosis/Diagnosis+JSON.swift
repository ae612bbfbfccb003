package import HAL
import Scenarios

/// Something that an explanation says in JSON; written without a value in between, which would cost more than the rest.
package protocol WritableAsJSON {
    func write(to json: inout JSONWriter)
}

extension WritableAsJSON {
    /// As a value, for those who make it a part of another one.
    package var json: JSONValue {
        var writer = JSONWriter(pretty: false)
        write(to: &writer)
        return (try? JSONValue(parsing: writer.bytes)) ?? .null
    }
}

extension Diagnosis {
    /// `application/problem+json` (RFC 9457).
    package var json: [UInt8] {
        var json = JSONWriter(pretty: true, capacity: 4000)
        json.object { json in
            json.member("type", "urn:hypermock:problem:unmatched-request")
            json.member("title", "No interaction matches the request")
            json.member("status", value: 404)
            json.member("detail", summary)
            json.beginMember("request")
            json.object { json in
                json.member("method", method)
                json.member("target", target)
                json.member("address", address.description)
            }
            if let hint { json.member("hint", hint) }
            json.member("interactions", value: .number(JSONNumber(interactionCount)))
            json.beginMember("nearest")
            json.array { json in
                for position in nearest.indices {
                    json.beginElement()
                    nearest[position].write(to: &json)
                }
            }
            guard let stub else { return }
            json.beginMember("stub")
            stub.write(to: &json)
        }
        json.endLine()
        return json.bytes
    }
}

extension FieldCheck: WritableAsJSON {
    /// An object with the names of the members; `hint` and `lastAdvancedBy` only where there are any.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("field", field)
            json.member("operator", operation)
            json.member("expected", expected)
            json.member("actual", actual)
            json.member("verdict", verdict.rawValue)
            if let hint { json.member("hint", hint) }
            if let lastAdvancedBy { json.member("lastAdvancedBy", value: .number(JSONNumber(lastAdvancedBy))) }
        }
    }
}

extension NearMiss: WritableAsJSON {
    /// An object with the names of the members; `suggestion` only where there is one.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("interaction", name)
            json.member("source", interaction.source)
            json.member("score", value: .number(roundedScore))
            if let suggestion { json.member("suggestion", suggestion) }
            json.beginMember("checks")
            json.array { json in
                for check in checks {
                    json.beginElement()
                    check.write(to: &json)
                }
            }
        }
    }

    /// With two decimals.
    private var roundedScore: JSONNumber { Self.scores[min(max(Int((score * 100).rounded()), 0), 100)] }

    /// Each score there is, since digits of a fraction are slow to find.
    private static let scores = (0...100).map { JSONNumber(Double($0) / 100) ?? JSONNumber(0) }
}

extension AddressError {
    package var json: [UInt8] {
        let problem: JSONValue = [
            "type": "urn:hypermock:problem:unknown-address",
            "title": "No such address",
            "status": 404,
            "detail": .string(message),
            "addresses": .array(suggestions.map { .string($0) }),
            "otherAddresses": .number(JSONNumber(others)),
        ]
        return problem.serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
    }
}
