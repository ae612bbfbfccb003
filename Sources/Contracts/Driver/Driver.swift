package import Scenarios

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

    /// Ends the case: no call will come any more.
    ///
    /// Hands on late reports of the client before it returns.
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
    /// Ends what the drivers of all cases share, after the last case; what comes late until then is handed on.
    package var close: @Sendable () async -> Void

    package init(
        _ name: String,
        capabilities: Set<Capability> = Set(Capability.allCases),
        arguments: String = "",
        close: @escaping @Sendable () async -> Void = {},
        make: @escaping @Sendable () -> any Driver
    ) {
        self.name = name
        self.capabilities = capabilities
        self.arguments = arguments
        self.close = close
        self.make = make
    }
}

/// Something that a driver can report beyond the status.
package enum Capability: String, Sendable, CaseIterable {
    case outcome, challenges, retryAfter, relations, model, embedded, location, lastModified, notices, kind, follow
    case headers, body, session

    /// Why something is skipped for lack of it.
    package var lack: String {
        switch self {
        case .follow: "the client cannot follow links"
        case .session: "the client has no sessions"
        case .outcome, .challenges, .retryAfter, .relations, .model, .embedded, .location, .lastModified, .notices,
            .kind, .headers, .body:
            "the client cannot report '\(rawValue)'"
        }
    }
}

/// A driver that could not do what it was told.
package struct DriverFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// How far a failure reaches.
    package enum Extent: Sendable, Hashable {
        /// The step fails, and the next one gets a new driver.
        case step
        /// The same, for a driver that has not answered in time.
        case silence
        /// The driver is of no use, so that the run ends: nothing could be judged any more.
        case run
    }

    /// What happened, for people.
    package let message: String
    package let extent: Extent

    package init(_ message: String, extent: Extent = .step) {
        self.message = message
        self.extent = extent
    }

    package var description: String { message }
}

/// One call that a driver is told to make.
package struct DriverCall: Sendable {
    /// Where the call goes.
    package enum Destination: Sendable, Hashable {
        /// An absolute URI.
        case url(String)
        /// A link of the resource that an earlier call has got; the client finds and expands it.
        case follow(FollowedLink, fromCall: Int)
    }

    /// Counts from 1 within a case.
    package var id: Int
    package var target: Destination
    /// Everything but the address.
    package var request: StepRequest

    package init(id: Int, target: Destination, request: StepRequest) {
        self.id = id
        self.target = target
        self.request = request
    }
}
