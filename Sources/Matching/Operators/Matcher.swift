package import HAL

/// A condition on one value: one of WireMock's operators with its operand.
package struct Matcher: Sendable {
    let operation: any Operator
    /// Whether evaluation needs the value as JSON, so that a caller can parse it once for several matchers.
    package let readsJSON: Bool
    /// Whether evaluation reads the value as XML.
    let readsXML: Bool

    init(_ operation: some Operator) {
        self.operation = operation
        readsJSON = operation.readsJSON
        readsXML = operation.readsXML
    }

    /// Whether the value, nil if it is missing, matches; `now` is in milliseconds since 1970, nil: the system's clock.
    ///
    /// A missing value equals, contains and matches nothing: the negative operators match it.
    package func matches(_ value: String?, now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(value, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, within a budget: false once it is used up.
    package func matches(_ value: String?, now: Int64?, budget: inout EvaluationBudget) -> Bool {
        var json: JSONValue?
        if readsJSON, let value { json = JSONText.parse(value, budget: &budget) }
        return matches(value, json: json, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, for a caller that has the value's JSON (nil: the value is not JSON) and its bytes.
    package func matches(_ value: String?, json: JSONValue?, bytes: [UInt8]? = nil, now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(value, json: json, bytes: bytes, now: now, budget: &budget)
    }

    /// Like `matches(_:json:bytes:now:)`, within a budget: false once it is used up.
    ///
    /// A caller with several matchers for the value shares its XML.
    package func matches(
        _ value: String?,
        json: JSONValue?,
        xml: XMLForms? = nil,
        bytes: [UInt8]? = nil,
        now: Int64? = nil,
        budget: inout EvaluationBudget
    ) -> Bool {
        let xml = readsXML ? xml ?? value.map(XMLForms.init) : nil
        let value = MatchedValue(text: value, json: json, xml: xml, bytes: bytes, now: now)
        return budget.spend(Self.leastSteps) && operation.holds(for: value, &budget) == true && !budget.isExhausted
    }

    /// Steps of the cheapest matcher.
    private static var leastSteps: Int { 4 }

    /// Whether a missing cookie, or a JSONPath that selects nothing, matches.
    package var matchesMissing: Bool { operation.matchesMissing }

    /// The comparison of the value's bytes that decides alone; nil if the matcher needs more.
    package var byteTest: ByteTest? { operation.byteTest }

    /// The text that a value must equal byte by byte; nil for any other matcher.
    package var exactText: String? {
        guard let test = byteTest, test.comparison == .equalTo else { return nil }
        return test.text
    }

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    package func cost(on value: String) -> Int { operation.cost(on: value) }

    /// The matcher in a sentence of a contract report.
    package var text: String { operation.sentence }

    /// A matcher that does not match what this one matches.
    package var flipped: Matcher { operation.flipped }

    /// The operator and its options as a WireMock mapping has them.
    package var wireMockJSON: JSONValue {
        .object(JSONObject([.init(operation.name, operation.operand)] + operation.options))
    }
}

extension Matcher: Hashable {
    package static func == (left: Matcher, right: Matcher) -> Bool { left.operation.isEqual(to: right.operation) }

    package func hash(into hasher: inout Hasher) {
        operation.hash(into: &hasher)
    }
}
