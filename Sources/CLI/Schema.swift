import ArgumentParser
import HAL
import Scenarios
import UV

/// The command `hypermock schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of scenario files.",
        discussion: """
            Editors complete and check scenario files with it:

              hypermock schema > scenario.schema.json
              # yaml-language-server: $schema=scenario.schema.json
            """
    )

    func run() {
        StandardStream.output.write(ScenarioSchema.json.serialized(pretty: true) + "\n")
    }
}
