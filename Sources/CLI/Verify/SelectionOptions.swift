public import ArgumentParser
import Contracts
public import HAL

/// The selection of the cases that `verify` runs.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run scenarios or variants with this name; * and ? are wildcards. Repeatable.",
            valueName: "glob"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Do not run scenarios or variants with this name; * and ? are wildcards. Repeatable.",
            valueName: "glob"
        )
    )
    var except: [String] = []

    @Option(help: "Run scenarios with this tag. Repeatable.")
    var tag: [String] = []

    @Option(help: "Run scenarios with a step of this method. Repeatable.")
    var method: [String] = []

    @Option(
        help: ArgumentHelp("Run scenarios with a step that expects this outcome. Repeatable.", valueName: "outcome")
    )
    var outcome: [OutcomeKind] = []

    @Flag(help: "Run variants that failed in their last run, according to .hypermock/last-run.json.")
    var lastFailed = false

    @Option(
        help: ArgumentHelp(
            "Run one part of the selected variants: 2/5 is the second of five. A variant stays in its part when others are added.",
            valueName: "i/n"
        ),
        transform: Shard.parse
    )
    var shard: Shard?

    /// The values of `--shard-by`.
    enum Partition: String, ExpressibleByArgument, CaseIterable {
        case name
        case time
    }

    @Option(
        help: ArgumentHelp(
            "Balance the shards by the hash of the names, or by the durations in .hypermock/last-run.json.",
            discussion: "By time, all shards need the same file; variants that it does not contain count by name.",
            valueName: "name|time"
        )
    )
    var shardBy = Partition.name

    func validate() throws {
        guard shardBy == .time, shard == nil else { return }
        throw ValidationError("--shard-by needs the shard: --shard 2/5")
    }

    /// Returns the variants of the shard.
    func shard(of items: [Selection.Item], durations: [String: Duration]) -> [Selection.Item] {
        guard let shard else { return items }
        switch shardBy {
        case .name: return items.filter { shard.contains($0.name) }
        case .time:
            let members = shard.members(of: items.map(\.name), durations: durations)
            return items.filter { members.contains($0.name) }
        }
    }

    var selection: Selection {
        var selection = Selection()
        selection.names = only
        selection.exceptions = except
        selection.tags = tag
        selection.methods = method.map { $0.uppercased() }
        selection.outcomes = outcome
        return selection
    }
}

extension OutcomeKind: ExpressibleByArgument {}

extension Shard {
    /// Parses the value of `--shard`.
    fileprivate static func parse(_ text: String) throws -> Shard {
        if let shard = Shard(text) { return shard }
        let count = text.split(separator: "/").last.flatMap { Int($0) } ?? 0
        guard (2...1000).contains(count) else { throw ValidationError("use 1/n to n/n, n at most 1000") }
        throw ValidationError("use 1/\(count) to \(count)/\(count)")
    }
}
