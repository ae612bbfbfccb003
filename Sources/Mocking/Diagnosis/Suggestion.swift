import Scenarios

/// What would make an interaction match, when exactly one thing stands in the way.
enum Suggestion {
    static func of(_ checks: [FieldCheck]) -> String? {
        guard let place = checks.firstIndex(where: { $0.verdict == .fails }),
            checks.lastIndex(where: { $0.verdict == .fails }) == place
        else { return nil }
        let failure = checks[place]
        let (operation, expected) = (failure.operation, failure.expected)
        switch failure.field {
        case "state", "sequence": return String(joining: "Only the state stands in the way: ", failure.hint ?? "", ".")
        case "method":
            let actual = failure.actual ?? ""
            return String(joining: "Only the method differs: ", operation, " ", expected, ", not ", actual, ".")
        case let field:
            let what = failure.actual == nil ? " is missing: " : " differs: "
            guard let hint = failure.hint else {
                return String(joining: "Only the ", field, what, operation, " ", expected, ".")
            }
            return String(joining: "Only the ", field, what, hint, ".")
        }
    }
}
