import HAL
import Matching
import Scenarios

extension Check {
    /// Checks of an unsuccessful call: challenges, the time to retry, the kind of failure, its reason.
    static let failureChecks = [challenges, retryAfter, kind, reason]

    /// The permitted difference in the seconds of `Retry-After`.
    private static let tolerance = 2

    private static let challenges = Check(
        "challenges",
        \.challenges,
        reported: ReportedValue(\.challenges, of: ReportedChallenge.all, in: ReportedChallenge.all),
        mutations: { challenges in
            challenges.mutatingEach(named: { $1.scheme }, \.mutations) + [
                challenges.longer(by: ChallengeExpectation(scheme: "Basic"))
            ]
        },
        judge: { expectation, evidence in
            let expected = expectation.map { ComparableChallenge($0) }
            let actual = evidence.reported.challenges.map { ComparableChallenge($0) }
            return .compared(expected.map(\.text).lines, actual.map(\.text).lines, isMet: expected == actual)
        }
    )

    private static let retryAfter = Check(
        "retryAfter",
        \.retryAfter,
        reported: ReportedValue(
            \.retryAfter,
            of: { $0.retryAfter.map { ReportedRetryAfter($0) } },
            in: { try ReportedRetryAfter(&$0, $1) }
        ),
        mutations: { [Mutation($0.mutated(ifAbsent: .seconds(0), \.later))] },
        judge: { expected, evidence in
            let actual = evidence.reported.retryAfter
            let invalid = evidence.reported.invalid["retryAfter"]
            let text = invalid ?? actual?.text ?? "none"
            switch expected {
            case .absent: return .compared("none", text, isMet: text == "none")
            case .value(.seconds(let seconds)):
                let isMet = actual.map { ($0.seconds - tolerance...$0.seconds + tolerance).contains(seconds) } ?? false
                return .compared("\(seconds) s", text, isMet: isMet && invalid == nil)
            case .value(.date(let date)):
                let isMet = actual?.date != nil && actual?.date == HTTPDate(date)
                return .compared(date, invalid ?? actual?.date?.description ?? text, isMet: isMet && invalid == nil)
            }
        }
    )

    private static let kind = Check(
        "kind",
        \.kind,
        reported: ReportedValue(\.kind, of: { ConnectionFailureKind($0) }, in: { try $0.word($1) }),
        mutations: { [Mutation($0 == .other ? .offline : .other)] },
        judge: { expected, evidence in
            let actual = evidence.reported.kind
            let text = evidence.reported.invalid["kind"] ?? actual?.rawValue ?? "none"
            return .compared(expected.rawValue, text, isMet: expected == actual)
        }
    )

    private static let reason = Check(
        "reason",
        \.reason,
        reported: ReportedValue(\.reason, of: { TLSFailureReason($0) }, in: { try $0.word($1) }),
        mutations: { [Mutation($0 == .other ? .handshake : .other)] },
        judge: { expected, evidence in
            let actual = evidence.reported.reason
            let text = evidence.reported.invalid["reason"] ?? actual?.rawValue ?? "none"
            return .compared(expected.rawValue, text, isMet: expected == actual)
        }
    )
}

extension ReportedRetryAfter {
    /// The seconds, and the date of the header.
    fileprivate var text: String { "\(seconds) s" + (date.map { " (\($0))" } ?? "") }
}

extension ExpectedRetryAfter {
    /// A minute, or for a date a day, later.
    fileprivate var later: ExpectedRetryAfter {
        switch self {
        case .seconds(let seconds): .seconds(seconds + 60)
        case .date(let date): .date(date.nextDay)
        }
    }
}

extension ChallengeExpectation {
    fileprivate var mutations: [Mutation<ChallengeExpectation>] {
        let parameters = self.parameters.mutatingEach(named: { $1.name }) { parameter in
            [Mutation(StepAuthorization.Parameter(name: parameter.name, value: parameter.value.mutated))]
        }
        return [
            mutated("scheme") { $0.scheme = scheme.mutated }, mutated("realm") { $0.realm = (realm ?? "").mutated },
            mutated("token68") { $0.token68 = (token68 ?? "").mutated },
        ] + parameters.map { mutation in mutated(mutation.place) { $0.parameters = mutation.value } }
    }

    private func mutated(_ place: String, _ change: (inout Self) -> Void) -> Mutation<Self> {
        var copy = self
        change(&copy)
        return Mutation(place, copy)
    }
}

/// A challenge of either side in a form that can be compared: parameter names in lower case and sorted.
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

    /// Compares schemes without case (RFC 9110 §11.1).
    static func == (left: Self, right: Self) -> Bool {
        left.scheme.lowercased() == right.scheme.lowercased() && left.parameters == right.parameters
            && left.token68 == right.token68
    }
}
