import HALClient
import Scenarios

/// Drives the correct client, and adds the fault of a mutant.
final class MutantDriver: Driver {
    private let mutant: Mutant
    private let client: HALClientDriver
    private let earlier = EarlierOutcomes()
    private let hops: HopFault
    private let lastCall = Locked<DriverCall?>(nil)

    init(_ mutant: Mutant, _ style: APIStyle, _ connections: ClientConnections, for needs: CaseConnections) {
        self.mutant = mutant
        hops = HopFault(mutant.hop)
        let flaws = mutant.acceptedFlaws
        client = HALClientDriver(
            style,
            redirectPolicy: mutant.redirectPolicy,
            middlewares: [hops, RepeatFault(mutant.repeats), ExchangeFault(mutant.exchange)],
            validation: mutant.validation,
            transport: flaws.isEmpty
                ? connections.transport(for: needs) : connections.transport(accepting: flaws, for: needs)
        )
    }

    func perform(
        _ call: DriverCall,
        report: @escaping @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        var call = call
        mutant.change(&call) { earlier[$0] }
        hops.begin()
        lastCall.withLock { [call] in $0 = call }
        let end: @Sendable (ReportedOutcome) -> Void = { [mutant, earlier, call] outcome in
            earlier.keep(outcome, of: call.id)
            for distorted in mutant.distort(outcome, call) { report(distorted) }
        }
        if mutant.followsCycles, let walk = call.request.pages {
            try await perform(call, walk, end)
        } else {
            try await client.perform(call, report: end)
        }
    }

    func finish() async {
        guard mutant.repeatsLastCall, let call = lastCall.withLock({ $0 }) else { return }
        try? await client.perform(call) { _ in }
    }

    /// Requests page after page, up to the limit.
    private func perform(
        _ call: DriverCall,
        _ walk: PageWalk,
        _ end: @Sendable (ReportedOutcome) -> Void
    ) async throws(DriverFailure) {
        var call = call
        call.request.pages = nil
        let outcomes = Locked<[ReportedOutcome]>([])
        for _ in 0..<walk.limit {
            try await client.perform(call) { outcome in outcomes.withLock { $0.append(outcome) } }
            let relations = outcomes.withLock { $0.last }?.relations ?? []
            guard relations.contains(where: { $0.name == walk.relation }) else { break }
            call.target = .follow(FollowedLink(relation: walk.relation), fromCall: call.id)
        }
        let pages = outcomes.withLock { $0 }
        guard var last = pages.last else { return }
        last.embedded = []
        for found in pages.flatMap(\.embedded) { last.embedded.add(found) }
        end(last)
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

    /// Starts a request that does not follow a redirect.
    func begin() {
        before.withLock { $0 = nil }
    }

    func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        var sent = request
        if let before = before.withLock({ $0 }) { change(&sent, before) }
        begin()
        let response = try await next(sent)
        if (300...399).contains(response.status) { before.withLock { [sent] in $0 = sent } }
        return response
    }
}
