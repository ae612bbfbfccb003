/// A client that a contract judges: yours, behind one method.
///
/// ```swift
/// struct StationClient: ContractClient {
///     func perform(_ call: ContractCall, report: @escaping @Sendable (ContractOutcome) -> Void) async throws {
///         // Send what the call says with the client under test, and report how it ended.
///     }
/// }
/// ```
///
/// A contract makes all its calls on one client, one after the other.
public protocol ContractClient: Sendable {
    /// Makes a call and hands every outcome that the client under test reports to `report`, even a second or a late one:
    /// exactly one is right.
    ///
    /// Returns when the client is done with the call; after the call's time-out and 5 s nobody waits any more.
    /// - Throws: When the call could not be made at all; the step fails with that error's text.
    func perform(
        _ call: ContractCall,
        report: @escaping @Sendable (ContractOutcome) -> Void
    ) async throws
}
