import Documents
internal import HTTPTypes
import Matching

/// A `Content-Length` that is not the body's; the right one is sent.
enum ContentLengthRule: Rule {
    static let checksSingleResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers where !mayDescribeAbsentBody(answer) {
            guard let header = answer.header(.contentLength) else { continue }
            let count = answer.response.bodyBytes?.count ?? 0
            guard Int(header.value) != count else { continue }
            subject.log.warning(
                "'Content-Length' is '\(header.value)', but the body has \(count) bytes; \(count) is sent",
                at: header.node,
                suggestion: "use 'fault' or 'raw' to send a wrong one"
            )
        }
    }

    /// Responses to HEAD and 304 have the length of a body that is not sent (RFC 9110 §8.6).
    private static func mayDescribeAbsentBody(_ answer: LintedResponse) -> Bool {
        answer.response.status == 304 || answer.interaction.request.method == .oneOf([.head])
    }
}
