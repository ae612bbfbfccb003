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
            Editors complete and check scenario files with it:

              hypermock schema > scenario.schema.json
              # yaml-language-server: $schema=scenario.schema.json

            What `hypermock verify --report json=PATH` writes:

              hypermock schema report
            """
    )

    /// What has a schema.
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

    @Argument(help: "scenario or report.")
    var subject = Subject.scenario

    func run() {
        StandardStream.output.write(subject.schema.serialized(pretty: true) + "\n")
    }
}
