import Foundation
import Scenarios
import Testing

/// The page that lists what the shipped contracts are based on.
enum ShippedContractsPage {
    static func markdown() throws -> String {
        var required: [String: Set<String>] = [:]
        var opinions: [String: Set<String>] = [:]
        for scenario in try scenarios() {
            for basis in bases(of: scenario) {
                switch basis {
                case .required(let section): required[section, default: []].insert(scenario.slug)
                case .opinion(let text): opinions[text, default: []].insert(scenario.slug)
                }
            }
        }
        return """
            # Shipped contracts

            The sections of specifications that require what the contracts in `Scenarios/` expect, and the opinions.

            ## Overview

            An expectation is `requiredBy` a section of a specification, or an `opinion`: no specification requires it, and
            a client with other conventions may be correct. `hypermock verify --profile rfc` does not judge opinions; every
            report lists them with the number of checks, and gives the basis of each failure.

            ## Opinions

            | Opinion | Scenarios |
            |---|---|
            \(rows(opinions))

            ## Requirements

            | Section | Scenarios |
            |---|---|
            \(rows(required))

            """
    }

    /// The scenarios with a contract, in the order of their files.
    private static func scenarios() throws -> [Scenario] {
        let folder = Tool.packageFolder.appending(path: "Scenarios")
        let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
        let scenarios = files.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }
        return try scenarios.sorted().compactMap { file in
            let data = try Data(contentsOf: folder.appending(path: file))
            let scenario = ScenarioReader.read([UInt8](data), path: "Scenarios/\(file)").scenario
            return try #require(scenario, "\(file)").hasContract ? scenario : nil
        }
    }

    /// The bases of all expectations of the first variant, since the others have the same; every step has one.
    private static func bases(of scenario: Scenario) -> Set<Basis> {
        let steps = scenario.variants.variant(at: 0).contract
        for step in steps where (step.bases.all ?? scenario.bases.all) == nil {
            Issue.record("\(scenario.file): '\(step.name)' has neither 'requiredBy' nor 'opinion'")
        }
        return Set(scenario.bases.listed + steps.flatMap(\.bases.listed))
    }

    private static func rows(_ scenarios: [String: Set<String>]) -> String {
        scenarios.sorted { $0.key.compare($1.key, options: .numeric) == .orderedAscending }.map { text, names in
            "| \(text) | \(names.sorted().joined(separator: ", ")) |"
        }.joined(separator: "\n")
    }
}
