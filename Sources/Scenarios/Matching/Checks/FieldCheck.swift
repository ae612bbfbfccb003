/// One condition of an interaction and what the request had.
package struct FieldCheck: Sendable, Hashable {
    package enum Verdict: String, Sendable {
        case holds
        case fails
        /// Too expensive to find out for an explanation.
        case notExamined
    }

    /// What of the request, for example `header Accept`, or `state` for what is not of the request.
    package var field: String
    package var operation: String
    package var expected: String
    /// Nil: the request has nothing there.
    package var actual: String?
    package var verdict: Verdict
    package var hint: String?
    /// The number in the journal of the request that has left the state as it is, where that is known.
    package var lastAdvancedBy: Int?

    package init(
        _ field: String,
        _ operation: String,
        expected: String,
        actual: String?,
        _ holds: Bool,
        hint: @autoclosure () -> String? = nil
    ) {
        self.field = field
        self.operation = operation
        self.expected = expected
        self.actual = actual
        verdict = holds ? .holds : .fails
        self.hint = holds ? nil : hint()
    }

    /// A condition that would cost too much to find out about.
    package static func notExamined(
        _ field: String,
        _ operation: String,
        expected: String,
        actual: String?
    ) -> FieldCheck {
        var check = FieldCheck(field, operation, expected: expected, actual: actual, true)
        check.verdict = .notExamined
        return check
    }
}
