import HAL

/// A mapping that was added, as WireMock shows it: with what its own types add to the text.
enum ShownMapping {
    /// The operators whose operand is a time.
    private static let times: Set = ["before", "after", "equalToDateTime"]
    /// The operators whose operand is a document of the user.
    private static let documents: Set = ["equalToJson", "matchesJsonSchema"]
    /// The parameters of a delay that have decimals.
    private static let decimals: Set = ["median", "sigma", "maxValue"]

    /// The request with its method, and with offsets of times that are relative to now.
    static func request(_ request: JSONObject) -> JSONObject {
        var shown = JSONObject(request.members.map { JSONObject.Member($0.name, matcher($0.value)) })
        if shown["method"] == nil { shown["method"] = "ANY" }
        return shown
    }

    /// The response with the parameters of its delay as decimals.
    static func response(_ response: JSONObject) -> JSONObject {
        guard let delay = response["delayDistribution"]?.object, delay["type"]?.string == "lognormal" else {
            return response
        }
        var shown = response
        let members = delay.members.map { member in
            decimals.contains(member.name) ? JSONObject.Member(member.name, decimal(member.value)) : member
        }
        shown["delayDistribution"] = .object(JSONObject(members))
        return shown
    }

    private static func decimal(_ value: JSONValue) -> JSONValue {
        guard case .number(let number) = value, number.literal.utf8.allSatisfy(\.isDigit) else { return value }
        return JSONNumber(number.literal + ".0").map { .number($0) } ?? value
    }

    private static func matcher(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let items): return .array(items.map(matcher))
        case .object(let object):
            var shown = JSONObject(
                object.members.map { member in
                    documents.contains(member.name) ? member : JSONObject.Member(member.name, matcher(member.value))
                }
            )
            for name in times where shown[name]?.string == "now" {
                let unit = shown["expectedOffsetUnit"]?.string ?? "seconds"
                let amount = shown["expectedOffset"]?.number?.literal ?? "0"
                shown[name] = .string("now \(amount.hasPrefix("-") ? "" : "+")\(amount) \(unit)")
                shown["expectedOffset"] = nil
                shown["expectedOffsetUnit"] = nil
            }
            return .object(shown)
        case .null, .bool, .number, .string: return value
        }
    }
}
