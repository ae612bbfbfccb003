import CUV

/// How many files, sockets among them, the process may have open at a time (`getrlimit`).
package enum OpenFileLimit {
    /// With fewer, Swift's run-time and libuv end the process without a word.
    package static let least = 9

    /// What is wrong with the limit where so many files are needed at once; nil: nothing is.
    package static func problem(needing needed: Int) -> String? {
        let limit = hypermock_open_file_limit()
        guard limit < needed else { return nil }
        return "this process may open only \(limit) files at a time; it needs \(needed) and more (ulimit -n)"
    }
}
