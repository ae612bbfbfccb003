import Recordings
import Scenarios

/// The interactions of a Pact: one for each step of the contracts.
struct PactExport {
    let options: PactOptions

    init(_ options: PactOptions) {
        self.options = options
    }

    /// - Throws: `CommandFailure` if the contracts cannot be run.
    func content(of scenarios: [Scenario]) async throws -> ExportedContent {
        ExportedContent(text: nil, facts: "")
    }
}
