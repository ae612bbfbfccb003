/// Something that is wrong, or looks wrong, in a scenario file: what, where, and what would help.
package struct ScenarioIssue: Error, Sendable, Hashable {
    package enum Severity: String, Sendable, CaseIterable {
        case error
        case warning
    }

    package var severity: Severity
    package var location: SourceLocation
    /// How many columns the caret line underlines.
    package var length: Int
    /// What is wrong, in one line.
    package var message: String
    /// What would help, for example `did you mean 'method'?`.
    package var suggestion: String?
    /// The line of the file, without its end; nil when there is no such line.
    package var sourceLine: String?

    package init(
        _ severity: Severity,
        at location: SourceLocation,
        length: Int = 1,
        message: String,
        suggestion: String? = nil,
        sourceLine: String? = nil
    ) {
        self.severity = severity
        self.location = location
        self.length = length
        self.message = message
        self.suggestion = suggestion
        self.sourceLine = sourceLine
    }
}

extension ScenarioIssue: CustomStringConvertible {
    /// `file:line:column: error: message`, the source line, and a line with carets under the culprit.
    package var description: String {
        let summary = "\(location): \(severity.rawValue): \(message)" + (suggestion.map { "; \($0)" } ?? "")
        guard let sourceLine else { return summary }
        let excerpt = SourceExcerpt(line: sourceLine, column: location.column, length: length)
        return "\(summary)\n\(excerpt.text)\n\(excerpt.carets)"
    }
}

extension ScenarioIssue: Comparable {
    /// By file, then by place.
    package static func < (left: ScenarioIssue, right: ScenarioIssue) -> Bool {
        let (one, other) = (left.location, right.location)
        guard one.file == other.file else { return one.file < other.file }
        return (one.line, one.column, left.message) < (other.line, other.column, right.message)
    }
}
