/// The names of a matrix with their values, and the combinations that are left out.
struct Matrix {
    static let maximumVariants = 100_000

    /// Values for some of the names: what to leave out.
    typealias Exclusion = [String: Set<String>]

    var names: [String] = []
    /// For each name its values.
    var values: [[Node.Scalar]] = []
    var exclusions: [Exclusion] = []

    /// How many combinations there are before any is left out; nil when there are too many to count.
    var count: Int? {
        var count = 1
        for list in values {
            let (product, overflow) = count.multipliedReportingOverflow(by: list.count)
            if overflow { return nil }
            count = product
        }
        return count
    }

    /// Every combination that is not left out, the last name changing fastest.
    func combinations() -> [[Node.Scalar]] {
        var combinations: [[Node.Scalar]] = [[]]
        for list in values {
            combinations = combinations.flatMap { combination in list.map { combination + [$0] } }
        }
        return exclusions.isEmpty ? combinations : combinations.filter { !isExcluded($0) }
    }

    private func isExcluded(_ combination: [Node.Scalar]) -> Bool {
        exclusions.contains { exclusion in
            zip(names, combination).allSatisfy { name, value in exclusion[name]?.contains(value.text) ?? true }
        }
    }
}
