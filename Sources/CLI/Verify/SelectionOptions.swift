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
