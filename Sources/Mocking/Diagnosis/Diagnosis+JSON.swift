package import HAL
import Matching

/// A part of an explanation that writes itself as JSON, without a costly `JSONValue` in between.
package protocol WritableAsJSON {
    func write(to json: inout JSONWriter)
}

extension WritableAsJSON {
    /// The JSON as a value, for embedding it into another one.
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
            writeFindings(to: &json)
        }
        json.endLine()
        return json.bytes
    }
}

extension Diagnosis {
    /// Writes what was found as members of an object.
    package func writeFindings(to json: inout JSONWriter) {
        if let hint { json.member("hint", hint) }
        json.member("interactions", value: .number(JSONNumber(interactionCount)))
        if !resourcePaths.isEmpty {
            json.member("resources", value: .array(resourcePaths.map { .string($0) }))
        }
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
}

extension FieldCheck: WritableAsJSON {
    /// Writes an object named after the members; `hint` and `lastAdvancedBy` are optional.
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
    /// Writes an object named after the members; `suggestion` is optional.
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

    /// The score with two decimals.
    private var roundedScore: JSONNumber { Self.scores[min(max(Int((score * 100).rounded()), 0), 100)] }

    /// All possible scores, since formatting a fraction is slow.
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
