import HAL
import Scenarios

extension Check {
    /// What a redirection carries, and the redirects on the way.
    static let redirectionChecks = [
        flag("notModified", { $0.notModified }, { $0.notModified }),
        flag("permanent", { $0.permanent }, { $0.permanent }),
        notices,
    ]

    private static func flag(
        _ name: String,
        _ expected: @escaping @Sendable (Expectation) -> Bool?,
        _ actual: @escaping @Sendable (ReportedOutcome) -> Bool?
    ) -> Check {
        Check(name) { expectation, evidence in
            guard let expected = expected(expectation) else { return nil }
            let actual = actual(evidence.reported)
            return .compared("\(expected)", actual.map { "\($0)" } ?? "not reported", isMet: expected == actual)
        }
    }

    private static let notices = Check("notices", needs: .notices) { expectation, evidence in
        guard let expected = expectation.notices else { return nil }
        let (actual, address) = (evidence.reported.notices, evidence.address)
        let isMet =
            expected.count == actual.count
            && zip(expected, actual).allSatisfy {
                address.isSame($0.from, as: $1.from) && address.isSame($0.to, as: $1.to)
            }
        let wanted = expected.map { "\(address.absolute($0.from)) -> \(address.absolute($0.to))" }
        return .compared(wanted.lines, actual.map { "\($0.from) -> \($0.to)" }.lines, isMet: isMet)
    }
}

extension [String] {
    /// One below the other, or `none`.
    var lines: String { isEmpty ? "none" : joined(separator: "\n") }
}

extension Check {
    /// How far apart seconds of `Retry-After` may be.
    private static let tolerance = 2

    static let challenges = Check("challenges", needs: .challenges) { expectation, evidence in
        guard let expected = expectation.challenges?.map({ ComparableChallenge($0) }) else { return nil }
        let actual = evidence.reported.challenges.map { ComparableChallenge($0) }
        return .compared(expected.map(\.text).lines, actual.map(\.text).lines, isMet: expected == actual)
    }

    static let retryAfter = Check("retryAfter", needs: .retryAfter) { expectation, evidence in
        let actual = evidence.reported.retryAfter
        let invalid = evidence.reported.invalid["retryAfter"]
        let text = invalid ?? actual.map { "\($0.seconds) s" + ($0.date.map { " (\($0))" } ?? "") } ?? "none"
        switch expectation.retryAfter {
        case nil: return nil
        case .absent: return .compared("none", text, isMet: text == "none")
        case .value(.seconds(let seconds)):
            let isMet = actual.map { ($0.seconds - tolerance...$0.seconds + tolerance).contains(seconds) } ?? false
            return .compared("\(seconds) s", text, isMet: isMet && invalid == nil)
        case .value(.date(let date)):
            let isMet = actual?.date != nil && actual?.date == HTTPDate(date)
            return .compared(date, text, isMet: isMet && invalid == nil)
        }
    }
}

/// A challenge of either side, made alike: names in lower case and sorted.
private struct ComparableChallenge: Equatable {
    let scheme: String
    let parameters: [String]
    let token68: String?

    init(_ expected: ChallengeExpectation) {
        let realm = expected.realm.map { [StepAuthorization.Parameter(name: "realm", value: $0)] } ?? []
        self.init(expected.scheme, realm + expected.parameters, expected.token68)
    }

    init(_ reported: ReportedChallenge) {
        self.init(reported.scheme, reported.parameters, reported.token68)
    }

    private init(_ scheme: String, _ parameters: [StepAuthorization.Parameter], _ token68: String?) {
        self.scheme = scheme
        self.parameters = parameters.map { "\($0.name.lowercased())=\"\($0.value)\"" }.sorted()
        self.token68 = token68
    }

    var text: String {
        let values = (token68.map { [$0] } ?? []) + [parameters.joined(separator: ", ")].filter { !$0.isEmpty }
        return ([scheme] + values).joined(separator: " ")
    }

    /// Schemes compare without case (RFC 9110 §11.1).
    static func == (left: Self, right: Self) -> Bool {
        left.scheme.lowercased() == right.scheme.lowercased() && left.parameters == right.parameters
            && left.token68 == right.token68
    }
}
