import ArgumentParser
import Foundation
import Testing

@testable import CLI

struct EnvironmentArgumentsTests {
    @Test(
        arguments: [
            ([], [:], ["serve"]),
            (["serve", "a"], ["HYPERMOCK_PORT": "0"], ["serve", "--port=0", "a"]),
            (["serve"], ["HYPERMOCK_WATCH": "0", "HYPERMOCK_QUIET": "yes"], ["serve", "--no-watch", "--quiet"]),
            (["serve"], ["HYPERMOCK_STRICT": "false"], ["serve"]),
            (["serve"], ["HYPERMOCK_GZIP": "1", "HYPERMOCK_CORS": "on"], ["serve", "--gzip", "--cors"]),
            (["serve"], ["HYPERMOCK_PORT": ""], ["serve"]),
            (["serve"], ["HYPERMOCK_PORT": "tcp://10.96.0.1:80"], ["serve"]),
            (["--port", "1"], ["HYPERMOCK_BIND": "::"], ["serve", "--bind=::", "--port", "1"]),
            (["-jar", "wiremock.jar"], [:], ["serve", "-jar", "wiremock.jar"]),
            (
                ["serve"], ["HYPERMOCK_PORT": "1", "WIREMOCK_OPTIONS": "--port 2  --verbose"],
                ["serve", "--port=1", "--port", "2", "--verbose"]
            ),
            (["lint", "a"], ["HYPERMOCK_PORT": "0"], ["lint", "a"]),
            (["--help"], ["HYPERMOCK_PORT": "0"], ["--help"]),
        ] as [([String], [String: String], [String])]
    )
    func putsTheEnvironmentBeforeTheLine(arguments: [String], environment: [String: String], merged: [String]) {
        #expect(EnvironmentArguments(arguments, environment: { environment[$0] }).merged == merged)
    }

    private struct Description: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }
        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
        }
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let command: Command
    }

    /// As `serve --help` says.
    @Test func everyOptionOfServeCanBeGivenInTheEnvironment() throws {
        let text = Serve._dumpHelp()
        let arguments = try JSONDecoder().decode(Description.self, from: Data(text.utf8)).command.arguments ?? []
        // They end the command, belong to one run of it, or say the opposite of another one.
        let others: Set = ["help", "version", "jar", "no-watch"]
        for (kind, known) in [("flag", EnvironmentArguments.flags), ("option", EnvironmentArguments.options)] {
            let names = arguments.filter { $0.kind == kind }.flatMap { $0.names ?? [] }
            let long = names.filter { $0.kind.hasPrefix("long") && !others.contains($0.name) }.map(\.name)
            #expect(known.sorted() == long.sorted())
        }
    }
}
