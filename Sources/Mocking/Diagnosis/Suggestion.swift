/// What would make an interaction match, when exactly one thing stands in the way.
enum Suggestion {
    static func of(_ checks: [FieldCheck]) -> String? {
        guard let place = checks.firstIndex(where: { $0.verdict == .fails }),
            checks.lastIndex(where: { $0.verdict == .fails }) == place
        else { return nil }
        let failure = checks[place]
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
