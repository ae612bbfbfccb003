/// Something that is wrong, or looks wrong, in a scenario file: what, where, and what would help.
package struct ScenarioIssue: Error, Sendable, Hashable {
    package enum Severity: String, Sendable, CaseIterable {
        case error
        case warning
        /// Information, not a mistake.
        case note
    }

    package var severity: Severity
    package var location: SourceLocation
    /// Whether the file or folder as a whole is meant, not a place in it.
    package var isOfFile = false
    /// Whether it is the reason why nothing of the file is read, although other files are.
    package var leavesOutFile = false
    /// The number of columns that the caret line underlines.
    package var length: Int
    /// The mistake, in one line.
    package var message: String
    /// A suggestion, for example `did you mean 'method'?`.
    package var suggestion: String?
    /// The line of the file, without its end; nil if the file has no such line.
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

    /// An issue of a file or folder as a whole.
    package init(_ severity: Severity, ofFile path: String, message: String, suggestion: String? = nil) {
        self.init(severity, at: SourceLocation(file: path), message: message, suggestion: suggestion)
        isOfFile = true
    }
}

extension ScenarioIssue {
    /// Whether the file cannot be served as it is now.
    package var isOfUnservedFile: Bool { severity == .error || leavesOutFile }
}

extension ScenarioIssue: CustomStringConvertible {
    /// `file:line:column: error: message`, the source line, and a line with carets under the culprit; of a whole file,
    /// `error: file: message`.
    package var description: String { text(width: SourceExcerpt.width) }

    /// The description, with the source line cut to so many columns.
    package func text(width: Int) -> String {
        let place = isOfFile ? "\(severity.rawValue): \(location.file)" : "\(location): \(severity.rawValue)"
        let summary = "\(place): \(message)" + (suggestion.map { "; \($0)" } ?? "")
        guard let sourceLine else { return summary }
        let excerpt = SourceExcerpt(line: sourceLine, column: location.column, length: length, width: width)
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
