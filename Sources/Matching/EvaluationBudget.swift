/// The steps that are left for evaluating the matchers of one request.
///
/// A step takes about 100 ns. A request without steps left matches nothing, not even under `not`.
package struct EvaluationBudget: Sendable {
    /// Of one request.
    package static let usualSteps = 250_000
    /// JSON with more values does not match.
    package static let maximumValues = 250_000
    /// Of a text, for one step.
    private static let bytesPerStep = 64

    package private(set) var stepsLeft: Int

    package init(steps: Int = EvaluationBudget.usualSteps) {
        stepsLeft = steps
    }

    /// The budget of a request with a body of that many bytes.
    ///
    /// A body beyond the default limit gets more steps, in proportion to its length.
    package init(bodyLength: Int) {
        self.init(steps: max(Self.usualSteps, bodyLength / Self.bytesPerStep * 4))
    }

    package var isExhausted: Bool { stepsLeft < 0 }

    /// Spends steps; false if fewer are left.
    @discardableResult
    package mutating func spend(_ steps: Int) -> Bool {
        let (left, overflow) = stepsLeft.subtractingReportingOverflow(steps)
        stepsLeft = overflow || left < 0 ? -1 : left
        return !isExhausted
    }

    /// Spends steps, or all that are left; false if none are left.
    package mutating func spend(atMost steps: Int) -> Bool {
        guard stepsLeft > 0 else { return spend(1) }
        stepsLeft = max(0, stepsLeft - steps)
        return true
    }

    /// Spends the steps for parsing JSON of that many bytes.
    @discardableResult
    package mutating func spend(parsing bytes: Int) -> Bool {
        spend(bytes: 3 * bytes)
    }

    /// Spends the steps for a text of that many bytes.
    @discardableResult
    package mutating func spend(bytes: Int) -> Bool {
        spend(bytes / Self.bytesPerStep)
    }
}
