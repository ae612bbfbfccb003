import HALClient

/// The good client with a fault around it.
final class MutantDriver: Driver {
    private let mutant: Mutant
    private let client: HALClientDriver
    private let earlier = EarlierOutcomes()
    private let hops: HopFault

    init(_ mutant: Mutant, _ style: HALClientDriver.Style) {
        self.mutant = mutant
        hops = HopFault(mutant.hop)
        client = HALClientDriver(style, redirectPolicy: mutant.redirectPolicy, middlewares: [hops])
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

/// What each call of a case has reported.
private final class EarlierOutcomes: Sendable {
    private let byCall = Locked<[Int: ReportedOutcome]>([:])

    subscript(call: Int) -> ReportedOutcome? { byCall.withLock { $0[call] } }

    func keep(_ outcome: ReportedOutcome, of call: Int) {
        byCall.withLock { $0[call] = outcome }
    }
}
