/// Collects the issues of one file, each once, whatever the number of variants that have it.
package final class IssueLog {
    /// The maximum number of issues of one file.
    package static let limit = 200

    private struct Identity: Hashable {
        var mark: Mark
        var message: String
    }

    package let file: SourceFile
    package private(set) var issues: [ScenarioIssue] = []
    package private(set) var hasErrors = false
    private var seen: Set<Identity> = []

    package init(_ file: SourceFile) {
        self.file = file
    }

    package func error(_ message: String, at node: Node, suggestion: String? = nil) {
        add(.error, message, at: node.mark, length: node.length, suggestion: suggestion)
    }

    package func warning(_ message: String, at node: Node, suggestion: String? = nil) {
        add(.warning, message, at: node.mark, length: node.length, suggestion: suggestion)
    }

    /// Logs an issue of the file as a whole.
    package func addOfFile(_ severity: ScenarioIssue.Severity, _ message: String, suggestion: String? = nil) {
        if severity == .error { hasErrors = true }
        issues.append(ScenarioIssue(severity, ofFile: file.path, message: message, suggestion: suggestion))
    }

    /// Turns the warnings at a place into errors; returns false if there are no warnings.
    package func raiseWarnings(at mark: Mark) -> Bool {
        let places = issues.indices.filter { index in
            let location = issues[index].location
            return !issues[index].isOfFile && (location.line, location.column) == (mark.line, mark.column)
        }
        for place in places { issues[place].severity = .error }
        if !places.isEmpty { hasErrors = true }
        return !places.isEmpty
    }

    /// Turns the errors after the first so many issues into warnings that begin with their consequence; returns whether
    /// there were errors.
    package func lowerErrors(after count: Int, _ consequence: String, leavingOutFile: Bool = false) -> Bool {
        guard hasErrors else { return false }
        for index in issues.indices.dropFirst(count) where issues[index].severity == .error {
            issues[index].severity = .warning
            issues[index].leavesOutFile = leavingOutFile
            issues[index].message = "\(consequence): \(issues[index].message)"
        }
        hasErrors = false
        return true
    }

    package func add(_ problem: SyntaxProblem, _ severity: ScenarioIssue.Severity = .error) {
        add(severity, problem.message, at: problem.mark, length: problem.length, suggestion: problem.suggestion)
    }

    package func add(
        _ severity: ScenarioIssue.Severity,
        _ message: String,
        at mark: Mark,
        length: Int = 1,
        suggestion: String? = nil
    ) {
        if severity == .error { hasErrors = true }
        guard issues.count < Self.limit else { return }
        guard seen.insert(Identity(mark: mark, message: message)).inserted else { return }
        let location = SourceLocation(file: file.path, line: mark.line, column: mark.column)
        issues.append(
            ScenarioIssue(
                severity,
                at: location,
                length: length,
                message: message,
                suggestion: suggestion,
                sourceLine: file.line(mark.line)
            )
        )
    }
}

/// The name, bytes and lines of a file.
package struct SourceFile: Sendable {
    /// The path as given; messages show it.
    package let path: String
    /// Without a byte order mark.
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = UTF8Check.withoutByteOrderMark(bytes)
    }

    /// The text of a line (from 1) without its end, or nil when the file has no such line or is UTF-16.
    package func line(_ number: Int) -> String? {
        guard !UTF8Check.isUTF16(bytes) else { return nil }
        var rest = bytes[...]
        for _ in 1..<max(number, 1) {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            rest = rest[(end + 1)...]
        }
        var line = rest.prefix { $0 != UInt8(ascii: "\n") }.prefix(65_536)
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
