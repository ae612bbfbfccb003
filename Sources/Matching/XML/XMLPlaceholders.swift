/// XMLUnit's placeholders in an expected text, such as `${xmlunit.ignore}`.
struct XMLPlaceholders: Sendable, Hashable {
    static let usualOpening = #"\$\{"#
    static let usualClosing = #"\}"#

    /// Patterns for the delimiters.
    let opening: String
    let closing: String
    private let expression: RegularExpression

    /// The parts of a keyword with arguments: `matchesRegex(…)`.
    private static let call = try? RegularExpression(#"((.*)\s*\((.+)\s*\)\s*)"#, forSearching: true)
    private static let number = try? RegularExpression(#"^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$"#, forSearching: true)
    /// The beginnings of ISO 8601 and of the short American form, which XMLUnit reads leniently.
    private static let date = try? RegularExpression(#"^(\d+-\d+-\d+|\d+/\d+/\d+)"#, forSearching: true)

    /// - Throws: ``InvalidPattern`` if a delimiter is not a valid regular expression.
    init(opening: String?, closing: String?) throws(InvalidPattern) {
        let given = { (text: String?) in text.map(XMLText.trimmed).flatMap { $0.isEmpty ? nil : $0 } }
        self.opening = given(opening) ?? Self.usualOpening
        self.closing = given(closing) ?? Self.usualClosing
        let pattern = #"(\s*\#(self.opening)\s*xmlunit\.(.+)\s*\#(self.closing)\s*)"#
        expression = try RegularExpression(pattern, forSearching: true)
    }

    /// Whether an expected text or attribute is a placeholder that accepts a value; nil: nothing is there.
    func accepts(_ expected: XMLNode, _ value: String?, _ budget: inout EvaluationBudget) -> Bool {
        switch expected {
        case .text(let text): accepts(text, value, &budget)
        case .attribute(let attribute): accepts(attribute.value, value, &budget)
        case .element, .comment, .instruction: false
        }
    }

    private func accepts(_ expected: String, _ value: String?, _ budget: inout EvaluationBudget) -> Bool {
        guard let groups = expression.firstMatch(in: expected, budget: &budget), groups.count > 2,
            // A placeholder must be all of the text.
            XMLText.trimmed(groups[0]) == XMLText.trimmed(expected)
        else { return false }
        let (keyword, argument) = Self.call(XMLText.trimmed(groups[2]), &budget)
        switch keyword {
        case "ignore": return true
        case "isNumber": return Self.isFound(Self.number, in: value, &budget)
        case "matchesRegex":
            return Self.isFound(try? RegularExpression(argument ?? "", forSearching: true), in: value, &budget)
                && argument != nil
        case "isDateTime":
            guard let argument else { return Self.isFound(Self.date, in: value, &budget) }
            return value.map { (try? DatePattern(argument))?.read($0) != nil } ?? false
        case _: return false
        }
    }

    /// The keyword and its first argument.
    private static func call(_ text: String, _ budget: inout EvaluationBudget) -> (String, String?) {
        guard let groups = call?.firstMatch(in: text, budget: &budget), groups.count > 3 else { return (text, nil) }
        let first = groups[3].prefix { $0 != "," }
        return (XMLText.trimmed(groups[2]), String(first))
    }

    private static func isFound(
        _ expression: RegularExpression?,
        in value: String?,
        _ budget: inout EvaluationBudget
    ) -> Bool {
        guard let value, let expression else { return false }
        return expression.isMatch(value, budget: &budget) == true
    }
}
