import Scenarios

/// Finds expectations that hold whatever a client does: it changes each in turn, and what came must not be as expected
/// any more.
struct FlipJudge: Sendable {
    /// The name of the checks.
    static let name = "flip"

    let capabilities: Set<Capability>

    /// One report for each change, and one for each key that says nothing.
    func judge(_ step: Scenarios.Step, _ evidence: Evidence) -> [CheckReport] {
        let flips = step.expectation.flips.map { flip in
            var flipped = step
            flipped.expectation = flip.expectation
            let checks = StepJudge(step: flipped, capabilities: capabilities).judge(evidence)
            let isNoticed = checks.contains { $0.name == flip.key && $0.status != .passed }
            return Self.report(flip.place, isNoticed, at: step.location)
        }
        return flips
            + step.expectation.silentKeys.map { key in
                CheckReport(
                    Self.name,
                    .failed(expected: "'\(key)' to expect something", actual: "it expects nothing"),
                    at: step.location
                )
            }
    }

    /// One report for each `times` that is changed.
    func judge(_ judge: CaseJudge, _ usage: [InteractionUsage]) -> [CheckReport] {
        judge.variant.interactions.indices.flatMap { index in
            let interaction = judge.variant.interactions[index]
            return (interaction.expectedCount?.changes ?? []).map { change in
                var variant = judge.variant
                variant.interactions[index].expectedCount = change.value
                let checks = CaseJudge(scenario: judge.scenario, variant: variant)
                    .judge(calls: [], requests: [], usage: usage)
                let isNoticed = checks.contains { $0.name == "times" && $0.status == .failed }
                return Self.report("times \(change.place)", isNoticed, at: interaction.location)
            }
        }
    }

    private static func report(_ place: String, _ isNoticed: Bool, at location: SourceLocation) -> CheckReport {
        CheckReport(
            name,
            .compared("a failure when this is changed: \(place)", "it holds all the same", isMet: isNoticed),
            at: location
        )
    }
}
