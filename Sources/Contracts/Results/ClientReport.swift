import HAL

/// A judged client, and the capabilities that it lacks.
package struct ClientReport: Sendable, Hashable {
    /// A capability that the client lacks, and the numbers of steps and checks not judged because of it.
    package struct Gap: Sendable, Hashable {
        package var lack: Lack
        package var steps: Int
        package var checks: Int
    }

    /// A reason for which the driver did not support calls, and the number of steps not judged because of it.
    package struct Refusal: Sendable, Hashable {
        package var reason: String
        package var steps: Int
    }

    /// The name of the client, as in its cases.
    package var name: String
    /// The version that the client reports; nil if it does not.
    package var version: String?
    /// The missing capabilities, in the order of their declaration; those for all calls come first.
    package var gaps: [Gap]
    /// The calls that the driver did not support, in the order of the cases.
    package var refusals: [Refusal]

    /// Counts the steps and checks of this client that were not judged.
    package init(_ name: String, capabilities: Capabilities, cases: some Sequence<CaseReport>) {
        self.init(name, undeclared: Capability.all.filter { !capabilities.contains($0) }, cases: cases)
    }

    init(_ name: String, undeclared: [Capability], cases: some Sequence<CaseReport>) {
        self.name = name
        var counts: [NotJudged.Cause: (steps: Int, checks: Int)] = [:]
        var causes = undeclared.map { NotJudged.Cause.lack(Lack($0)) }
        let declared = Set(causes)
        func count(_ reason: NotJudged?, steps: Int, checks: Int) {
            guard let cause = reason?.cause else { return }
            if counts[cause] == nil, !declared.contains(cause) { causes.append(cause) }
            let earlier = counts[cause, default: (0, 0)]
            counts[cause] = (earlier.steps + steps, earlier.checks + checks)
        }
        for run in cases where run.client == name {
            for step in run.steps { count(step.notJudged, steps: 1, checks: 0) }
            for check in run.allChecks { count(check.notJudged, steps: 0, checks: 1) }
        }
        gaps = causes.compactMap { cause in
            guard case .lack(let lack) = cause else { return nil }
            return Gap(lack: lack, steps: counts[cause]?.steps ?? 0, checks: counts[cause]?.checks ?? 0)
        }
        refusals = causes.compactMap { cause in
            guard case .unsupported(let reason) = cause else { return nil }
            return Refusal(reason: reason, steps: counts[cause]?.steps ?? 0)
        }
        // A client without a protocol that the run did not use lacks nothing.
        gaps.removeAll { $0.lack.capability.isProtocol && $0.isEmpty }
    }

    /// Returns the report for some of the client's cases.
    package func counted(in cases: some Sequence<CaseReport>) -> ClientReport {
        var report = ClientReport(name, undeclared: undeclared, cases: cases)
        report.version = version
        return report
    }
}

extension RunReport {
    /// The missing capabilities and the unsupported calls with the numbers of steps and checks not judged, for each
    /// client that has any.
    var gaps: [String] { clients.flatMap(\.lines) }
}

extension ClientReport {
    /// `python does not declare follow (12 steps, 3 checks); not needed: session, deadline`, and a line for each refusal:
    /// `python: 12 steps unsupported: this client has no PATCH`.
    var lines: [String] {
        let name = name.oneLine(60)
        let needed = gaps.filter { !$0.isEmpty }.map(\.text).joined(separator: ", ")
        let unneeded = gaps.filter(\.isEmpty).map(\.lack.name).joined(separator: ", ")
        let lacks =
            switch (needed.isEmpty, unneeded.isEmpty) {
            case (_, true): needed
            case (true, false): "\(unneeded) (not needed)"
            case (false, false): "\(needed); not needed: \(unneeded)"
            }
        return (gaps.isEmpty ? [] : ["\(name) does not declare \(lacks)"]) + refusals.map { "\(name): \($0.text)" }
    }
}

extension ClientReport.Refusal {
    /// `12 steps unsupported: this client has no PATCH`.
    fileprivate var text: String { "\(counted(steps, "step")) unsupported: \(reason.oneLine())" }
}

extension ClientReport.Gap {
    /// `follow (12 steps, 3 checks)`.
    package var text: String { "\(lack.name) (\(isEmpty ? "not needed" : counts))" }

    /// Whether no step or check was skipped because of it.
    var isEmpty: Bool { steps == 0 && checks == 0 }

    private var counts: String {
        [steps > 0 ? counted(steps, "step") : "", checks > 0 ? counted(checks, "check") : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
