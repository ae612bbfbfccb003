import HAL

/// The values of one header field, equivalent in one line and in several (RFC 9110 §5.3).
package struct FieldLines {
    private let lines: [String]
    /// Whether lines may be joined; those of `Set-Cookie` may not.
    private let isList: Bool

    package init(_ name: String, _ lines: [String]) {
        self.lines = lines
        isList = name.lowercased() != "set-cookie"
    }

    /// Whether a matcher matches the lines, or the same list in other lines.
    ///
    /// `now` is in milliseconds since 1970, nil: the system's clock.
    package func match(_ matcher: MultiValueMatcher, now: Int64? = nil) -> Bool {
        if matcher.matches(lines, now: now) { return true }
        guard isList, !lines.isEmpty else { return false }
        if let text = matcher.exactText { return Self.elements(of: [text]) == elements }
        return switch matcher {
        case .any: lines.count > 1 && matcher.matches([lines.joined(separator: ", ")], now: now)
        case .hasExactly, .includes: matcher.matches(elements, now: now)
        }
    }

    private var elements: [String] { Self.elements(of: lines) }

    /// The elements of a list (RFC 9110 §5.6.1), without empty ones; a comma in quotes is not a separator.
    private static func elements(of lines: [String]) -> [String] {
        lines.flatMap { line in
            var (isQuoted, isEscaped) = (false, false)
            return line.split { character in
                defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
                if character == "\"", !isEscaped { isQuoted.toggle() }
                return character == "," && !isQuoted
            }
        }.map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
    }
}
