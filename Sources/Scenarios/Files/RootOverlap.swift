package import Documents
import Matching

/// Interactions and live resources of different files that match the same requests at `/`, where the first file by name
/// wins.
package enum RootOverlap {
    /// One issue for each pair of files: a warning where both say `root: true`.
    ///
    /// If no file does, `/` serves all scenarios; those with a contract are meant for their own addresses and left out.
    package static func issues(in scenarios: [Scenario]) -> [ScenarioIssue] {
        let own = scenarios.filter { $0.wireMockFolder == nil && $0.matrixKeys.isEmpty }
        let isChosen = scenarios.contains(where: \.isRoot)
        let served = own.filter { isChosen ? $0.isRoot : !$0.hasContract }
        var index = ShadowIndex()
        var earlier: [(scenario: Scenario, interaction: Interaction)] = []
        var issues: [ScenarioIssue] = []
        for scenario in served {
            let interactions = scenario.variants.all.first?.interactions ?? []
            if let issue = overlap(of: scenario, interactions, &index, earlier, isChosen ? .warning : .note) {
                issues.append(issue)
            }
            for interaction in interactions where interaction.alwaysAnswers {
                index.add(earlier.count, interaction.request.url)
                earlier.append((scenario, interaction))
            }
        }
        return issues + overlaps(ofResourcesIn: served, isChosen ? .error : .note)
    }

    /// Resources with the path of one in an earlier file, whose items they would hide.
    private static func overlaps(
        ofResourcesIn scenarios: [Scenario],
        _ severity: ScenarioIssue.Severity
    ) -> [ScenarioIssue] {
        var earlier: [String: String] = [:]
        var issues: [ScenarioIssue] = []
        for scenario in scenarios {
            for resource in scenario.variants.all.first?.resources ?? [] {
                guard let other = earlier[resource.path] else {
                    earlier[resource.path] = "\(scenario.file):\(resource.place?.location.line ?? 1)"
                    continue
                }
                issues.append(
                    ScenarioIssue(
                        severity,
                        at: resource.place?.location ?? SourceLocation(file: scenario.file),
                        length: resource.place?.length ?? 1,
                        message: "at '/', '\(resource.path)' is already the path of the resource at \(other)",
                        suggestion: "use another path, or request it at /~\(scenario.slug)/",
                        sourceLine: resource.place?.line
                    )
                )
            }
        }
        return issues
    }

    private static func overlap(
        of scenario: Scenario,
        _ interactions: [Interaction],
        _ index: inout ShadowIndex,
        _ earlier: [(scenario: Scenario, interaction: Interaction)],
        _ severity: ScenarioIssue.Severity
    ) -> ScenarioIssue? {
        for interaction in interactions where index.comparisons <= ShadowIndex.maximumComparisons {
            let shadow = index.candidates(for: interaction.request.url).first { candidate in
                earlier[candidate].interaction.priority <= interaction.priority
                    && earlier[candidate].interaction.request.covers(interaction.request)
            }
            guard let shadow else { continue }
            let other = earlier[shadow]
            return ScenarioIssue(
                severity,
                at: interaction.location,
                message: "at '/', \(other.scenario.file):\(other.interaction.location.line) matches the requests of "
                    + "this interaction first",
                suggestion: "request it at /~\(scenario.slug)/"
            )
        }
        return nil
    }
}
