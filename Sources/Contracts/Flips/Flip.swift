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
        flips("outcome", \.outcome, [Change(outcome == .success ? .conflict : .success)])
            + flips("status", \.status, status.map { [Change($0 + 1)] })
            + flips("headers", \.headers, headers.changes)
            + flips("body", \.body, body.map { [Change($0.flipped)] })
            + flips("location", \.location, location.map { [Change($0.flipped("/elsewhere") { $0.changed })] })
            + flips(
                "lastModified",
                \.lastModified,
                lastModified.map { [Change($0.flipped(Self.someDate, Self.later))] }
            )
            + flips("retryAfter", \.retryAfter, retryAfter.map { [Change($0.flipped(.seconds(0), Self.later))] })
            + flips("kind", \.kind, kind.map { [Change($0 == .other ? .offline : .other)] })
    }

    private var representationFlips: [Flip] {
        flips("model", \.model, model?.changes)
            + flips("relations", \.relations, relations?.changes)
            + flips("embedded", \.embedded, embedded?.changingEach({ $1.name }, \.changes))
            + flips("challenges", \.challenges, challenges.map(Self.changes))
    }

    private var redirectionFlips: [Flip] {
        flips("notModified", \.notModified, notModified.map { [Change(!$0)] })
            + flips("permanent", \.permanent, permanent.map { [Change(!$0)] })
            + flips("notices", \.notices, notices.map(Self.changes))
    }

    private var wireFlips: [Flip] {
        flips("received", \.received, received.map(Self.changes))
            + flips("elapsedMilliseconds", \.elapsedMilliseconds, elapsedMilliseconds?.changes)
    }

    private func flips<Value>(
        _ key: String,
        _ path: WritableKeyPath<Expectation, Value>,
        _ changes: [Change<Value>]
    ) -> [Flip] {
        changes.map { change in
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
        _ changes: [Change<Value>]?
    ) -> [Flip] {
        let wrapped = (changes ?? []).map { Change<Value?>($0.place, $0.value) }
        return flips(key, path, wrapped)
    }
}
