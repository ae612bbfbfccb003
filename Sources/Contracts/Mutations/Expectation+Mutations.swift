import HAL
import Scenarios

/// An expectation with one thing in it changed, so that what has held before must not hold any more.
///
/// An expectation that holds either way can not fail, and says nothing about a client.
struct Flip: Sendable {
    /// The check that must find it out: the key of `expect`.
    let key: String
    /// What was changed: `headers Retry-After`.
    let place: String
    let expectation: Expectation
}

extension Expectation {
    /// The expectation once for everything that it says, with that changed.
    var flips: [Flip] { answerFlips + representationFlips + redirectionFlips + wireFlips }

    /// The keys that are there and say nothing.
    var silentKeys: [String] {
        let emptyRelations: [RelationsExpectation] = [.present([]), .targets([])]
        let keys = [
            ("relations", relations.map { emptyRelations.contains($0) }), ("embedded", embedded?.isEmpty),
            ("elapsedMilliseconds", elapsedMilliseconds.map { $0.atLeast <= 0 && $0.atMost == nil }),
        ]
        return keys.filter { $0.1 == true }.map(\.0)
    }

    private var answerFlips: [Flip] {
        flips("outcome", \.outcome, [Mutation(outcome == .success ? .conflict : .success)])
            + flips("status", \.status, status.map { [Mutation($0 + 1)] })
            + flips("headers", \.headers, headers.mutations)
            + flips("body", \.body, body.map { [Mutation($0.flipped)] })
            + flips("location", \.location, location.map { [Mutation($0.flipped("/elsewhere") { $0.mutated })] })
            + flips(
                "lastModified",
                \.lastModified,
                lastModified.map { [Mutation($0.flipped(Self.someDate, Self.later))] }
            )
            + flips("retryAfter", \.retryAfter, retryAfter.map { [Mutation($0.flipped(.seconds(0), Self.later))] })
            + flips("kind", \.kind, kind.map { [Mutation($0 == .other ? .offline : .other)] })
    }

    private var representationFlips: [Flip] {
        flips("model", \.model, model?.mutations)
            + flips("relations", \.relations, relations?.mutations)
            + flips("embedded", \.embedded, embedded?.mutatingEach({ $1.name }, \.mutations))
            + flips("challenges", \.challenges, challenges.map(Self.mutations))
    }

    private var redirectionFlips: [Flip] {
        flips("notModified", \.notModified, notModified.map { [Mutation(!$0)] })
            + flips("permanent", \.permanent, permanent.map { [Mutation(!$0)] })
            + flips("notices", \.notices, notices.map(Self.mutations))
    }

    private var wireFlips: [Flip] {
        flips("received", \.received, received.map(Self.mutations))
            + flips("elapsedMilliseconds", \.elapsedMilliseconds, elapsedMilliseconds?.mutations)
    }

    private func flips<Value>(
        _ key: String,
        _ path: WritableKeyPath<Expectation, Value>,
        _ mutations: [Mutation<Value>]
    ) -> [Flip] {
        mutations.map { change in
            var changed = self
            changed[keyPath: path] = change.value
            return Flip(
                key: key,
                place: [key, change.place].filter { !$0.isEmpty }.joined(separator: " "),
                expectation: changed
            )
        }
    }

    private func flips<Value>(
        _ key: String,
        _ path: WritableKeyPath<Expectation, Value?>,
        _ mutations: [Mutation<Value>]?
    ) -> [Flip] {
        let wrapped = (mutations ?? []).map { Mutation<Value?>($0.place, $0.value) }
        return flips(key, path, wrapped)
    }
}

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

    static func mutations(_ challenges: [ChallengeExpectation]) -> [Mutation<[ChallengeExpectation]>] {
        challenges.mutatingEach({ $1.scheme }, \.mutations) + [
            challenges.longer(by: ChallengeExpectation(scheme: "Basic"))
        ]
    }

    static func mutations(_ notices: [RedirectNotice]) -> [Mutation<[RedirectNotice]>] {
        notices.mutatingEach { notice in
            [
                Mutation("from", RedirectNotice(from: notice.from.mutated, to: notice.to)),
                Mutation("to", RedirectNotice(from: notice.from, to: notice.to.mutated)),
            ]
        } + [notices.longer(by: RedirectNotice(from: "/", to: "/"))]
    }

    static func mutations(_ received: [RequestPattern]) -> [Mutation<[RequestPattern]>] {
        received.mutatingEach { $0.mutations } + [received.longer(by: RequestPattern())]
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
    var mutations: [Mutation<RelationsExpectation>] {
        switch self {
        case .present(let names):
            names.mutatingEach({ $1 }, { [Mutation($0.mutated)] }).map { $0.lifted(into: Self.present) }
        case .targets(let entries):
            entries.mutatingEach({ $1.name }, Self.mutations).map { $0.lifted(into: Self.targets) }
        }
    }

    private static func mutations(_ entry: Named<[Matcher]>) -> [Mutation<Named<[Matcher]>>] {
        let targets = entry.pattern.mutatingEach { [Mutation($0.flipped)] } + [entry.pattern.longer(by: .absent)]
        let renamed = Mutation("(the name)", Named(entry.name.mutated, entry.pattern))
        return [renamed] + (entry.pattern.isEmpty ? [] : targets.map { $0.lifted { Named(entry.name, $0) } })
    }
}

extension Named where Pattern == EmbeddedExpectation {
    var mutations: [Mutation<Self>] {
        let mutations: [Mutation<EmbeddedExpectation>] =
            switch pattern {
            case .count(let count): [Mutation("(the number)", .count(count + 1))]
            case .models(let models):
                (models.mutatingEach { $0.mutations } + [models.longer(by: .object([:]))]).map {
                    $0.lifted(into: EmbeddedExpectation.models)
                }
            }
        return mutations.map { $0.lifted { Named(name, $0) } }
    }
}

extension ChallengeExpectation {
    fileprivate var mutations: [Mutation<ChallengeExpectation>] {
        let parameters = self.parameters.mutatingEach({ $1.name }) { parameter in
            [Mutation(StepAuthorization.Parameter(name: parameter.name, value: parameter.value.mutated))]
        }
        return [
            changed("scheme") { $0.scheme = scheme.mutated }, changed("realm") { $0.realm = (realm ?? "").mutated },
        ]
            + [changed("token68") { $0.token68 = (token68 ?? "").mutated }]
            + parameters.map { change in changed(change.place) { $0.parameters = change.value } }
    }

    private func changed(_ place: String, _ change: (inout Self) -> Void) -> Mutation<Self> {
        var copy = self
        change(&copy)
        return Mutation(place, copy)
    }
}

extension CountExpectation {
    /// What is below the range, and what is above it.
    var mutations: [Mutation<CountExpectation>] {
        let below = Mutation("(less)", CountExpectation(atLeast: 0, atMost: atLeast - 1))
        let above = atMost.map { Mutation("(more)", CountExpectation(atLeast: $0 + 1)) }
        return (atLeast > 0 ? [below] : []) + [above].compactMap { $0 }
    }
}
