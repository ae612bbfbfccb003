import HAL
import Scenarios

extension Expectation {
    static let someDate = HTTPDate(secondsSinceEpoch: 0).description

    /// A day later.
    static func later(_ date: String) -> String {
        HTTPDate(secondsSinceEpoch: (HTTPDate(date)?.secondsSinceEpoch ?? 0) + 86_400).description
    }

    static func later(_ retryAfter: ExpectedRetryAfter) -> ExpectedRetryAfter {
        switch retryAfter {
        case .seconds(let seconds): .seconds(seconds + 60)
        case .date(let date): .date(later(date))
        }
    }

    static func changes(_ challenges: [ChallengeExpectation]) -> [Change<[ChallengeExpectation]>] {
        challenges.changingEach({ $1.scheme }, \.changes) + [
            challenges.longer(by: ChallengeExpectation(scheme: "Basic"))
        ]
    }

    static func changes(_ notices: [RedirectNotice]) -> [Change<[RedirectNotice]>] {
        notices.changingEach { notice in
            [
                Change("from", RedirectNotice(from: notice.from.changed, to: notice.to)),
                Change("to", RedirectNotice(from: notice.from, to: notice.to.changed)),
            ]
        } + [notices.longer(by: RedirectNotice(from: "/", to: "/"))]
    }

    static func changes(_ received: [RequestPattern]) -> [Change<[RequestPattern]>] {
        received.changingEach { $0.changes } + [received.longer(by: RequestPattern())]
    }
}

extension Expected {
    /// Another value, or one where none is expected.
    func flipped(_ value: Value, _ change: (Value) -> Value) -> Expected {
        switch self {
        case .absent: .value(value)
        case .value(let expected): .value(change(expected))
        }
    }
}

extension RelationsExpectation {
    var changes: [Change<RelationsExpectation>] {
        switch self {
        case .present(let names):
            names.changingEach({ $1 }, { [Change($0.changed)] }).map { $0.within("", Self.present) }
        case .targets(let entries):
            entries.changingEach({ $1.name }, Self.changes).map { $0.within("", Self.targets) }
        }
    }

    private static func changes(_ entry: Named<[Matcher]>) -> [Change<Named<[Matcher]>>] {
        let targets = entry.pattern.changingEach { [Change($0.flipped)] } + [entry.pattern.longer(by: .absent)]
        let renamed = Change("(the name)", Named(entry.name.changed, entry.pattern))
        return [renamed] + (entry.pattern.isEmpty ? [] : targets.map { $0.within("") { Named(entry.name, $0) } })
    }
}

extension Named where Pattern == EmbeddedExpectation {
    var changes: [Change<Self>] {
        let changes: [Change<EmbeddedExpectation>] =
            switch pattern {
            case .count(let count): [Change("(the number)", .count(count + 1))]
            case .models(let models):
                (models.changingEach { $0.changes } + [models.longer(by: .object([:]))]).map {
                    $0.within("", EmbeddedExpectation.models)
                }
            }
        return changes.map { $0.within("") { Named(name, $0) } }
    }
}

extension ChallengeExpectation {
    fileprivate var changes: [Change<ChallengeExpectation>] {
        let parameters = self.parameters.changingEach({ $1.name }) { parameter in
            [Change(StepAuthorization.Parameter(name: parameter.name, value: parameter.value.changed))]
        }
        return [
            changed("scheme") { $0.scheme = scheme.changed }, changed("realm") { $0.realm = (realm ?? "").changed },
        ]
            + [changed("token68") { $0.token68 = (token68 ?? "").changed }]
            + parameters.map { change in changed(change.place) { $0.parameters = change.value } }
    }

    private func changed(_ place: String, _ change: (inout Self) -> Void) -> Change<Self> {
        var copy = self
        change(&copy)
        return Change(place, copy)
    }
}

extension CountExpectation {
    /// What is below the range, and what is above it.
    var changes: [Change<CountExpectation>] {
        let below = Change("(less)", CountExpectation(atLeast: 0, atMost: atLeast - 1))
        let above = atMost.map { Change("(more)", CountExpectation(atLeast: $0 + 1)) }
        return (atLeast > 0 ? [below] : []) + [above].compactMap { $0 }
    }
}
