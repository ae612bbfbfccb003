import Scenarios

/// The lines that `serve` prints when scenario files have changed.
struct ReloadReport {
    /// More files are only counted.
    private static let mostFiles = 10

    /// The issues that were printed and still hold.
    private var known: Set<ScenarioIssue>

    init(_ issues: [ScenarioIssue]) {
        known = Set(issues)
    }

    /// The issues of files that have changed, the changes, and the files of which a previous version is served.
    ///
    /// Empty when nothing has changed.
    mutating func text(_ result: ScenarioLoader.Result, _ changes: ScenarioChanges) -> String {
        let changed = Set(changes.changes.map(\.file))
        let issues = result.issues.filter { !known.contains($0) || changed.contains($0.location.file) }
        known = Set(result.issues)
        var text = IssueReport(issues).text
        let errors = issues.filter { $0.severity == .error }.map(\.location.file)
        let broken = changes.keptFiles.filter { file in
            errors.contains { file == $0 || file.hasPrefix($0 + "/") }
        }
        for file in broken { text += "hypermock: \(file) not reloaded: its previous version is still served\n" }
        if !changes.changes.isEmpty { text += "hypermock: \(Self.summary(changes.changes))\n" }
        return text
    }

    /// For example `reloaded orders.yaml (/~orders); removed old.yaml (/~old)`.
    private static func summary(_ changes: [ScenarioChanges.Change]) -> String {
        let kinds: [ScenarioChanges.Kind] = [.reloaded, .added, .removed]
        return kinds.compactMap { kind in
            let files = changes.filter { $0.kind == kind }
            guard !files.isEmpty else { return nil }
            let more = files.count > mostFiles ? [" and \(files.count - mostFiles) more"] : []
            let names = files.prefix(mostFiles).map(name).joined(separator: ", ") + more.joined()
            return "\(kind.rawValue) \(names)"
        }.joined(separator: "; ")
    }

    private static func name(_ change: ScenarioChanges.Change) -> String {
        let file = change.file.split(separator: "/").last.map(String.init) ?? change.file
        return change.slug.map { "\(file) (/~\($0))" } ?? file
    }
}
