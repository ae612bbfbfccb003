import HALClient
import HTTPTypes
import Scenarios

extension Check {
    /// What others than the client have seen of the step.
    static let wireChecks = [received, elapsed]

    private static let received = Check("received") { expectation, evidence in
        guard let patterns = expectation.received else { return nil }
        guard patterns.count == evidence.received.count else {
            return .failed(expected: count(patterns.count), actual: seen(evidence.received))
        }
        for (index, (pattern, request)) in zip(patterns, evidence.received).enumerated() {
            guard let mismatch = RequestMismatch(pattern, request) else { continue }
            let hop = patterns.count > 1 ? "request \(index + 1): " : ""
            return .failed(expected: hop + mismatch.expected, actual: hop + mismatch.actual)
        }
        return .passed
    }

    private static let elapsed = Check("elapsedMilliseconds") { expectation, evidence in
        guard let expected = expectation.elapsedMilliseconds else { return nil }
        let actual = Int(evidence.elapsed / .milliseconds(1))
        return .compared("\(expected.text) ms", "\(actual) ms", isMet: expected.contains(actual))
    }

    private static func count(_ number: Int) -> String {
        number == 1 ? "1 request" : "\(number) requests"
    }

    private static func seen(_ requests: [ReceivedRequest]) -> String {
        count(requests.count) + requests.map { "\n\($0.method.rawValue) \($0.target)" }.joined()
    }
}

extension CountExpectation {
    func contains(_ number: Int) -> Bool {
        number >= atLeast && atMost.map { number <= $0 } ?? true
    }

    /// `2`, `at least 2`, `2 to 3`.
    var text: String {
        guard let atMost else { return "at least \(atLeast)" }
        return atLeast == atMost ? "\(atLeast)" : "\(atLeast) to \(atMost)"
    }
}

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
