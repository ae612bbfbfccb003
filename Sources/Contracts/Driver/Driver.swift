/// A client that is judged: it is told what to do and reports what it made of the answer.
///
/// Each case has a driver of its own, so that one may keep the resources whose links are followed later.
package protocol Driver: Sendable {
    /// Gets ready for a call, outside of the time that is measured.
    ///
    /// - Throws: ``DriverFailure`` when the driver cannot be had.
    func prepare() async throws(DriverFailure)

    /// Makes a call and hands each terminal outcome that the client reports to `report`, even a second or a late one.
    ///
    /// Returns when the client is done with the call as far as anyone can tell, or when the task is cancelled.
    /// - Throws: ``DriverFailure`` when the driver, not the client, has failed.
    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure)

    /// The case is over: no call will come any more.
    func finish() async
}

extension Driver {
    package func prepare() async throws(DriverFailure) {}

    package func finish() async {}
}

/// A driver with its name, made anew for each case.
package struct DriverKind: Sendable {
    /// Stands in reports: `async`.
    package var name: String
    /// What the driver can report; the checks of all else are skipped and counted.
    package var capabilities: Set<Capability>
    /// What selects the driver on the command line: `--style async`.
    package var arguments: String
    package var make: @Sendable () -> any Driver

    package init(
        _ name: String,
        capabilities: Set<Capability> = Set(Capability.allCases),
        arguments: String = "",
        make: @escaping @Sendable () -> any Driver
    ) {
        self.name = name
        self.capabilities = capabilities
        self.arguments = arguments
        self.make = make
    }
}

/// Something that a driver can report beyond the status.
package enum Capability: String, Sendable, CaseIterable {
    case outcome, challenges, retryAfter, relations, model, embedded, location, lastModified, notices, kind, follow
    case headers, body, session
}

/// A driver that could not do what it was told.
package struct DriverFailure: Error, Sendable, Hashable {
    /// What happened, for people.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
