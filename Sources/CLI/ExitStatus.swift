import ArgumentParser

/// The meaning of the exit code.
enum ExitStatus: Int32 {
    case fine = 0
    /// A contract failed.
    case contracts = 1
    case usage = 2
    /// The server, the driver, or a file to write is not available.
    case infrastructure = 3
    /// A scenario file is invalid.
    case scenarios = 4
    /// No contract was selected.
    case nothingExecuted = 5
    /// The required coverage was not reached.
    case coverage = 6

    var exitCode: ExitCode { ExitCode(rawValue) }
}

/// The reason why a command fails: a message, and the exit code.
struct CommandFailure: Error {
    let status: ExitStatus
    /// Empty if everything was reported already.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
