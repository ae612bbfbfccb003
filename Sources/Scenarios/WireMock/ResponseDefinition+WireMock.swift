package import HAL
internal import HTTPTypes
import Messages

extension ResponseDefinition {
    /// The response definition as WireMock shows it.
    package var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        if let raw {
            object.add("rawBase64", Base64.encode(raw))
        } else {
            object.add("status", status)
            object.add("statusMessage", reason)
            object.add("headers", headersJSON)
            addBody(to: &object)
            object.add("retryAfter", retryAfter?.json)
        }
        object.add("times", repetitions == 1 ? nil : repetitions)
        object.add("fixedDelayMilliseconds", fixedDelayMilliseconds)
        object.add("delayDistribution", delayDistribution?.wireMockJSON)
        object.add("chunkedDribbleDelay", dribble?.json)
        object.add("transferEncoding", isChunked ? "chunked" : nil)
        object.add("throttle", bytesPerSecond.map { ["bytesPerSecond": .number(JSONNumber($0))] })
        object.add("fault", fault?.json)
        object.add("rewriteLinks", rewritesLinks ? nil : .bool(false))
        object.add("transformers", transformers.isEmpty ? nil : .array(transformers.map { .string($0) }))
        object.add("transformerParameters", transformerParameters)
        return object.json
    }

    /// Lines with one name stand together, as a list.
    private var headersJSON: JSONValue? {
        guard !fields.isEmpty else { return nil }
        var names: [HTTPField.Name] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        let members = names.map { name in
            let values = fields.filter { $0.name == name }.map { JSONValue.string($0.value) }
            return JSONObject.Member(name.rawName, values.count == 1 ? values[0] : .array(values))
        }
        return .object(JSONObject(members))
    }

    private func addBody(to object: inout JSONObjectBuilder) {
        if let bodyFileName {
            object.add("bodyFileName", bodyFileName)
            return
        }
        switch body {
        case .none: break
        case .text(let text): object.add("body", text)
        case .json(let value): object.add("jsonBody", value)
        case .bytes(let bytes): object.add("base64Body", Base64.encode(bytes))
        }
    }
}

extension DelayDistribution {
    /// The distribution as WireMock shows it.
    package var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        switch self {
        case .fixed(let milliseconds):
            object.add("type", "fixed")
            object.add("milliseconds", milliseconds)
        case .uniform(let lower, let upper):
            object.add("type", "uniform")
            object.add("lower", lower)
            object.add("upper", upper)
        case .lognormal(let median, let sigma, let maximum):
            object.add("type", "lognormal")
            object.add("median", JSONNumber(median).map { .number($0) })
            object.add("sigma", JSONNumber(sigma).map { .number($0) })
            object.add("maxValue", maximum.flatMap { JSONNumber($0) }.map { .number($0) })
        }
        return object.json
    }
}

extension ResponseDefinition.RetryAfter {
    fileprivate var json: JSONValue {
        switch self {
        case .seconds(let seconds): .number(JSONNumber(seconds))
        case .date(let secondsAhead): ["date": .number(JSONNumber(secondsAhead))]
        }
    }
}

extension ChunkedDribble {
    fileprivate var json: JSONValue {
        [
            "numberOfChunks": .number(JSONNumber(numberOfChunks)),
            "totalDuration": .number(JSONNumber(totalMilliseconds)),
        ]
    }
}

extension Fault {
    /// The name that WireMock has for it, where it has one.
    fileprivate var json: JSONValue {
        if let known = WireMockFault.allCases.first(where: { $0.fault == self }) { return .string(known.rawValue) }
        let after: JSONValue =
            switch phase {
            case .request: "request"
            case .head: "head"
            case .bodyBytes(let count): ["bodyBytes": .number(JSONNumber(count))]
            }
        return ["effect": .string(effect.rawValue), "after": after]
    }
}
