import Foundation
import Testing

struct LintTests {
    @Test func findsNothingInTheShippedScenarios() async throws {
        let result = try await Tool.run("lint", "--strict", "Scenarios")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "")
        #expect(result.errors.hasSuffix("; 0 errors, 0 warnings\n"))
    }

    @Test func reportsEveryProblemOfEveryFileInOneGo() async throws {
        let folder = try TemporaryFolder()
        try folder.write("first.yaml", "scenario: First\ninteractions:\n  - response: { status: 99 }\n")
        try folder.write("second.yaml", "scenario: Second\ninteractions:\n  - respons: {}\n")
        let result = try await Tool.run("lint", folder.path)
        #expect(result.status == 4)
        #expect(result.output.contains("first.yaml:3:25: error:"), "\(result.output)")
        #expect(result.output.contains("second.yaml:3:5: error:"), "\(result.output)")
    }

    @Test func writesJSONForPrograms() async throws {
        let folder = try TemporaryFolder()
        try folder.write("broken.yaml", "scenario: Broken\ninteractions:\n  - response: { status: 99 }\n")
        let result = try await Tool.run("lint", "--format", "json", folder.path)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let problem = try #require((report["problems"] as? [[String: Any]])?.first)
        #expect(problem["line"] as? Int == 3)
        #expect(problem["severity"] as? String == "error")
    }

    @Test func writesAnnotationsForGitHub() async throws {
        let folder = try TemporaryFolder()
        try folder.write("broken.yaml", "scenario: Broken\ninteractions:\n  - response: { status: 99 }\n")
        let result = try await Tool.run("lint", "--format", "github", folder.path)
        #expect(result.output.hasPrefix("::error file="), "\(result.output)")
        #expect(result.output.contains("broken.yaml,line=3,col=25::"), "\(result.output)")
    }

    @Test func saysThatAPathDoesNotExist() async throws {
        let result = try await Tool.run("lint", "No/Such/Folder")
        #expect(result.status == 4)
        #expect(result.output.hasPrefix("error: No/Such/Folder: no such file or folder; "), "\(result.output)")
    }

    @Test("An editor's buffer is read from standard input", arguments: ["-", "/dev/stdin"])
    func readsStandardInput(name: String) async throws {
        let text = "scenario: Broken\ninteractions:\n  - response: { status: 99 }\n"
        let unnamed = try await Tool.run("lint", name, input: text)
        #expect(unnamed.status == 4)
        #expect(unnamed.output.hasPrefix("stdin.yaml:3:25: error: "), "\(unnamed.output)")
        let named = try await Tool.run("lint", "--stdin-filename", "x/orders.yaml", name, input: text)
        #expect(named.output.hasPrefix("x/orders.yaml:3:25: error: "), "\(named.output)")
    }

    @Test("A note is not a problem, even where warnings are errors")
    func notesAreNotErrors() async throws {
        let folder = try TemporaryFolder()
        try folder.write("my_orders.yaml", "scenario: Orders\ninteractions:\n  - response: {}\n")
        let result = try await Tool.run("lint", "--strict", folder.path)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("served at /~my-orders/: an address contains only a-z, 0-9 and '-'\n"))
        #expect(result.errors == "1 scenario, 1 variant; 0 errors, 0 warnings, 1 note\n")
        let annotations = try await Tool.run("lint", "--format", "github", folder.path)
        #expect(annotations.output.hasPrefix("::notice file="), "\(annotations.output)")
    }

    @Test(
        "A word that is not a command leads to the one that was meant",
        arguments: [
            (["server", "x"], "'server' is not a command; did you mean 'hypermock serve'?"),
            (["serv"], "'serv' is not a command; did you mean 'hypermock serve'?"),
            (["check"], "'check' is not a command; did you mean 'hypermock lint'?"),
            (["x.yaml", "y.yaml"], "'x.yaml' is not a command; did you mean 'hypermock serve x.yaml y.yaml'?"),
            (["Scenarios"], "'Scenarios' is not a command; did you mean 'hypermock serve Scenarios'?"),
            (
                ["xyzzy"],
                "'xyzzy' is not a command; commands: serve, verify, record, import, export, driver, merge, lint, schema,"
            ),
        ]
    )
    func suggestsCommands(arguments: [String], message: String) async throws {
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: \(message)"), "\(result.errors)")
    }
}
