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
