import HALClient

/// Drives the correct client, and adds the fault of a mutant.
final class MutantDriver: Driver {
    private let mutant: Mutant
    private let client: HALClientDriver
    private let earlier = EarlierOutcomes()
    private let hops: HopFault

    init(_ mutant: Mutant, _ style: APIStyle, _ connections: ClientConnections, only wire: WireProtocol?) {
        self.mutant = mutant
        hops = HopFault(mutant.hop)
        let flaws = mutant.acceptedFlaws
        client = HALClientDriver(
            style,
            redirectPolicy: mutant.redirectPolicy,
            middlewares: [hops],
            transport: flaws.isEmpty
                ? connections.transport(only: wire) : connections.transport(accepting: flaws, only: wire)
        )
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        var call = call
        mutant.change(&call) { earlier[$0] }
        hops.begin()
        try await client.perform(call) { [mutant, earlier, call] outcome in
            earlier.keep(outcome, of: call.id)
            for distorted in mutant.distort(outcome, call) { report(distorted) }
        }
    }
}

/// The outcome of each call of a case.
private final class EarlierOutcomes: Sendable {
    private let byCall = Locked<[Int: ReportedOutcome]>([:])

    subscript(call: Int) -> ReportedOutcome? { byCall.withLock { $0[call] } }

    func keep(_ outcome: ReportedOutcome, of call: Int) {
        byCall.withLock { $0[call] = outcome }
    }
}

/// Applies a fault to the requests that follow redirects.
final class HopFault: TransportMiddleware {
    /// Changes a request; `before` is the request before the redirect.
    typealias Edit = @Sendable (inout TransportRequest, _ before: TransportRequest) -> Void

    private let change: Edit
    private let before = Locked<TransportRequest?>(nil)

    init(_ change: @escaping Edit) {
        self.change = change
    }

    /// Starts a new call, whose first request does not follow a redirect.
    func begin() {
        before.withLock { $0 = nil }
    }

    func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        var changed = request
        if let before = before.withLock({ $0 }) { change(&changed, before) }
        let sent = changed
        before.withLock { $0 = sent }
        return try await next(sent)
    }
}
