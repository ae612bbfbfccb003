/// What would make an interaction match, when exactly one thing stands in the way.
enum Suggestion {
    static func of(_ checks: [FieldCheck]) -> String? {
        let failures = checks.filter { $0.verdict == .fails }
        guard failures.count == 1, let failure = failures.first else { return nil }
        switch failure.field {
        case "state", "sequence": return "Only the state stands in the way: \(failure.hint ?? "")."
        case "method":
            return "Only the method differs: \(failure.operation) \(failure.expected), not \(failure.actual ?? "")."
        case let field:
            let what = failure.actual == nil ? "is missing" : "differs"
            let needed = failure.hint ?? "\(failure.operation) \(failure.expected)"
            return "Only the \(field) \(what): \(needed)."
        }
    }
}
