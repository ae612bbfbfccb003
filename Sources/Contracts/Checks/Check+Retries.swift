import HTTPTypes
import Matching
import Scenarios

extension Check {
    /// Checks of the requests that a client repeats.
    static let retryChecks = [waited, attempts]

    private static let waited = Check(
        "waited",
        \.waited,
        underAnyOutcome: true,
        mutations: \.mutations,
        judge: { expected, evidence in
            let retries = evidence.received.compactMap(\.retry)
            guard !retries.isEmpty else {
                return .failed(
                    expected: expected.text,
                    actual: "no request repeats one whose response asked the client to wait"
                )
            }
            let actual = retries.map { "\(seconds($0.waitedMilliseconds)) of \(seconds($0.advisedMilliseconds)) s" }
            return .compared(expected.text, actual.lines, isMet: retries.allSatisfy(expected.allows))
        }
    )

    private static let attempts = Check(
        "attempts",
        \.attempts,
        underAnyOutcome: true,
        mutations: \.mutations,
        isVacuous: { $0.atLeast <= 0 && $0.atMost == nil },
        judge: { expected, evidence in
            let first = evidence.received.first
            let count = evidence.received.count { $0.method == first?.method && $0.target == first?.target }
            return .compared(expected.text, "\(count)", isMet: expected.contains(count))
        }
    )

    /// `3.2`.
    private static func seconds(_ milliseconds: Int) -> String {
        let tenths = (milliseconds + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension WaitExpectation {
    fileprivate func allows(_ retry: ReceivedRetry) -> Bool {
        let minimum =
            switch atLeast {
            case .advised: retry.advisedMilliseconds
            case .seconds(let seconds): seconds * 1000
            case nil: 0
            }
        return retry.waitedMilliseconds >= minimum && atMost.map { retry.waitedMilliseconds <= $0 * 1000 } ?? true
    }

    /// `at least as long as advised`, `at most 60 s`.
    fileprivate var text: String {
        let minimum: String? =
            switch atLeast {
            case .advised: "at least as long as advised"
            case .seconds(let seconds): "at least \(seconds) s"
            case nil: nil
            }
        return [minimum, atMost.map { "at most \($0) s" }].compactMap { $0 }.joined(separator: ", ")
    }

    /// A longer and a shorter wait than any client has that meets this one.
    fileprivate var mutations: [Mutation<WaitExpectation>] {
        let longest = Int(Int32.max)
        let longer = Mutation("(longer)", WaitExpectation(atLeast: .seconds(atMost.map { $0 + 1 } ?? longest)))
        guard case .seconds(let seconds) = atLeast, seconds > 0 else { return [longer] }
        return [longer, Mutation("(shorter)", WaitExpectation(atMost: seconds - 1))]
    }
}
