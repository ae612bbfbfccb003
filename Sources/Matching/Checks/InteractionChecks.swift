internal import HAL
internal import Messages

/// Every condition of a request pattern, with the value of the request.
package struct InteractionChecks {
    /// The purpose of the checks.
    package struct Purpose: Sendable {
        /// In bytes; conditions on larger bodies are not examined.
        let largestBody: Int
        /// Whether a pattern for GET matches HEAD, as in a server.
        let answersHead: Bool
        /// Whether a field is equivalent in one line and in several (RFC 9110 §5.3); a server compares line by line.
        let joinsLines: Bool
        /// Whether all conditions share one budget, as in a server.
        let sharesBudget: Bool
        let showsCredentials: Bool
        /// Whether to hide the values of a header field of that name.
        func hides(_ header: String) -> Bool {
            !showsCredentials && Redaction.hides(header)
        }

        /// Explains why an interaction did not match.
        package static func explanation(showsCredentials: Bool = false) -> Purpose {
            Purpose(
                largestBody: InteractionChecks.largestBody,
                answersHead: true,
                joinsLines: false,
                sharesBudget: false,
                showsCredentials: showsCredentials
            )
        }

        /// Judges the request of a client, at any cost.
        package static let verdict = Purpose(
            largestBody: .max,
            answersHead: false,
            joinsLines: true,
            sharesBudget: true,
            showsCredentials: false
        )
    }

    /// In bytes; an explanation does not examine conditions on larger bodies.
    package static let largestBody = 256 << 10

    /// In the order of a request: method, URL, parameters, header, body.
    package let all: [FieldCheck]

    package init(_ pattern: RequestPattern, _ facts: DecodedRequest, _ budget: ExplanationBudget, _ purpose: Purpose) {
        let context = CheckContext(request: facts, budget: budget, purpose: purpose)
        var all: [FieldCheck] = []
        all.reserveCapacity(8)
        for key in RequestKeys.byPart { key.addChecks(of: pattern, in: context, to: &all) }
        self.all = all
    }
}

/// The request that conditions are explained for, and the limits of the explanation.
struct CheckContext {
    let request: DecodedRequest
    let budget: ExplanationBudget
    let purpose: InteractionChecks.Purpose

    /// Whether the body is small enough to examine.
    var examinesBody: Bool { request.request.body.count <= purpose.largestBody }

    func isMet(_ condition: (DecodedRequest) -> Bool) -> Bool {
        purpose.sharesBudget ? condition(request) : request.afresh(condition)
    }

    /// Checks the values of a field; `shown` replaces secret values, and then hides the expected value, too.
    func check(
        _ field: String,
        _ matcher: MultiValueMatcher,
        _ values: [String],
        shown: [String]? = nil,
        hint: String? = nil,
        holds: (DecodedRequest) -> Bool
    ) -> FieldCheck {
        let text = MatcherText(matcher)
        let isSecret = shown != nil
        let expected = isSecret && !text.expected.isEmpty ? Redaction.mark : text.expected
        let actual = values.isEmpty ? nil : Excerpt.of((shown ?? values).prefix(20).joined(separator: ", "))
        guard budget.takes(matcher.cost(on: values)) else {
            return .notExamined(Excerpt.of(field), text.operation, expected: expected, actual: actual)
        }
        return FieldCheck(
            Excerpt.of(field),
            text.operation,
            expected: expected,
            actual: actual,
            isMet(holds),
            hint: hint ?? (isSecret ? SecretHint.of(matcher, values) : ValueHint(budget).of(matcher, values))
        )
    }
}
