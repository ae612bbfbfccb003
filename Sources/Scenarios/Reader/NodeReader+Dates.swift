extension NodeReader {
    func date(
        _ node: Node,
        _ name: String,
        _ comparison: DateMatcher.Comparison?,
        _ options: [MatcherKey: Node]
    ) -> Matcher? {
        guard let comparison, let text = text(node, name) else { return nil }
        guard let expected = DateMatcher.Expected(text) else {
            log.error(
                "\(name): '\(text.prefix(40))' is not a date",
                at: node,
                suggestion: "it is written like '2026-11-03T10:00:00Z', 'now' or 'now +3 days'"
            )
            return nil
        }
        var matcher = DateMatcher(comparison: comparison, text: text, expected: expected)
        if let offset = offset(options) {
            guard case .now(nil) = expected else {
                log.error("'expectedOffset' needs '\(comparison.rawValue)' to be 'now'", at: node)
                return nil
            }
            matcher.expected = .now(offset)
        }
        matcher.actualFormat = options[.actualFormat].flatMap { datePattern($0, "'actualFormat'") }
        matcher.truncateExpected = options[.truncateExpected].flatMap { truncation($0, "'truncateExpected'") }
        matcher.truncateActual = options[.truncateActual].flatMap { truncation($0, "'truncateActual'") }
        matcher.truncatesLast = options[.applyTruncationLast].flatMap { boolean($0, "'applyTruncationLast'") } ?? false
        return .date(matcher)
    }

    private func offset(_ options: [MatcherKey: Node]) -> TimeOffset? {
        guard let amountNode = options[.expectedOffset] else {
            if let unit = options[.expectedOffsetUnit] {
                log.error("'expectedOffsetUnit' needs 'expectedOffset'", at: unit)
            }
            return nil
        }
        guard let unitNode = options[.expectedOffsetUnit] else {
            log.error("'expectedOffset' needs 'expectedOffsetUnit'", at: amountNode)
            return nil
        }
        let bounds = -Int(Int32.max)...Int(Int32.max)
        guard let amount = integer(amountNode, "'expectedOffset'", in: bounds),
            let word = text(unitNode, "'expectedOffsetUnit'")
        else { return nil }
        guard let offset = TimeOffset("\(amount) \(word)") else {
            let known = TimeOffset.Unit.allCases.map(\.rawValue).joined(separator: ", ")
            log.error("'\(word)' is unknown as 'expectedOffsetUnit'", at: unitNode, suggestion: "known are \(known)")
            return nil
        }
        return offset
    }

    /// `first day of month`, or `FIRST_DAY_OF_MONTH`.
    private func truncation(_ node: Node, _ name: String) -> TimeTruncation? {
        guard let text = text(node, name) else { return nil }
        if let known = TimeTruncation(rawValue: text.lowercased().replacing("_", with: " ")) { return known }
        let words = TimeTruncation.allCases.map(\.rawValue)
        let suggestion = Spelling.suggestion(for: text, among: words) ?? "known are " + words.joined(separator: ", ")
        log.error("'\(text)' is unknown as \(name)", at: node, suggestion: suggestion)
        return nil
    }
}
