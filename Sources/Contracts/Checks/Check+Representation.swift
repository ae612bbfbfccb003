import Documents
import HAL
import HALClient
import Matching
import Scenarios

extension Check {
    /// Checks of the resource of a success or a conflict.
    static let representationChecks = [model, relations, embedded]

    private static let model = Check(
        "model",
        \.model,
        reported: ReportedValue(\.model, of: { $0.representation?.model.map { .object($0) } }, in: { $0.json($1) }),
        mutations: \.mutations,
        judge: { expected, evidence in
            guard let actual = evidence.reported.model else {
                return .failed(expected: "$: \(expected.serialized().truncated())", actual: "no model")
            }
            return ModelMismatch.first(expected, in: actual)?.verdict ?? .passed
        }
    )

    private static let relations = Check(
        "relations",
        \.relations,
        reported: ReportedValue(\.relations, of: ReportedRelation.all, in: ReportedRelation.all),
        mutations: \.mutations,
        isVacuous: { $0 == .present([]) || $0 == .targets([]) },
        judge: { expected, evidence in
            switch expected {
            case .present(let names):
                let found = evidence.reported.relations.map(\.name)
                let isMet = names.allSatisfy { found.contains($0) }
                return .compared(names.joined(separator: ", "), found.listed, isMet: isMet)
            case .targets(let entries):
                return entries.lazy.compactMap { mismatch(of: $0, evidence) }.first ?? .passed
            }
        }
    )

    /// Compares the targets of one relation in their order; nil if they match.
    private static func mismatch(of entry: Named<[Matcher]>, _ evidence: Evidence) -> Verdict? {
        let targets = evidence.reported.relations.filter { $0.name == entry.name }.map(\.target)
        guard !targets.isEmpty else {
            let names = evidence.reported.relations.map(\.name).listed
            return .failed(expected: "relation \(entry.name)", actual: names)
        }
        let isMet =
            entry.pattern.isEmpty
            || entry.pattern.count == targets.count
                && zip(entry.pattern, targets).allSatisfy { meets($1, $0, evidence.address) }
        guard !isMet else { return nil }
        return .failed(
            expected: entry.pattern.map { "\(entry.name): \(text(of: $0, evidence.address))" }.joined(separator: "\n"),
            actual: targets.map { "\(entry.name): \($0)" }.joined(separator: "\n")
        )
    }

    private static func meets(_ target: String, _ matcher: Matcher, _ address: ScenarioAddress) -> Bool {
        guard let expected = matcher.exactText else { return matcher.matches(target) }
        return address.isSame(expected, as: target)
    }

    private static func text(of matcher: Matcher, _ address: ScenarioAddress) -> String {
        guard let expected = matcher.exactText else { return matcher.text }
        return address.shown(expected)
    }

    private static let embedded = Check(
        "embedded",
        \.embedded,
        reported: ReportedValue(\.embedded, of: ReportedEmbedded.all, in: ReportedEmbedded.all),
        mutations: { $0.mutatingEach(named: { $1.name }, \.mutations) },
        isVacuous: \.isEmpty,
        judge: { expected, evidence in
            expected.lazy.compactMap { mismatch(of: $0, evidence.reported) }.first ?? .passed
        }
    )

    /// Compares the resources that are embedded under one name; nil if they match.
    private static func mismatch(
        of entry: Named<EmbeddedExpectation>,
        _ reported: ReportedOutcome
    ) -> Verdict? {
        let models = reported.embedded.filter { $0.name == entry.name }.flatMap(\.models)
        let count =
            switch entry.pattern {
            case .count(let count): count
            case .models(let expected): expected.count
            }
        guard models.count == count else {
            let others = models.isEmpty ? "; found \(reported.embedded.map(\.name).listed)" : ""
            return .failed(expected: "\(entry.name): \(count)", actual: "\(entry.name): \(models.count)\(others)")
        }
        guard case .models(let expected) = entry.pattern else { return nil }
        for (index, pair) in zip(expected, models).enumerated() {
            let path = "\(entry.name)[\(index)]"
            if let mismatch = ModelMismatch.first(pair.0, in: pair.1, at: path) { return mismatch.verdict }
        }
        return nil
    }
}

extension RelationsExpectation {
    fileprivate var mutations: [Mutation<RelationsExpectation>] {
        switch self {
        case .present(let names):
            names.mutatingEach(named: { $1 }, { [Mutation($0.mutated)] }).map { $0.lifted(into: Self.present) }
        case .targets(let entries):
            entries.mutatingEach(named: { $1.name }, Self.mutations).map { $0.lifted(into: Self.targets) }
        }
    }

    private static func mutations(_ entry: Named<[Matcher]>) -> [Mutation<Named<[Matcher]>>] {
        let targets = entry.pattern.mutatingEach { [Mutation($0.flipped)] } + [entry.pattern.longer(by: .absent)]
        let renamed = Mutation("(the name)", Named(entry.name.mutated, entry.pattern))
        return [renamed] + (entry.pattern.isEmpty ? [] : targets.map { $0.lifted { Named(entry.name, $0) } })
    }
}

extension Named where Pattern == EmbeddedExpectation {
    fileprivate var mutations: [Mutation<Self>] {
        let mutations: [Mutation<EmbeddedExpectation>] =
            switch pattern {
            case .count(let count): [Mutation("(the number)", .count(count + 1))]
            case .models(let models):
                (models.mutatingEach(\.mutations) + [models.longer(by: .object([:]))]).map {
                    $0.lifted(into: EmbeddedExpectation.models)
                }
            }
        return mutations.map { $0.lifted { Named(name, $0) } }
    }
}

/// The first place where the state of a resource does not contain the expected JSON.
struct ModelMismatch: Hashable {
    let path: String
    let expected: String
    let actual: String

    var verdict: Verdict {
        .failed(expected: "\(path): \(expected)", actual: "\(path): \(actual)")
    }

    /// Finds the first mismatch; nil if `actual` contains `expected`.
    ///
    /// Objects may have additional members, arrays are compared item by item, and numbers by value.
    static func first(_ expected: JSONValue, in actual: JSONValue, at path: String = "$") -> ModelMismatch? {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): return first(expected, in: actual, at: path)
        case (.array(let expected), .array(let actual)):
            guard expected.count == actual.count else {
                let counts = (expected.count, actual.count)
                return ModelMismatch(path: path, expected: "\(counts.0) items", actual: "\(counts.1) items")
            }
            return zip(expected, actual).enumerated().lazy
                .compactMap { first($1.0, in: $1.1, at: "\(path)[\($0)]") }.first
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
            guard !JSONComparison.isEqual(expected, actual) else { return nil }
            return ModelMismatch(path: path, expected: short(expected), actual: short(actual))
        }
    }

    private static func first(_ expected: JSONObject, in actual: JSONObject, at path: String) -> ModelMismatch? {
        for member in expected.members {
            let place = "\(path).\(member.name)"
            guard let value = actual[member.name] else {
                let names = actual.names.listed
                return ModelMismatch(path: place, expected: short(member.value), actual: "missing; members: \(names)")
            }
            if let difference = first(member.value, in: value, at: place) { return difference }
        }
        return nil
    }

    private static func short(_ value: JSONValue) -> String {
        value.serialized().truncated()
    }
}
