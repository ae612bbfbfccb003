package import Scenarios

/// Makes the calls of one case with the client under test, and reports their outcomes.
///
/// Each case has its own driver, which may keep resources to follow their links later.
package protocol Driver: Sendable {
    /// Prepares for a call; the measured time does not include it.
    ///
    /// - Throws: ``DriverFailure`` when the driver does not start.
    func prepare() async throws(DriverFailure)

    /// Makes a call and passes each outcome that the client reports to `report`, even a second or a late one.
    ///
    /// Returns when the client has finished the call, or when the task is canceled.
    /// - Throws: ``DriverFailure`` when the driver, not the client, fails.
    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure)

    /// Ends the case after its last call.
    ///
    /// Passes on late reports of the client before it returns.
    func finish() async
}

extension Driver {
    package func prepare() async throws(DriverFailure) {}

    package func finish() async {}
}

/// A kind of driver: its name, its capabilities, and how to make one for each case.
package struct DriverKind: Sendable {
    /// The name in reports: `async`.
    package var name: String
    /// The version of the client; nil if the driver does not report it.
    package var version: String?
    /// The capabilities of the driver; steps and checks that need others are skipped and counted.
    package var capabilities: Capabilities
    /// The arguments that select the driver on the command line: `--style async`.
    package var arguments: String
    /// Makes a driver for one case.
    package var make: @Sendable (CaseConnections) -> any Driver
    /// Releases the resources that the drivers of all cases share, after the last case; late reports are passed on until
    /// then.
    package var close: @Sendable () async -> Void

    package init(
        _ name: String,
        capabilities: Capabilities = .all,
        arguments: String = "",
        close: @escaping @Sendable () async -> Void = {},
        make: @escaping @Sendable (CaseConnections) -> any Driver
    ) {
        self.name = name
        self.capabilities = capabilities
        self.arguments = arguments
        self.close = close
        self.make = make
    }
}

/// The connections that the driver of one case must use.
package struct CaseConnections: Sendable, Hashable {
    /// The protocol, if the server would also accept others.
    package var wire: WireProtocol?
    /// Whether no other case may use the connections, because the contract depends on which are reused.
    package var areOwn = false

    package init(only wire: WireProtocol? = nil) {
        self.wire = wire
    }
}

/// A failure of a driver, as opposed to one of its client.
package struct DriverFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part of a run that a failure affects.
    package enum Extent: Sendable, Hashable {
        /// The step fails, and the next one gets a new driver.
        case step
        /// As `step`, for a driver that did not answer in time.
        case silence
        /// The run ends, since the driver cannot make any call.
        case run
        /// The call has no outcome, for which the message gives the reason of the client.
        case call
        /// No failure: the client does not support the call, so that the step is not judged.
        case unsupported
    }

    /// The reason, for people.
    package let message: String
    package let extent: Extent

    package init(_ message: String, extent: Extent = .step) {
        self.message = message
        self.extent = extent
    }

    package var description: String { message }

    /// The reason not to judge the step; nil for a failure.
    var notJudged: NotJudged? {
        guard extent == .unsupported else { return nil }
        return NotJudged("the driver does not support the call: \(message)", .unsupported(message))
    }
}

/// A call that a driver makes.
package struct DriverCall: Sendable {
    /// The resource that the call addresses.
    package enum Destination: Sendable, Hashable {
        /// An absolute URI.
        case url(String)
        /// A link of the resource that an earlier call received; the client finds and expands it.
        case follow(FollowedLink, fromCall: Int)
        /// A HAL-FORMS template of the resource that an earlier call received; the client finds and submits it.
        case submit(SubmittedForm, fromCall: Int)
    }

    /// The number of the call within its case, from 1.
    package var id: Int
    package var target: Destination
    /// The rest of the request; a template has its own method and content.
    package var request: StepRequest

    /// The earlier call whose resource the call uses; nil if it uses none.
    package var source: Int? {
        switch target {
        case .url: nil
        case .follow(_, let source), .submit(_, let source): source
        }
    }

    package init(id: Int, target: Destination, request: StepRequest) {
        self.id = id
        self.target = target
        self.request = request
    }
}
