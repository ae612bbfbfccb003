import HALClient

/// A client that is broken on purpose, by one fault.
///
/// The contracts must find out each of them; one that none finds out shows a hole in the scenarios.
package struct Mutant: Sendable {
    /// What an earlier call of the case has reported.
    typealias Earlier = (_ call: Int) -> ReportedOutcome?

    /// In the way of `conflict-as-client-error`.
    package let name: String
    /// The fault, in a few words.
    package let summary: String
    let redirectPolicy: RedirectPolicy
    /// What is sent after a redirect, with the fault; beside it the request before the redirect.
    let hop: HopFault.Change
    /// What is asked of the client, with the fault.
    let change: @Sendable (inout DriverCall, Earlier) -> Void
    /// What the client reports, with the fault: none, one or several outcomes.
    let distort: @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome]

    init(
        _ name: String,
        _ summary: String,
        redirectPolicy: RedirectPolicy = .standard,
        hop: @escaping HopFault.Change = { _, _ in },
        change: @escaping @Sendable (inout DriverCall, Earlier) -> Void = { _, _ in },
        distort: @escaping @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome] = { outcome, _ in [outcome] }
    ) {
        self.name = name
        self.summary = summary
        self.redirectPolicy = redirectPolicy
        self.hop = hop
        self.change = change
        self.distort = distort
    }

    /// A fault in what an outcome says.
    static func reporting(
        _ name: String,
        _ summary: String,
        _ edit: @escaping @Sendable (inout ReportedOutcome) -> Void
    ) -> Mutant {
        ending(name, summary) { outcome, _ in
            var outcome = outcome
            edit(&outcome)
            return [outcome]
        }
    }

    /// A fault in how a call ends.
    static func ending(
        _ name: String,
        _ summary: String,
        _ distort: @escaping @Sendable (ReportedOutcome, DriverCall) -> [ReportedOutcome]
    ) -> Mutant {
        Mutant(name, summary, distort: distort)
    }

    /// A fault in what is sent.
    static func sending(
        _ name: String,
        _ summary: String,
        _ change: @escaping @Sendable (inout DriverCall, Earlier) -> Void
    ) -> Mutant {
        Mutant(name, summary, change: change)
    }

    /// The broken client in one of its two APIs.
    package func kind(_ style: HALClientDriver.Style) -> DriverKind {
        DriverKind("\(name)/\(style.rawValue)") { MutantDriver(self, style) }
    }
}
