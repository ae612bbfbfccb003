import ArgumentParser
import Contracts
import HAL
import Scenarios
import UV

/// The command `hypermock schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of scenario files, or of the JSON report.",
        discussion: """
            For completion and validation in editors:

              hypermock schema > scenario.schema.json
              # yaml-language-server: $schema=scenario.schema.json

            The schema of `hypermock verify --report json=PATH`:

              hypermock schema report
            """
    )

    /// The documents that have a schema.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case scenario
        case report

        var schema: JSONValue {
            switch self {
            case .scenario: ScenarioSchema.json
            case .report: ReportSchema.json
            }
        }
    }

    @Argument(help: "The document: scenario or report.")
    var subject = Subject.scenario

    func run() {
        StandardStream.output.write(subject.schema.serialized(pretty: true) + "\n")
    }
}
