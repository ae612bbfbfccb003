import HALClient
import HTTPTypes
import Matching
import Scenarios

extension Check {
    /// Checks of the server's and the runner's observations, whatever the client reports.
    static let wireChecks = [received, elapsed]

    private static let received = Check(
        "received",
        \.received,
        underAnyOutcome: true,
        mutations: { $0.mutatingEach(\.mutations) + [$0.longer(by: RequestPattern())] },
        judge: { patterns, evidence in
            guard patterns.count == evidence.received.count else {
                return .failed(expected: counted(patterns.count, "request"), actual: listed(evidence.received))
            }
            for (index, (pattern, request)) in zip(patterns, evidence.received).enumerated() {
                guard let mismatch = RequestMismatch(pattern, request) else { continue }
                let hop = patterns.count > 1 ? "request \(index + 1): " : ""
                return .failed(expected: hop + mismatch.expected, actual: hop + mismatch.actual)
            }
            return .passed
        }
    )

    private static let elapsed = Check(
        "elapsedMilliseconds",
        \.elapsedMilliseconds,
        mutations: \.mutations,
        isVacuous: { $0.atLeast <= 0 && $0.atMost == nil },
        judge: { expected, evidence in
            let actual = Int(evidence.elapsed / .milliseconds(1))
            return .compared("\(expected.text) ms", "\(actual) ms", isMet: expected.contains(actual))
        }
    )

    private static func listed(_ requests: [ReceivedRequest]) -> String {
        counted(requests.count, "request") + requests.map { "\n\($0.method.rawValue) \($0.target)" }.joined()
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

    /// `2 times`, `at least 1 time`.
    var times: String { text + ((atMost ?? atLeast) == 1 ? " time" : " times") }

    /// A range below this one, and a range above it.
    var mutations: [Mutation<CountExpectation>] {
        let below = Mutation("(less)", CountExpectation(atLeast: 0, atMost: atLeast - 1))
        let above = atMost.map { Mutation("(more)", CountExpectation(atLeast: $0 + 1)) }
        return (atLeast > 0 ? [below] : []) + [above].compactMap { $0 }
    }
}

/// The conditions of a pattern that a received request does not meet, in the words of the server's 404 response.
struct RequestMismatch: Hashable {
    let expected: String
    let actual: String

    /// Compares the request; nil if it matches the pattern.
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
        (actual ?? "missing") + (hint.map { " (\($0))" } ?? "")
    }
}
