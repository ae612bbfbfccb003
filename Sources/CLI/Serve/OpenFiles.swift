import UV

/// The numbers of open files that the commands need, found by experiment.
enum OpenFiles {
    /// Raises the limit, and checks that `serve` can start and accept a connection.
    ///
    /// - Throws: `CommandFailure` if the limit is too low.
    static func prepareServing(threads: Int) throws(CommandFailure) {
        try prepare(needing: 14 + 6 * threads)
    }

    /// Raises the limit, and checks that `verify` can start: its client has a loop for each core, and crashes without one.
    ///
    /// - Throws: `CommandFailure` if the limit is too low.
    static func prepareVerifying(cores: Int, servers: Int) throws(CommandFailure) {
        try prepare(needing: 26 + 4 * cores + 14 * servers)
    }

    private static func prepare(needing needed: Int) throws(CommandFailure) {
        CurrentProcess.raiseFileLimit()
        guard let problem = CurrentProcess.fileLimitProblem(needing: needed) else { return }
        throw CommandFailure(.infrastructure, "hypermock: \(problem)")
    }
}
