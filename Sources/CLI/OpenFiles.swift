import UV

/// How many files a command has open at a time at least, found by trying.
enum OpenFiles {
    /// Raises the limit as far as the system lets it, and makes sure that `serve` can start and take a connection.
    ///
    /// - Throws: `Failure` when the limit is too low.
    static func prepareServing(threads: Int) throws(Failure) {
        try prepare(needing: 14 + 6 * threads)
    }

    /// Raises the limit, and makes sure that `verify` can start: its client has a loop for each core, and ends the process
    /// if it gets none.
    ///
    /// - Throws: `Failure` when the limit is too low.
    static func prepareVerifying(cores: Int) throws(Failure) {
        try prepare(needing: 40 + 4 * cores)
    }

    private static func prepare(needing needed: Int) throws(Failure) {
        DescriptorLimit.raise()
        guard let problem = OpenFileLimit.problem(needing: needed) else { return }
        throw Failure(.infrastructure, "hypermock: \(problem)")
    }
}
