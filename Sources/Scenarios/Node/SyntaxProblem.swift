/// Why a file can not be read as YAML or JSON, or an object not be taken as it is, and where.
struct SyntaxProblem: Error, Sendable, Hashable {
    var message: String
    var mark: Mark
    var length = 1
}
