import HAL
import Scenarios

extension Check {
    /// What a success or a conflict carries.
    static let representationChecks = [model, relations, embedded]

    private static let model = Check("model", needs: .model) { expectation, evidence in
        guard let expected = expectation.model else { return nil }
        guard let actual = evidence.reported.model else {
            return .failed(expected: "$: \(Excerpt.of(expected.serialized()))", actual: "no model")
        }
        return JSONDifference.first(expected, in: actual)?.verdict ?? .passed
    }

    private static let relations = Check("relations", needs: .relations) { expectation, evidence in
        switch expectation.relations {
        case nil: return nil
        case .present(let names):
            let found = evidence.reported.relations.map(\.name)
            let isMet = names.allSatisfy { found.contains($0) }
            return .compared(names.joined(separator: ", "), found.listed, isMet: isMet)
        case .targets(let entries):
            return entries.lazy.compactMap { Self.failure(of: $0, evidence) }.first ?? .passed
        }
    }

    /// The targets of one relation, in their order; nil when they are as expected.
    private static func failure(of entry: Named<[Matcher]>, _ evidence: Evidence) -> CheckReport.Verdict? {
        let targets = evidence.reported.relations.filter { $0.name == entry.name }.map(\.target)
        guard !targets.isEmpty else {
            let names = evidence.reported.relations.map(\.name).listed
            return .failed(expected: "relation \(entry.name)", actual: names)
        }
        let isMet =
            entry.pattern.isEmpty
            || entry.pattern.count == targets.count
                && zip(entry.pattern, targets).allSatisfy { Self.meets($1, $0, evidence.address) }
        guard !isMet else { return nil }
        return .failed(
            expected: entry.pattern.map { "\(entry.name): \(Self.text(of: $0, evidence.address))" }
                .joined(separator: "\n"),
            actual: targets.map { "\(entry.name): \($0)" }.joined(separator: "\n")
        )
    }

    private static func meets(_ target: String, _ matcher: Matcher, _ address: ScenarioAddress) -> Bool {
        guard case .equalTo(let expected, false) = matcher else { return matcher.matches(target) }
        return address.isSame(expected, as: target)
    }

    private static func text(of matcher: Matcher, _ address: ScenarioAddress) -> String {
        guard case .equalTo(let expected, false) = matcher else { return matcher.text }
        return address.shown(expected)
    }

    private static let embedded = Check("embedded", needs: .embedded) { expectation, evidence in
        guard let expected = expectation.embedded else { return nil }
        return expected.lazy.compactMap { Self.failure(of: $0, evidence.reported) }.first ?? .passed
    }

    /// What is embedded under one name; nil when it is as expected.
    private static func failure(
        of entry: Named<EmbeddedExpectation>,
        _ reported: ReportedOutcome
    ) -> CheckReport.Verdict? {
        let models = reported.embedded.filter { $0.name == entry.name }.flatMap(\.models)
        let count =
            switch entry.pattern {
            case .count(let count): count
            case .models(let expected): expected.count
            }
        guard models.count == count else {
            let others = models.isEmpty ? "; there is \(reported.embedded.map(\.name).listed)" : ""
            return .failed(expected: "\(entry.name): \(count)", actual: "\(entry.name): \(models.count)\(others)")
        }
        guard case .models(let expected) = entry.pattern else { return nil }
        for (index, pair) in zip(expected, models).enumerated() {
            let path = "\(entry.name)[\(index)]"
            if let difference = JSONDifference.first(pair.0, in: pair.1, at: path) { return difference.verdict }
        }
        return nil
    }
}

extension [String] {
    /// The names in one line, or `none`.
    var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}
