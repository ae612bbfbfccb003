/// The steps that comparing the JSON of one request may still take, over all matchers that look at it.
///
/// A step is about 100 ns. A request that has used up its steps matches nothing more, and `not` does not turn that round.
package struct EvaluationBudget: Sendable {
    /// Of one request.
    package static let usualSteps = 250_000
    /// A text with more JSON values than that is not examined.
    package static let maximumValues = 250_000
    /// So many bytes of a text are one step.
    private static let bytesPerStep = 64

    private(set) var stepsLeft: Int

    package init(steps: Int = EvaluationBudget.usualSteps) {
        stepsLeft = steps
    }

    /// The budget of a request with a body of so many bytes.
    ///
    /// One beyond the usual limit, which only whoever has raised it lets in, may take as long as its bytes need.
    package init(bodyLength: Int) {
        self.init(steps: max(Self.usualSteps, bodyLength / Self.bytesPerStep * 4))
    }

    package var isExhausted: Bool { stepsLeft < 0 }

    /// Takes steps; false when there are not as many left.
    @discardableResult
    package mutating func spend(_ steps: Int) -> Bool {
        let (left, overflow) = stepsLeft.subtractingReportingOverflow(steps)
        stepsLeft = overflow || left < 0 ? -1 : left
        return !isExhausted
    }

    /// Takes steps, or all that are left, for one thing that may take long; false when there are none left.
    package mutating func spend(atMost steps: Int) -> Bool {
        guard stepsLeft > 0 else { return spend(1) }
        stepsLeft = max(0, stepsLeft - steps)
        return true
    }

    /// Takes the steps for parsing so many bytes of JSON.
    @discardableResult
    package mutating func spend(parsing bytes: Int) -> Bool {
        spend(bytes: 3 * bytes)
    }

    /// Takes the steps for a text of so many bytes.
    @discardableResult
    package mutating func spend(bytes: Int) -> Bool {
        spend(bytes / Self.bytesPerStep)
    }
}
