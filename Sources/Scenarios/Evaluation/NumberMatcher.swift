package import HAL

/// WireMock's comparisons of numbers.
package struct NumberMatcher: Sendable, Hashable {
    package enum Comparison: String, Sendable, CaseIterable {
        case equalToNumber, greaterThanNumber, greaterThanEqualNumber, lessThanNumber, lessThanEqualNumber
    }

    package var comparison: Comparison
    package var number: JSONNumber

    package init(_ comparison: Comparison, _ number: JSONNumber) {
        self.comparison = comparison
        self.number = number
    }

    /// Whether the value is a number as wanted, by its value and without loss.
    func matches(_ value: String) -> Bool {
        guard value.utf8.count <= 1024, let actual = JSONNumber(value) else { return false }
        let (left, right) = (DecimalValue(actual), DecimalValue(number))
        return switch comparison {
        case .equalToNumber: left == right
        case .greaterThanNumber: left > right
        case .greaterThanEqualNumber: left >= right
        case .lessThanNumber: left < right
        case .lessThanEqualNumber: left <= right
        }
    }
}
