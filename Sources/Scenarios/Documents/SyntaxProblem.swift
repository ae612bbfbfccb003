/// Why a file cannot be read as YAML or JSON, or an object is not accepted as it is, and where.
struct SyntaxProblem: Error, Sendable, Hashable {
    var message: String
    var mark: Mark
    var length = 1
    /// What would help, for example `quote the value: 'a: b'`.
    var suggestion: String?
}
