import Documents
package import HAL

/// `equalToJson`: the same JSON, numbers compared by value, with JsonUnit's placeholders.
struct EqualToJSON: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "equalToJson",
            .anything,
            "The value is this JSON; numbers compare by value, and placeholders such as `${json-unit.any-string}` match any value of a type.",
            example: "equalToJson: { price: 2.890 }",
            synonyms: ["json"]
        ),
        .option(
            "ignoreArrayOrder",
            .boolean,
            "Whether `equalToJson` accepts items in any order.",
            example: "equalToJson: [1, 2], ignoreArrayOrder: true"
        ),
        .option(
            "ignoreExtraElements",
            .boolean,
            "Whether `equalToJson` accepts more members and items.",
            example: "equalToJson: { price: 2.890 }, ignoreExtraElements: true"
        ),
    ]

    let pattern: JSONPattern

    static func read(_ source: OperatorSource) -> Matcher? {
        let (ignoresOrder, ignoresExtra) = (source.isOn("ignoreArrayOrder"), source.isOn("ignoreExtraElements"))
        guard let json = source.reader.jsonOrItsText(source.node, source.quoted) else { return nil }
        do throws(InvalidPattern) {
            let pattern = try JSONPattern(json, ignoresArrayOrder: ignoresOrder, ignoresExtraElements: ignoresExtra)
            return Matcher(EqualToJSON(pattern: pattern))
        } catch {
            source.reader.log.error("\(source.quoted): \(error.message)", at: source.node)
            return nil
        }
    }

    var name: String { "equalToJson" }

    /// A string would be read as the JSON in it, so it is written with its quotes.
    var operand: JSONValue {
        pattern.value.string == nil ? pattern.value : .string(pattern.value.serialized())
    }

    var options: [JSONObject.Member] {
        (pattern.ignoresArrayOrder ? [.init("ignoreArrayOrder", true)] : [])
            + (pattern.ignoresExtraElements ? [.init("ignoreExtraElements", true)] : [])
    }

    var readsJSON: Bool { true }
    var expected: String { pattern.value.serialized() }

    var sentence: String {
        if pattern.hasPlaceholders { return "JSON like \(pattern.value)" }
        return "JSON \(pattern.ignoresExtraElements ? "that contains" : "equal to") \(pattern.value)"
    }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let json = value.json else { return false }
        return pattern.matches(json, budget: &budget)
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard let json = hints.json() else { return ValueHint.notJSON(value) }
        guard !pattern.hasPlaceholders else { return nil }
        let difference = JSONDifference(
            hints.budget,
            ignoresArrayOrder: pattern.ignoresArrayOrder,
            ignoresExtraElements: pattern.ignoresExtraElements
        )
        return difference.first(pattern.value, json)
    }
}

extension Matcher {
    /// JSON in which no string is a placeholder.
    package static func equalToJSON(_ value: JSONValue, ignoreArrayOrder: Bool, ignoreExtraElements: Bool) -> Matcher {
        let pattern = JSONPattern(
            withoutPlaceholders: value,
            ignoresArrayOrder: ignoreArrayOrder,
            ignoresExtraElements: ignoreExtraElements
        )
        return Matcher(EqualToJSON(pattern: pattern))
    }
}
