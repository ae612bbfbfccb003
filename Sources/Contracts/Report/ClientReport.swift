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

extension RunReport {
    /// What each client cannot do, and what was not judged for that, a line each; empty when every client can do everything.
    var gaps: [String] { clients.filter { !$0.gaps.isEmpty }.map(\.text) }
}

extension ClientReport {
    /// `python does not declare follow (12 steps, 3 checks), session (nothing depends on it)`.
    var text: String { "\(name.oneLine(60)) does not declare \(gaps.map(\.text).joined(separator: ", "))" }
}

extension ClientReport.Gap {
    /// `follow (12 steps, 3 checks)`.
    package var text: String { "\(capability.rawValue) (\(isEmpty ? "nothing depends on it" : counts))" }

    /// Whether nothing was left out for it.
    var isEmpty: Bool { steps == 0 && checks == 0 }

    private var counts: String {
        [steps > 0 ? counted(steps, "step") : "", checks > 0 ? counted(checks, "check") : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
