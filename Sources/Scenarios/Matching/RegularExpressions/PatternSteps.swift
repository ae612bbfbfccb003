/// Numbers of steps after which the evaluation of a pattern gives up; a step is about 25 ns.
package enum PatternSteps {
    /// Enough for most patterns and short values.
    static let glimpse = 50
    /// Enough for most values.
    package static let glance = 500
    package static let look = 10_000
    /// For values of any length, 25 ms.
    static let most = 1_000_000
    /// For one step of an ``EvaluationBudget``.
    static let perBudgetStep = 4

    /// For a value of that many bytes.
    static func usual(for length: Int) -> Int {
        length > most ? most : min(100_000 + 4 * max(0, length - 4096), most)
    }
}
