import Documents
internal import HAL

/// `absent`: the value is missing.
struct Absent: Operator {
    static let keys: [OperatorKey] = [
        .key("absent", .anything, "The value is missing.", example: "absent: true", synonyms: ["missing"])
    ]

    /// WireMock treats any value as true; here `absent: false` means the opposite.
    static func read(_ source: OperatorSource) -> Matcher? {
        let scalar = source.reader.filled(source.node)
        return scalar?.resolved == .bool(false) ? .not(.absent) : .absent
    }

    var name: String { "absent" }
    var operand: JSONValue { true }
    var expected: String { "" }
    var sentence: String { "nothing" }
    var matchesMissing: Bool { true }
    var byteTest: ByteTest? { ByteTest(.absent) }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? { value.text == nil }
    func hint(for value: String, _ hints: ValueHint) -> String? { "it must be absent" }
}

/// `anything`: any value, or none.
struct Anything: Operator {
    static let keys: [OperatorKey] = [
        .key("anything", .anything, "Any value, or none.", example: "anything: true")
    ]

    static func read(_ source: OperatorSource) -> Matcher? { .anything }

    var name: String { "anything" }
    var operand: JSONValue { "anything" }
    var expected: String { "" }
    var sentence: String { "anything" }
    var matchesMissing: Bool { true }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? { true }
}

extension Matcher {
    package static let absent = Matcher(Absent())
    package static let anything = Matcher(Anything())
}
