import UV

/// The numbers of open files that the commands need, found by experiment.
enum OpenFiles {
    /// Raises the limit, and checks that `serve` can start and accept a connection.
    ///
    /// - Returns: The number of connections that the limit allows, at most `connections`: at that number the server closes
    ///   idle connections, where the system would reject new ones.
    /// - Throws: `CommandFailure` if the limit is too low.
    static func prepareServing(threads: Int, connections: Int) throws(CommandFailure) -> Int {
        let needed = 14 + 6 * threads
        try prepare(needing: needed)
        return min(connections, max(1, CurrentProcess.fileLimit - needed))
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
