/// A client that was judged, and what it cannot do.
package struct ClientReport: Sendable, Hashable {
    /// A capability that the client's driver has not declared, and what was skipped for lack of it.
    package struct Gap: Sendable, Hashable {
        package var capability: Capability
        package var steps: Int
        package var checks: Int
    }

    /// The client's name, as cases have it.
    package var name: String
    /// In the order in which the capabilities are listed; empty when the client can do everything.
    package var gaps: [Gap]

    /// Counts what was skipped in the cases of this client.
    package init(_ name: String, capabilities: Set<Capability>, cases: some Sequence<CaseReport>) {
        self.name = name
        var steps: [Capability: Int] = [:]
        var checks: [Capability: Int] = [:]
        for run in cases where run.client == name {
            for step in run.steps { if let missing = step.missing { steps[missing, default: 0] += 1 } }
            for check in run.steps.flatMap(\.checks) + run.checks {
                if let missing = check.missing { checks[missing, default: 0] += 1 }
            }
        }
        gaps = Capability.allCases.filter { !capabilities.contains($0) }.map {
            Gap(capability: $0, steps: steps[$0] ?? 0, checks: checks[$0] ?? 0)
        }
    }

    /// The same client in some of its cases.
    package func counted(in cases: some Sequence<CaseReport>) -> ClientReport {
        ClientReport(name, capabilities: Set(Capability.allCases).subtracting(gaps.map(\.capability)), cases: cases)
    }
}
