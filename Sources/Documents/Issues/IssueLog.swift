/// Collects the issues of one file, each once, whatever the number of variants that have it.
package final class IssueLog {
    /// The maximum number of errors of one file, and that of warnings: many warnings do not hide an error.
    package static let limit = 200

    private struct Identity: Hashable {
        var mark: Mark
        var message: String
    }

    package let file: SourceFile
    /// The files that the file includes.
    package private(set) var included: [SourceFile]
    /// The places in the file because of which the others are included.
    private var includePlaces: [Node] = []
    package private(set) var issues: [ScenarioIssue] = []
    package private(set) var hasErrors = false
    /// The number of errors so far, including those beyond the limit.
    package private(set) var errorCount = 0
    private var seen: Set<Identity> = []
    private var kept: [ScenarioIssue.Severity: Int] = [:]

    package init(_ file: SourceFile, included: [SourceFile] = []) {
        self.file = file
        self.included = included
    }

    /// Adds a file that the file includes; marks of its nodes have the number that is returned.
    ///
    /// `place` is the name in the file, or in an included one, that includes it.
    package func include(_ file: SourceFile, at place: Node) -> UInt32 {
        let outer = Int(place.mark.file) - 1
        includePlaces.append(includePlaces.indices.contains(outer) ? includePlaces[outer] : place)
        included.append(file)
        return UInt32(clamping: included.count)
    }

    /// The place of a mark, in the file or in an included one.
    package func location(of mark: Mark) -> SourceLocation {
        SourceLocation(file: file(of: mark).path, line: mark.line, column: mark.column)
    }

    /// The line of a mark, without its end; nil if its file has no such line.
    package func line(of mark: Mark) -> String? { file(of: mark).line(mark.line) }

    private func file(of mark: Mark) -> SourceFile {
        let number = Int(mark.file)
        return included.indices.contains(number - 1) ? included[number - 1] : file
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

    /// Logs an error of the file if only the files that it includes have errors: then it cannot be served either.
    package func noteIncludedErrors() {
        let places = Set(issues.filter { $0.severity == .error }.map(\.location.file))
        guard let other = places.sorted().first, !places.contains(file.path) else { return }
        let message = "'\(other)', which it includes, has errors"
        guard let number = included.firstIndex(where: { $0.path == other }), includePlaces.indices.contains(number)
        else { return addOfFile(.error, message) }
        error(message, at: includePlaces[number], suggestion: "correct that file first")
    }

    /// Turns the warnings at a place into errors; returns false if there are no warnings.
    package func raiseWarnings(at mark: Mark) -> Bool {
        let location = location(of: mark)
        let places = issues.indices.filter { !issues[$0].isOfFile && issues[$0].location == location }
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

    /// Logs a problem of the file, or of the included file with a number.
    package func add(_ problem: SyntaxProblem, _ severity: ScenarioIssue.Severity = .error, inFile number: UInt32 = 0) {
        var mark = problem.mark
        mark.file = number
        add(severity, problem.message, at: mark, length: problem.length, suggestion: problem.suggestion)
    }

    package func add(
        _ severity: ScenarioIssue.Severity,
        _ message: String,
        at mark: Mark,
        length: Int = 1,
        suggestion: String? = nil
    ) {
        if severity == .error {
            hasErrors = true
            errorCount += 1
        }
        guard kept[severity, default: 0] < Self.limit else { return }
        guard seen.insert(Identity(mark: mark, message: message)).inserted else { return }
        kept[severity, default: 0] += 1
        issues.append(
            ScenarioIssue(
                severity,
                at: location(of: mark),
                length: length,
                message: message,
                suggestion: suggestion,
                sourceLine: file(of: mark).line(mark.line)
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
