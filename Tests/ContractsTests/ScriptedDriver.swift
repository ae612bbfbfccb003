import Contracts
import Synchronization

/// A client that reports what a test says, whatever it is told to do.
struct ScriptedDriver: Driver {
    typealias Script =
        @Sendable (DriverCall, @escaping @Sendable (ReportedOutcome) -> Void) async throws(DriverFailure)
        -> Void

    let script: Script

    static func kind(
        _ name: String = "scripted",
        capabilities: Set<Capability> = Set(Capability.all),
        _ script: @escaping Script
    ) -> DriverKind {
        DriverKind(name, capabilities: capabilities) { _ in ScriptedDriver(script: script) }
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        try await script(call, report)
    }
}
