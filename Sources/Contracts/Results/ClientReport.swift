/// A judged client, and the capabilities that it lacks.
package struct ClientReport: Sendable, Hashable {
    /// A capability that the client's driver does not declare, and the numbers of steps and checks skipped because of it.
    package struct Gap: Sendable, Hashable {
        package var capability: Capability
        package var steps: Int
        package var checks: Int
    }

    /// The name of the client, as in its cases.
    package var name: String
    /// The missing capabilities, in the order of their declaration.
    package var gaps: [Gap]

    /// Counts the skipped steps and checks in the cases of this client.
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
        gaps = Capability.all.filter { !capabilities.contains($0) }.map {
            Gap(capability: $0, steps: steps[$0] ?? 0, checks: checks[$0] ?? 0)
        }
        // A client without a protocol that the run did not use lacks nothing.
        gaps.removeAll { $0.capability.isProtocol && $0.isEmpty }
    }

    /// Returns the report for some of the client's cases.
    package func counted(in cases: some Sequence<CaseReport>) -> ClientReport {
        ClientReport(name, capabilities: Set(Capability.all).subtracting(gaps.map(\.capability)), cases: cases)
    }
}

extension RunReport {
    /// The missing capabilities and the skipped steps and checks, one line for each client that lacks any.
    var gaps: [String] { clients.filter { !$0.gaps.isEmpty }.map(\.text) }
}

extension ClientReport {
    /// `python does not declare follow (12 steps, 3 checks), session (not needed)`.
    var text: String { "\(name.oneLine(60)) does not declare \(gaps.map(\.text).joined(separator: ", "))" }
}

extension ClientReport.Gap {
    /// `follow (12 steps, 3 checks)`.
    package var text: String { "\(capability.name) (\(isEmpty ? "not needed" : counts))" }

    /// Whether no step or check was skipped because of it.
    var isEmpty: Bool { steps == 0 && checks == 0 }

    private var counts: String {
        [steps > 0 ? counted(steps, "step") : "", checks > 0 ? counted(checks, "check") : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
