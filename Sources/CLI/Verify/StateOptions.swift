import ArgumentParser

/// The results of earlier runs.
struct StateOptions: ParsableArguments {
    @Flag(help: "Neither read nor write .hypermock, the results of earlier runs.")
    var noState = false

    /// The state; nil with `--no-state`.
    var state: RunState? { noState ? nil : .current() }
}
