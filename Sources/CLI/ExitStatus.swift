import ArgumentParser

/// What the process' exit code means.
enum ExitStatus: Int32 {
    case fine = 0
    /// A contract does not hold.
    case contracts = 1
    case usage = 2
    /// Cannot bind, cannot write a file, no answer.
    case infrastructure = 3
    /// A scenario file is wrong.
    case scenarios = 4
    /// No contract was selected.
    case nothingExecuted = 5
    /// Fewer outcomes were reached than asked for.
    case coverage = 6

    var exitCode: ExitCode { ExitCode(rawValue) }
}

/// Why a command ends without success: what people read, and the code that programs read.
struct Failure: Error {
    let status: ExitStatus
    /// Empty when all was said already.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
