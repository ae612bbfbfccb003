package import HAL

extension Matcher {
    /// Whether the value, nil for one that is missing, is as described; `now` is in milliseconds since 1970, nil: the
    /// system's clock.
    ///
    /// What is missing is not equal to, does not contain and does not match anything: the negative operators hold for it.
    package func matches(_ value: String?, now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(value, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, within a budget: what exceeds it does not match.
    package func matches(_ value: String?, now: Int64?, budget: inout EvaluationBudget) -> Bool {
        var json: JSONValue?
        if readsJSON, let value { json = JSONText.parse(value, budget: &budget) }
        return matches(value, json: json, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, for a caller that has the value's JSON at hand (nil: the value is no JSON) and its bytes.
    package func matches(_ value: String?, json: JSONValue?, bytes: [UInt8]? = nil, now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(value, json: json, bytes: bytes, now: now, budget: &budget)
    }

    /// Like `matches(_:json:bytes:now:)`, within a budget: what exceeds it does not match.
    package func matches(
        _ value: String?,
        json: JSONValue?,
        bytes: [UInt8]? = nil,
        now: Int64? = nil,
        budget: inout EvaluationBudget
    ) -> Bool {
        budget.spend(Self.leastSteps) && evaluate(value, json, bytes, now, &budget) == true && !budget.isExhausted
    }

    /// What even the cheapest matcher takes.
    private static var leastSteps: Int { 4 }

    /// Nil where it is not known, because a pattern has given up or the budget is used up.
    private func evaluate(
        _ value: String?,
        _ json: JSONValue?,
        _ bytes: [UInt8]?,
        _ now: Int64?,
        _ budget: inout EvaluationBudget
    ) -> Bool? {
        switch self {
        case .equalTo(let expected, let caseInsensitive):
            guard let value else { return false }
            return TextSearch.isEqual(value, expected, caseInsensitive: caseInsensitive, budget: &budget)
        case .contains(let part):
            guard let value else { return false }
            return TextSearch.contains(value, part, budget: &budget)
        case .doesNotContain(let part):
            guard let value else { return true }
            return TextSearch.contains(value, part, budget: &budget).map { !$0 }
        case .matches(let expression):
            guard let value else { return false }
            return expression.isMatch(value, budget: &budget)
        case .doesNotMatch(let expression):
            guard let value else { return true }
            return expression.isMatch(value, budget: &budget).map { !$0 }
        case .absent: return value == nil
        case .anything: return true
        case .equalToJSON(let expected, let ignoreArrayOrder, let ignoreExtraElements):
            guard let json else { return false }
            return JSONComparison(ignoresArrayOrder: ignoreArrayOrder, ignoresExtraElements: ignoreExtraElements)
                .matches(expected: expected, actual: json, budget: &budget)
        case .equalToJSONPattern(let pattern): return json.map { pattern.matches($0, budget: &budget) } ?? false
        case .matchesJSONPath(let path, let matcher):
            return json.map { path.isMatched(in: $0, by: matcher, now: now, budget: &budget) } ?? false
        case .matchesJSONSchema(let schema):
            return value.map { schema.failure(in: $0, json: json, budget: &budget) == nil } ?? false
        case .binaryEqualTo(let expected):
            return bytes.map { $0 == expected } ?? value?.utf8.elementsEqual(expected) ?? false
        case .number(let matcher): return value.map(matcher.matches) ?? false
        case .date(let matcher):
            guard let value else { return false }
            guard budget.spend(bytes: 8 * value.utf8.count) else { return nil }
            return matcher.matches(value, now: now)
        case .matchesPathTemplate(let template):
            guard let value else { return false }
            guard budget.spend(bytes: 8 * value.utf8.count) else { return nil }
            return template.match(value) != nil
        case .and(let matchers):
            return Self.all(matchers, are: true) { $0.evaluate(value, json, bytes, now, &budget) }
        case .or(let matchers):
            return Self.all(matchers, are: false) { $0.evaluate(value, json, bytes, now, &budget) }.map { !$0 }
        case .not(let matcher): return matcher.evaluate(value, json, bytes, now, &budget).map { !$0 }
        }
    }

    /// Whether all results are as wanted: one that is not decides, and one that is not known leaves it open.
    private static func all(_ matchers: [Matcher], are wanted: Bool, _ result: (Matcher) -> Bool?) -> Bool? {
        var isKnown = true
        for matcher in matchers {
            guard let result = result(matcher) else {
                isKnown = false
                continue
            }
            guard result == wanted else { return false }
        }
        return isKnown ? true : nil
    }

    /// Whether the matcher asks for a value that is missing.
    ///
    /// As in WireMock, a cookie that is not there and what a JSONPath does not find are not what a negative operator means;
    /// that is for header fields, parameters and bodies.
    package var asksForMissing: Bool {
        switch self {
        case .absent, .anything: true
        case .and(let matchers): !matchers.isEmpty && matchers.allSatisfy(\.asksForMissing)
        case .or(let matchers): matchers.contains(where: \.asksForMissing)
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .equalToJSON, .equalToJSONPattern,
            .matchesJSONPath, .matchesJSONSchema, .binaryEqualTo, .number, .date, .matchesPathTemplate, .not:
            false
        }
    }

    /// Whether evaluating needs the value as JSON, so that a caller can parse it once for several matchers.
    package var readsJSON: Bool {
        switch self {
        case .equalToJSON, .equalToJSONPattern, .matchesJSONPath, .matchesJSONSchema: true
        case .and(let matchers), .or(let matchers): matchers.contains { $0.readsJSON }
        case .not(let matcher): matcher.readsJSON
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .absent, .binaryEqualTo, .number, .date,
            .matchesPathTemplate, .anything:
            false
        }
    }
}

extension MultiValueMatcher {
    /// Whether the values of one header, parameter or field, none when it is missing, are as described; `now` as for
    /// one value.
    package func matches(_ values: [String], now: Int64? = nil) -> Bool {
        var budget = EvaluationBudget()
        return matches(values, now: now, budget: &budget)
    }

    /// Like `matches(_:now:)`, within a budget: what exceeds it does not match.
    package func matches(_ values: [String], now: Int64?, budget: inout EvaluationBudget) -> Bool {
        switch self {
        case .any(let matcher):
            values.isEmpty ? matcher.matches(nil) : values.contains { matcher.matches($0, now: now, budget: &budget) }
        case .hasExactly(let matchers):
            values.count == matchers.count && Self.includes(matchers, in: values, now, &budget)
        case .includes(let matchers): Self.includes(matchers, in: values, now, &budget)
        }
    }

    private static func includes(
        _ matchers: [Matcher],
        in values: [String],
        _ now: Int64?,
        _ budget: inout EvaluationBudget
    ) -> Bool {
        matchers.allSatisfy { matcher in values.contains { matcher.matches($0, now: now, budget: &budget) } }
    }
}
