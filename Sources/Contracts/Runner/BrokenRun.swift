/// Why a run could not go on, and what it had found out until then.
package struct BrokenRun: Error, CustomStringConvertible {
    /// The cases that had ended.
    package let report: RunReport
    /// What the server or the driver has thrown.
    package let cause: any Error

    package var description: String { "\(cause)" }
}
