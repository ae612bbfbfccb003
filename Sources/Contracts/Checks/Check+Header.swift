import HAL
import Scenarios

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
