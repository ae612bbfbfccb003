/// A multipart pattern in a list of checks.
struct PartText {
    let field: String
    let operation: String
    let expected: String

    init(_ part: PartPattern) {
        field = part.name.map { "part \(Excerpt.of($0))" } ?? "part"
        operation =
            switch part.matching {
            case .any: "any part"
            case .all: "all parts"
            }
        let file = part.fileName.map { ["file name \($0)"] } ?? []
        let headers = part.headers.map { "header \($0.name) \(MatcherText($0.pattern).whole)" }
        let bodies = part.bodyPatterns.map { "body \(MatcherText($0).whole)" }
        expected = Excerpt.of((file + headers + bodies).joined(separator: "; "))
    }

    /// The names of the received parts.
    static func names(_ parts: [BodyPart]) -> String {
        let names = parts.prefix(20).map { part in
            (part.name ?? "(no name)") + (part.fileName.map { " (\($0))" } ?? "")
        }
        return Excerpt.of(names.joined(separator: ", "))
    }
}
