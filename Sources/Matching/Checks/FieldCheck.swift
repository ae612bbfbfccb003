/// One condition of an interaction, with the value of the request.
package struct FieldCheck: Sendable, Hashable {
    package enum Verdict: String, Sendable {
        case holds
        case fails
        /// Too expensive for an explanation.
        case notExamined
    }

    /// The part of the request, such as `header Accept`; `state` is not part of it.
    package var field: String
    package var operation: String
    package var expected: String
    /// Nil: the request has no value.
    package var actual: String?
    package var verdict: Verdict
    package var hint: String?
    /// The journal number of the request that made the current state, if known.
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

    /// A condition that is too expensive to examine.
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
