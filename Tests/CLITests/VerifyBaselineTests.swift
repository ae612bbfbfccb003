import Foundation
import Testing

/// `hypermock verify --baseline`: known failures, new ones, fixed ones, and files that are none.
struct VerifyBaselineTests {
    private static func verify(_ folder: TemporaryFolder, _ arguments: String...) async throws -> Tool.Result {
        try await RunningTool(["verify", "scenarios", "--style", "async"] + arguments, in: folder.url).finish()
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("scenarios/good.yaml", VerifyTests.scenario)
        try folder.write("scenarios/bad.yaml", VerifyTests.broken)
        return folder
    }

    @Test func aRecordedFailureIsKnownAndANewOneIsNot() async throws {
        let folder = try Self.folder()
        let recorded = try await Self.verify(folder, "--baseline", "known.yaml", "--write-baseline")
        #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
        let file = folder.url.appending(path: "known.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let entry = """
                checks: [outcome]
                steps:
                  - "the station is read"
                cases:
                  - "bad"

            """
        #expect(text.contains(entry), "\(text)")
        let known = try await Self.verify(folder, "--baseline", "known.yaml")
        #expect(known.status == 0)
        #expect(known.output.contains("1 of 2 cases passed, 1 known failure"), "\(known.output)")

        try folder.write("scenarios/good.yaml", VerifyTests.broken)
        let new = try await Self.verify(folder, "--baseline", "known.yaml")
        #expect(new.status == 1)
        #expect(new.output.contains("✗ good") && !new.output.contains("✗ bad"), "\(new.output)")

        try folder.write("scenarios/good.yaml", VerifyTests.scenario)
        try folder.write("scenarios/bad.yaml", VerifyTests.scenario)
        let fixed = try await Self.verify(folder, "--baseline", "known.yaml")
        #expect(fixed.status == 0)
        #expect(fixed.output.contains("known failures that are fixed:\n  bad: "), "\(fixed.output)")

        try folder.write("scenarios/bad.yaml", VerifyTests.broken)
        let dated = text.replacing("    checks:", with: "    until: 2020-01-01\n    checks:")
        try folder.write("known.yaml", dated)
        let expired = try await Self.verify(folder, "--baseline", "known.yaml")
        #expect(expired.status == 1)
        #expect(expired.output.contains("known failures whose date has passed:\n  bad: until 2020-01-01: "))
        try folder.write("known.yaml", text.replacing("\"bad\"", with: "\"bed\""))
        let misspelled = try await Self.verify(folder, "--baseline", "known.yaml")
        #expect(misspelled.output.contains("baseline entries that match no scenario:\n  bed\n"), "\(misspelled.output)")
    }

    @Test(
        "a file that is none, or an option without one, is named",
        arguments: [
            (["--baseline", "none.yaml"], 3, "--baseline none.yaml: it does not exist; --write-baseline creates it"),
            (["--baseline", "bad.yaml"], 2, "--baseline: bad.yaml:1:1: "),
            (["--baseline", "."], 3, "--baseline .: it cannot be read"),
            (["--baseline", "no/known.yaml", "--write-baseline"], 3, "--baseline no/known.yaml: it cannot be written"),
            (["--baseline", "a.yaml", "--report", "json=./a.yaml"], 2, "cannot be the same file, a.yaml"),
            (["--write-baseline"], 2, "--write-baseline needs the file: --baseline FILE"),
            (["--baseline", "a", "--mutants"], 2, "--baseline cannot be combined with --mutants"),
        ] as [([String], Int32, String)]
    )
    func aFileThatIsNone(_ options: [String], status: Int32, message: String) async throws {
        let folder = try Self.folder()
        try folder.write("bad.yaml", "failures: []\n")
        let result = try await RunningTool(["verify", "scenarios"] + options, in: folder.url).finish()
        #expect(result.status == status, "\(result.output)\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func aBaselineAmongTheScenariosIsNotAScenario() async throws {
        let folder = try Self.folder()
        let baseline = "scenarios/known.yaml"
        let recorded = try await Self.verify(folder, "--baseline", baseline, "--write-baseline")
        #expect(recorded.status == 0, "\(recorded.errors)")
        let again = try await Self.verify(folder, "--baseline", baseline)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("1 of 2 cases passed, 1 known failure"), "\(again.output)")
        let named = try await RunningTool(["verify", baseline], in: folder.url).finish()
        #expect(named.status == 4, "a file that is named is one: \(named.errors)")
    }

    @Test func anExceptedScenarioDoesNotRun() async throws {
        let folder = try Self.folder()
        let result = try await Self.verify(folder, "--except", "b?d")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("the case passed"))
        #expect(try await Self.verify(folder, "--except", "*").status == 5)
    }
}
