import Testing

@testable import Documents
@testable import Scenarios

/// Reads a text as the file `name`.
func read(_ text: String, _ name: String = "a.yaml") -> ScenarioReader.Result {
    ScenarioReader.read(Array(text.utf8), path: name)
}

/// The issues of a text as people see them, one after the other.
func rendered(_ text: String, _ name: String = "a.yaml") -> String {
    read(text, name).issues.map(\.description).joined(separator: "\n")
}

/// The first line of each issue of a text.
func messages(_ text: String, _ name: String = "a.yaml") -> [String] {
    read(text, name).issues.map { issue in
        var issue = issue
        issue.sourceLine = nil
        return issue.description
    }
}

/// The messages about a request with these keys, in a file that is fine otherwise.
func messages(request: String) -> [String] {
    messages("scenario: t\ninteractions:\n  - response: {}\n    request: \(request)\n")
}

/// The messages about a response with these keys, in a file that is fine otherwise.
func messages(response: String) -> [String] {
    messages("scenario: t\ninteractions:\n  - request: { urlPath: /a }\n    response: \(response)\n")
}

/// The interactions of the first variant of a text without errors.
func interactions(_ text: String, _ name: String = "a.yaml") throws -> [Interaction] {
    try #require(read(text, name).scenario).variants.variant(at: 0).interactions
}

/// The first response of a text without errors.
func response(_ keys: String) throws -> ResponseDefinition {
    try interactions("scenario: t\ninteractions:\n  - response: \(keys)\n")[0].responses.responses[0]
}
