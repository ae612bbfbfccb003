import Documents
internal import HAL
internal import HTTPTypes

/// A `Retry-After` that is neither seconds nor an HTTP-date (RFC 9110 §10.2.3), so that clients ignore it.
enum RetryAfterRule: Rule {
    static let checksSingleResponses = true
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        // A contract that expects none means what it says; a server does not read that of each variant.
        guard subject.variant.contract.count == subject.steps.count,
            !subject.variant.contract.contains(where: { $0.expectation.retryAfter == .absent })
        else { return }
        for answer in subject.answers {
            guard let header = answer.header(.retryAfter), !isValid(header.value) else { continue }
            guard answer.response.template == nil || !Template.isIn(header.value) else { continue }
            subject.log.warning(
                "'Retry-After': '\(header.value)' is neither a number of seconds nor an HTTP-date",
                at: header.node,
                suggestion: "for example '120', or 'retryAfter: { date: 120 }' for the date in 120 s"
            )
        }
    }

    private static func isValid(_ value: String) -> Bool {
        let isSeconds = !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isSeconds || HTTPDate.Reading(value) != nil
    }
}
