import Scenarios

/// The URL condition of an interaction as a check, with a hint at the usual mistakes.
enum URLCheck {
    static func holds(_ pattern: URLPattern, _ facts: RequestFacts) -> Bool {
        let target = facts.target
        switch pattern {
        case .any: return true
        case .url(let text):
            return target.bytes.has(PercentCoding.normalized(Array(text.utf8)[...]), at: target.whole)
        case .urlPath(let text):
            return target.bytes.has(PercentCoding.normalized(Array(text.utf8)[...]), at: target.path)
        case .urlPattern(let expression): return facts.targets.contains(where: expression.matches)
        case .urlPathPattern(let expression): return facts.paths.contains(where: expression.matches)
        case .urlPathTemplate(let template): return facts.paths.contains { template.match($0) != nil }
        }
    }

    /// Nil when the interaction is for any URL.
    static func make(_ pattern: URLPattern, _ facts: RequestFacts) -> FieldCheck? {
        let target = Excerpt.of(facts.target.bytes[facts.target.whole])
        let path = Excerpt.of(facts.target.bytes[facts.target.path])
        let (operation, expected, actual, hint): (String, String, String, String?)
        switch pattern {
        case .any: return nil
        case .url(let text): (operation, expected, actual, hint) = ("url", text, target, urlHint(text, target))
        case .urlPath(let text):
            let queryHint = text.contains("?") ? "'urlPath' never sees the query; 'url' does" : nil
            (operation, expected, actual, hint) = ("urlPath", text, path, queryHint ?? pathHint(text, path))
        case .urlPathTemplate(let template):
            (operation, expected, actual, hint) = (
                "urlPathTemplate", template.text, path, slashHint(template.text, path)
            )
        case .urlPattern(let expression):
            (operation, expected, actual) = ("urlPattern", expression.pattern, target)
            hint = patternHint(expression.pattern)
        case .urlPathPattern(let expression):
            (operation, expected, actual) = ("urlPathPattern", expression.pattern, path)
            hint = pathPatternHint(expression.pattern)
        }
        return FieldCheck(
            "url",
            operation,
            expected: Excerpt.of(expected),
            actual: actual,
            holds(pattern, facts),
            hint: hint
        )
    }

    private static func urlHint(_ expected: String, _ actual: String) -> String? {
        let wanted = expected.split(separator: "?", maxSplits: 1)
        let came = actual.split(separator: "?", maxSplits: 1)
        guard let path = wanted.first, path == came.first else { return pathHint(expected, actual) }
        guard wanted.count == 2, came.count == 2 else { return "the path is right; 'url' compares the query too" }
        let isReordered = wanted[1].split(separator: "&").sorted() == came[1].split(separator: "&").sorted()
        return isReordered
            ? "the query has the same parameters in another order; 'urlPath' with 'queryParameters' does not mind"
            : "the path is right, the query is not"
    }

    private static func pathHint(_ expected: String, _ actual: String) -> String? {
        if expected.contains("://") { return "the interaction's URL is absolute; it must begin with '/'" }
        guard expected.hasPrefix("/") || expected == "*" else { return "the interaction's URL does not begin with '/'" }
        if let hint = slashHint(expected, actual) { return hint }
        if expected.lowercased() == actual.lowercased() { return "differs only in case" }
        return nil
    }

    private static func slashHint(_ expected: String, _ actual: String) -> String? {
        if actual == expected + "/" { return "without the slash at the end it would match" }
        if actual + "/" == expected { return "with a slash at the end it would match" }
        if expected.contains("{"), actual.hasSuffix("/") != expected.hasSuffix("/"),
            actual.split(separator: "/").count == expected.split(separator: "/").count
        {
            return actual.hasSuffix("/") ? "the slash at the end may be too much" : "a slash at the end may be missing"
        }
        return nil
    }

    private static func patternHint(_ pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        let isBare = bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "?") && index > 0 && bytes[index - 1].isLetterOrDigit
        }
        return isBare ? "a '?' that stands for itself is written '\\?' in an expression" : nil
    }

    private static func pathPatternHint(_ pattern: String) -> String? {
        pattern.contains("\\?") ? "'urlPathPattern' never sees the query; 'urlPattern' does" : nil
    }
}
