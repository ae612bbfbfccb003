import HAL

/// The URL condition of an interaction as a check, with hints at common mistakes.
enum URLCheck {
    /// Nil if the interaction matches any URL.
    static func make(_ pattern: URLPattern, _ facts: DecodedRequest, _ budget: ExplanationBudget) -> FieldCheck? {
        let (operation, expected, seesQuery): (String, String, Bool)
        switch pattern {
        case .any: return nil
        case .url(let text): (operation, expected, seesQuery) = ("url", text, true)
        case .urlPath(let text): (operation, expected, seesQuery) = ("urlPath", text, false)
        case .urlPathTemplate(let template):
            (operation, expected, seesQuery) = ("urlPathTemplate", template.text, false)
        case .urlPattern(let expression): (operation, expected, seesQuery) = ("urlPattern", expression.pattern, true)
        case .urlPathPattern(let expression):
            (operation, expected, seesQuery) = ("urlPathPattern", expression.pattern, false)
        }
        let actual = Excerpt.of(facts.target.bytes[seesQuery ? facts.target.whole : facts.target.path])
        guard budget.takes(2 * pattern.cost(on: facts)) else {
            return .notExamined("url", operation, expected: Excerpt.of(expected), actual: actual)
        }
        return FieldCheck(
            "url",
            operation,
            expected: Excerpt.of(expected),
            actual: actual,
            facts.matches(pattern),
            hint: gaveUp(pattern, facts) ?? hint(pattern, actual)
        )
    }

    private static func gaveUp(_ pattern: URLPattern, _ facts: DecodedRequest) -> String? {
        switch pattern {
        case .urlPattern(let expression): facts.targets.compactMap { ValueHint.gaveUp(expression, $0) }.first
        case .urlPathPattern(let expression): facts.paths.compactMap { ValueHint.gaveUp(expression, $0) }.first
        case .any, .url, .urlPath, .urlPathTemplate: nil
        }
    }

    private static func hint(_ pattern: URLPattern, _ actual: String) -> String? {
        switch pattern {
        case .any: nil
        case .url(let text): urlHint(text, actual)
        case .urlPath(let text):
            text.utf8.has(UInt8(ascii: "?"))
                ? "'urlPath' ignores the query; 'url' compares it" : pathHint(text, actual)
        case .urlPathTemplate(let template): slashHint(template.text, actual)
        case .urlPattern(let expression): patternHint(expression.pattern)
        case .urlPathPattern(let expression): pathPatternHint(expression.pattern)
        }
    }

    private static func urlHint(_ expected: String, _ actual: String) -> String? {
        let wanted = expected.split(separator: "?", maxSplits: 1)
        let came = actual.split(separator: "?", maxSplits: 1)
        guard let path = wanted.first, path == came.first else { return pathHint(expected, actual) }
        guard wanted.count == 2, came.count == 2 else { return "the path matches; 'url' also compares the query" }
        let isReordered = wanted[1].split(separator: "&").sorted() == came[1].split(separator: "&").sorted()
        return isReordered
            ? "the query has the same parameters in another order; 'urlPath' with 'queryParameters' ignores the order"
            : "the path matches, the query does not"
    }

    private static func pathHint(_ expected: String, _ actual: String) -> String? {
        guard expected.hasPrefix("/") || expected == "*" else {
            return expected.contains("://")
                ? "the interaction's URL is absolute; it must begin with '/'"
                : "the interaction's URL does not begin with '/'"
        }
        if let hint = slashHint(expected, actual) { return hint }
        guard expected.utf8.count == actual.utf8.count, expected.lowercased() == actual.lowercased() else { return nil }
        return "differs only in case"
    }

    private static func slashHint(_ expected: String, _ actual: String) -> String? {
        switch actual.utf8.count - expected.utf8.count {
        case 1 where actual == expected + "/": return "it would match without the trailing slash"
        case -1 where actual + "/" == expected: return "it would match with a trailing slash"
        case _: break
        }
        if expected.utf8.has(UInt8(ascii: "{")), actual.hasSuffix("/") != expected.hasSuffix("/"),
            actual.split(separator: "/").count == expected.split(separator: "/").count
        {
            return actual.hasSuffix("/") ? "the trailing slash may be superfluous" : "a trailing slash may be missing"
        }
        return nil
    }

    private static func patternHint(_ pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        let isBare = bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "?") && index > 0 && bytes[index - 1].isLetterOrDigit
        }
        return isBare ? "a literal '?' is written '\\?' in a regular expression" : nil
    }

    private static func pathPatternHint(_ pattern: String) -> String? {
        pattern.contains("\\?") ? "'urlPathPattern' ignores the query; 'urlPattern' compares it" : nil
    }
}
