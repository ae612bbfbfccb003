import HALClient
import Scenarios

/// The conditions of a pattern that a received request does not meet, in the words of a server's 404.
struct RequestMismatch: Hashable {
    let expected: String
    let actual: String

    /// Nil when the request is as the pattern says.
    init?(_ pattern: RequestPattern, _ request: ReceivedRequest) {
        let checks = InteractionChecks(pattern, DecodedRequest(request), ExplanationBudget(.max), .verdict).all
        let failures = checks.filter { $0.verdict != .holds }
        guard !failures.isEmpty else { return nil }
        expected = failures.map(\.expectation).joined(separator: "\n")
        actual = failures.map(\.finding).joined(separator: "\n")
    }
}

extension FieldCheck {
    /// `cookie b equalTo <redacted>`, `urlPath /station`.
    fileprivate var expectation: String {
        [field == "url" ? "" : field, operation, expected].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `<redacted> (differs after 2 characters)`.
    fileprivate var finding: String {
        (actual ?? "nothing") + (hint.map { " (\($0))" } ?? "")
    }
}
