/// The process of a driver, as the conversation with it needs it: it takes lines and gives lines.
package protocol DriverProcess: Sendable {
    /// Sends a line, if there is one, and waits for the next line that the process writes.
    ///
    /// Only one exchange may be under way. Little is read between exchanges, so that what the process writes unasked costs
    /// little memory.
    func exchange(_ line: String?) async -> DriverLine

    /// Takes the whole lines that the process has written between exchanges, as far as they were read.
    func unasked() async -> [[UInt8]]

    /// Ends the process at once; an exchange that is under way ends with it.
    func kill()

    /// Closes the standard input of the process, and ends it if it does not end by itself.
    ///
    /// - Returns: The lines that it has written unasked.
    func end() async -> [[UInt8]]
}

/// What a process has written, or that there is nothing more to come.
package enum DriverLine: Sendable, Hashable {
    /// Without the line feed.
    case line([UInt8])
    /// The beginning of a line that has no end within ``limit`` bytes.
    case tooLong([UInt8])
    /// How the process has ended, after `the driver`: `has ended with exit code 1`.
    case ended(String)

    /// The most bytes that a line may have.
    package static let limit = 16 << 20
}

/// Starts the process of a driver.
package typealias DriverLauncher = @Sendable () async throws(DriverFailure) -> any DriverProcess
