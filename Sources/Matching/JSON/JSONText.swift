package import HAL

/// JSON in texts of requests.
package enum JSONText {
    /// The value, or nil if the text is not JSON.
    package static func parse(_ text: String) -> JSONValue? {
        try? JSONValue(parsing: text)
    }

    /// The value, or nil if the text is not JSON, or too large to examine.
    static func parse(_ text: String, budget: inout EvaluationBudget) -> JSONValue? {
        guard budget.spend(parsing: 2 * text.utf8.count) else { return nil }
        return try? JSONValue(parsing: text, limits: JSONLimits(values: EvaluationBudget.maximumValues))
    }

    /// The value as compact JSON.
    package static func write(_ value: JSONValue) -> String {
        value.serialized()
    }
}
