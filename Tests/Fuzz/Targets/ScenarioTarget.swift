import Documents
import Scenarios

/// The reader of scenario files and WireMock's mappings: every problem has a place in the file, and a file without a
/// scenario has a problem.
enum ScenarioTarget {
    static func take(_ bytes: [UInt8], as fileExtension: String) {
        let result = ScenarioReader.read(bytes, path: "no-such-folder/fuzz.\(fileExtension)")
        precondition(result.scenario != nil || result.issues.contains { $0.severity == .error }, "silent refusal")
        for issue in result.issues {
            precondition(!issue.message.isEmpty && issue.length > 0, issue.description)
            precondition(issue.location.line > 0 && issue.location.column > 0, issue.description)
        }
    }
}
