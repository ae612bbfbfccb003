import Testing

@testable import Documents

struct IssueLogTests {
    @Test("An error is kept after any number of warnings, and a warning after any number of errors")
    func keepsBothSeverities() {
        let log = IssueLog(SourceFile(path: "a.yaml", bytes: []))
        for line in 1...(IssueLog.limit + 50) {
            log.add(.warning, "a warning", at: Mark(line: line, column: 1))
        }
        log.add(.error, "an error", at: Mark(line: 1, column: 1))
        #expect(log.hasErrors)
        #expect(log.issues.count { $0.severity == .warning } == IssueLog.limit)
        #expect(log.issues.filter { $0.severity == .error }.map(\.message) == ["an error"])
    }
}
