package import Scenarios

/// The part of a run that all its shards have in common, and the shard.
package struct RunSetup: Sendable, Hashable {
    /// The version of the command.
    package var version: String
    /// The files and folders of the scenarios, as the command named them.
    package var paths: [String]
    /// The shard; nil if the run had no other parts.
    package var shard: Shard?
    package var profile: Profile
    /// The number of times that each case ran.
    package var repetitions: Int
    /// The number of selected variants in all shards.
    package var selected: Int
    /// A hash of the files of the scenarios, and of the names of the selected variants.
    package var scenarios: String
    /// The names of the variants that have a contract but were not selected.
    package var unselected: [String]
    /// The duration from which a case counts as slow; nil: none does.
    package var slow: Duration?
    /// The command line, without secrets; nil if it is unknown, or if the run had several.
    package var command: String?

    /// Describes a run of selected variants of all scenarios.
    package init(
        version: String,
        paths: [String] = [],
        shard: Shard?,
        options: ContractRunner.Options,
        selected: [Selection.Item],
        of all: [Scenario]
    ) {
        self.version = version
        self.paths = paths
        self.shard = shard
        profile = options.profile
        repetitions = options.repetitions
        self.selected = selected.count
        let names = selected.map(\.name)
        let hashes = all.flatMap(\.contents.values).map(\.text).sorted()
        scenarios = ContentHash(of: names + hashes).text
        let chosen = Set(names)
        unselected = all.filter(\.hasContract).flatMap { scenario in
            scenario.variants.indices.map { index in
                VariantReport.name(slug: scenario.slug, values: scenario.variants.values(at: index))
            }
        }.filter { !chosen.contains($0) }
    }

    /// Describes a run as its report does.
    init(
        version: String,
        paths: [String],
        shard: Shard?,
        profile: Profile,
        repetitions: Int,
        selected: Int,
        scenarios: String,
        unselected: [String]
    ) {
        self.version = version
        self.paths = paths
        self.shard = shard
        self.profile = profile
        self.repetitions = repetitions
        self.selected = selected
        self.scenarios = scenarios
        self.unselected = unselected
    }
}

extension RunReport {
    /// The names of all variants with a contract that the run knows, whether they ran or not.
    package var knownNames: [String] { variants.map(\.name) + notRun.map(\.name) + (setup?.unselected ?? []) }
}
