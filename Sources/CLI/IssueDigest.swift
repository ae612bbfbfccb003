import Documents

/// The problems of many files, few enough to be read: of warnings that are alike, the first one and their number.
struct IssueDigest {
    /// Up to this many warnings, all are shown.
    private static let mostWarnings = 10
    /// The maximum number of kinds of warnings that are shown.
    private static let mostKinds = 10

    private let issues: [ScenarioIssue]

    init(_ issues: [ScenarioIssue]) {
        self.issues = issues
    }

    var text: String {
        let warnings = issues.filter { $0.severity != .error }
        guard warnings.count > Self.mostWarnings else { return IssueReport(issues).text }
        var kinds: [String] = []
        var members: [String: [ScenarioIssue]] = [:]
        for warning in warnings {
            let kind = Self.kind(of: warning)
            if members[kind] == nil { kinds.append(kind) }
            members[kind, default: []].append(warning)
        }
        var text = IssueReport(issues.filter { $0.severity == .error }).text
        for kind in kinds.prefix(Self.mostKinds) {
            let alike = members[kind] ?? []
            text += IssueReport(Array(alike.prefix(1))).text
            if alike.count > 1 { text += "  and \(alike.count - 1) more like it\n" }
        }
        let rest = kinds.dropFirst(Self.mostKinds).reduce(0) { $0 + (members[$1]?.count ?? 0) }
        if rest > 0 { text += "and \(IssueReport.count(rest, "other warning"))\n" }
        let files = Set(warnings.map(\.location.file)).count
        return text + "hypermock: \(warnings.count) warnings in \(IssueReport.count(files, "file")); "
            + "'hypermock lint' with the same folders lists all\n"
    }

    /// The message without its names and numbers.
    private static func kind(of issue: ScenarioIssue) -> String {
        var kind = ""
        var isQuoted = false
        for character in issue.message.unicodeScalars {
            if character == "'" { isQuoted.toggle() }
            if !isQuoted, !("0"..."9").contains(character) { kind.unicodeScalars.append(character) }
        }
        return kind
    }
}
