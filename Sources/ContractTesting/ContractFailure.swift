import Contracts
import Scenarios

/// Something that a contract expects and that does not hold, with its place in the scenario file.
///
/// The four parts of the place are what an issue of Swift Testing is recorded with.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The contract, the step, what was expected, what came, and what went over the wire, without secrets.
    public let description: String
    /// The key of `expect`: `outcome`, `retryAfter`; or what holds for a whole contract: `exactlyOnce`, `unmatched`,
    /// `times`.
    public let key: String
    /// The folder and the name of the file, as an issue wants them.
    public let fileID: String
    /// The file, as the path was given.
    public let filePath: String
    /// From 1.
    public let line: Int
    /// From 1.
    public let column: Int
}

extension ContractFailure {
    /// Nil when the check has not failed.
    init?(_ check: CheckReport, in contract: Contract, _ step: StepReport? = nil) {
        guard case .failed(let expected, let actual) = check.verdict else { return nil }
        let place = check.location
        let names = place.file.split(separator: "/").suffix(2)
        let subject = ["\(contract)", step?.name, check.name].compactMap { $0 }.joined(separator: ": ")
        let exchange = step.map { "\n\($0.exchange)" } ?? ""
        description = "\(subject)\n  expected  \(expected)\n  actual    \(actual)\(exchange)"
        key = check.name
        fileID = names.count == 2 ? names.joined(separator: "/") : "Scenarios/\(place.file)"
        filePath = place.file
        line = max(place.line, 1)
        column = max(place.column, 1)
    }
}
