import CUV

/// How many files, sockets among them, the process may have open at a time (`getrlimit`).
package enum OpenFileLimit {
    /// With fewer, Swift's run-time and libuv end the process without a word.
    private static let least = 9

    /// What is wrong with the limit; nil: nothing is.
    package static var problem: String? {
        let limit = hypermock_open_file_limit()
        guard limit < least else { return nil }
        return "this process may open only \(limit) files at a time; it needs \(least) and more (ulimit -n)"
    }
}
