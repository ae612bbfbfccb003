import Contracts
import Synchronization

/// A client that sends what it is told, and reports what a test says.
struct ScriptedDriver: Driver {
    typealias Script =
        @Sendable (DriverCall, @escaping @Sendable (ReportedOutcome) -> Void) async throws(DriverFailure)
        -> Void

    let script: Script
    private let sender = HALClientDriver(.async)

    static func kind(
        _ name: String = "scripted",
        capabilities: Capabilities = .all,
        _ script: @escaping Script
    ) -> DriverKind {
        DriverKind(name, capabilities: capabilities) { _ in ScriptedDriver(script: script) }
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        try await sender.perform(call) { _ in }
        try await script(call, report)
    }
}
