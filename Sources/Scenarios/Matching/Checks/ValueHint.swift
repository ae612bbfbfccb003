internal import HAL

/// Looks for a probable cause why one value does not match, within a budget.
struct ValueHint {
    /// In bytes; longer texts are not compared.
    static let longestText = 4096

    let budget: ExplanationBudget
    /// Returns the value as JSON; nil if it is not JSON.
    let json: () -> JSONValue?

    init(_ budget: ExplanationBudget, json: @escaping () -> JSONValue? = { nil }) {
        self.budget = budget
        self.json = json
    }

    func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        switch matcher {
        case .any(let matcher):
            let json = { values.first.flatMap { JSONText.parse($0) } }
            return ValueHint(budget, json: json).of(matcher, values.first)
        case .hasExactly(let matchers):
            return values.count == matchers.count ? nil : "\(matchers.count) values are needed, \(values.count) came"
        case .includes: return nil
        }
    }

    func of(_ matcher: Matcher, _ value: String?) -> String? {
        guard let value, budget.takes(matcher.cost(on: value)) else { return nil }
        return matcher.operation.hint(for: value, self)
    }

    /// Where a text that should be JSON is not.
    static func notJSON(_ value: String) -> String {
        do throws(JSONError) {
            _ = try JSONValue(parsing: value)
            return "the value is not valid JSON: it is nested too deeply"
        } catch {
            return "the value is not valid JSON: line \(error.line), column \(error.column): \(error.message)"
        }
    }

    /// The hint for a pattern that gives up on a value; nil for any other.
    static func gaveUp(_ expression: RegularExpression, _ value: String) -> String? {
        guard case .gaveUp(let steps) = expression.verdict(on: value) else { return nil }
        return "the pattern gave up after \(steps) steps; simplify what it repeats"
    }
}
