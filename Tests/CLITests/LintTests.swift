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
        #expect(result.output.contains("No/Such/Folder"))
    }
}
