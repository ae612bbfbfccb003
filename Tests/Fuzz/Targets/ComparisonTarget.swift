import HAL

@testable import Matching

/// Comparing JSON: equal values have equal digests, order and extra elements make no other difference than they should,
/// and an assignment is found exactly where trying all of them finds one.
enum ComparisonTarget {
    static func take(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let texts = (0..<2).map { _ in OperatorTarget.json(&choices, depth: 2) }
        guard let left = JSONText.parse(texts[0]), let right = JSONText.parse(texts[1]) else { return }
        let isEqual = JSONComparison.isEqual(left, right)
        precondition(JSONComparison.isEqual(right, left) == isEqual || hasDoubledNames(left, right), "\(texts)")
        precondition(JSONComparison.isEqual(left, left) || hasDoubledNames(left, left), texts[0])
        if !hasDoubledNames(left, right) { precondition((digest(left) == digest(right)) == isEqual, "\(texts)") }
        compareLists(left, right)
    }

    private static func compareLists(_ left: JSONValue, _ right: JSONValue) {
        let items = [left, right].flatMap { $0.array ?? [$0] }
        guard items.count <= 8 else { return }
        for isLenient in [false, true] {
            let comparison = JSONComparison(ignoresArrayOrder: true, ignoresExtraElements: isLenient)
            let turned = JSONValue.array(items.reversed())
            precondition(comparison.matches(expected: .array(items), actual: turned) || hasDoubledNames(turned, turned))
            guard let left = left.array, let right = right.array, left.count <= 5, right.count <= 5 else { continue }
            guard isLenient || left.count == right.count else { continue }
            let holds = comparison.matches(expected: .array(left), actual: .array(right))
            guard !hasDoubledNames(.array(left), .array(right)) else { continue }
            precondition(isAssignable(left[...], right, comparison) == holds, "\(left) \(right)")
        }
    }

    /// Tries all assignments.
    private static func isAssignable(
        _ expected: ArraySlice<JSONValue>,
        _ actual: [JSONValue],
        _ comparison: JSONComparison
    ) -> Bool {
        guard let first = expected.first else { return true }
        return actual.indices.contains { index in
            guard comparison.matches(expected: first, actual: actual[index]) else { return false }
            var rest = actual
            rest.remove(at: index)
            return isAssignable(expected.dropFirst(), rest, comparison)
        }
    }

    private static func digest(_ value: JSONValue) -> JSONDigest? {
        var budget = EvaluationBudget()
        return JSONDigest(value, budget: &budget)
    }

    /// Of members with the same name the first one counts, and the others do as one more.
    private static func hasDoubledNames(_ values: JSONValue...) -> Bool {
        values.contains { value in
            switch value {
            case .null, .bool, .number, .string: false
            case .array(let items): items.contains { hasDoubledNames($0) }
            case .object(let object):
                Set(object.names).count < object.members.count || object.members.contains { hasDoubledNames($0.value) }
            }
        }
    }
}
