import Foundation
import Testing

/// `hypermock import`: files in, scenarios out.
struct ImportTests {
    private static func folder(_ entries: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("my Traffic.har", "\u{FEFF}{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries)]}}")
        return folder
    }

    private static let entry = """
        {"request":{"method":"GET","url":"https://api.example.com/a?token=SECRET-1"},
        "response":{"status":200,"content":{"text":"{\\"a\\":1.50}","mimeType":"application/json"}}}
        """
    private static let foreign = """
        {"request":{"method":"GET","url":"https://cdn.example.org/"},"response":{"status":200}}
        """

    private static func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> Tool.Result {
        try await RunningTool(arguments, in: folder.url).finish()
    }

    @Test func theScenarioIsCleanAndItsContractHolds() async throws {
        let folder = try Self.folder([Self.entry, Self.entry, Self.foreign].joined(separator: ","))
        let result = try await Self.run(folder, "import", "my Traffic.har")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                hypermock: wrote Scenarios/my-traffic.yaml: 1 interaction, 1 step, 1 secret replaced
                  skipped: 1 entry, of another origin: https://cdn.example.org

                """
        )
        #expect(try !folder.read("Scenarios/my-traffic.yaml").contains("SECRET"))
        #expect(try await Self.run(folder, "lint", "--strict").status == 0)
        let verified = try await Self.run(folder, "verify")
        #expect(verified.status == 0, "\(verified.output)")
        let mutants = try await Self.run(folder, "verify", "--mutants")
        #expect(mutants.output.contains("all detected"), "\(mutants.output)")
    }

    @Test func anExistingFileIsReplacedOnRequestOnly() async throws {
        let folder = try Self.folder(Self.entry)
        try folder.write("Scenarios/my-traffic.yaml", "mine")
        let refused = try await Self.run(folder, "import", "my Traffic.har")
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains("Scenarios/my-traffic.yaml exists already; pass --force to replace it, or --merge")
        )
        #expect(try folder.read("Scenarios/my-traffic.yaml") == "mine")
        #expect(try await Self.run(folder, "import", "my Traffic.har", "--force").status == 0)
        #expect(try folder.read("Scenarios/my-traffic.yaml").hasPrefix("scenario: my Traffic\n"))
    }

    @Test func mergingAddsWhatIsNew() async throws {
        let folder = try Self.folder(Self.entry)
        #expect(try await Self.run(folder, "import", "my Traffic.har").status == 0)
        let before = try folder.read("Scenarios/my-traffic.yaml").replacing(
            "recorded:",
            with: "# A comment.\nrecorded:"
        )
        try folder.write("Scenarios/my-traffic.yaml", before)
        let again = try await Self.run(folder, "import", "my Traffic.har", "--merge")
        #expect(again.errors == "hypermock: Scenarios/my-traffic.yaml has everything already\n")
        let link = "{\\\"_links\\\":{\\\"self\\\":{\\\"href\\\":\\\"/elsewhere\\\"}}}"
        let more = Self.entry.replacing("/a?token=SECRET-1", with: "/b?token=SECRET-2")
            .replacing("{\\\"a\\\":1.50}", with: link)
        try folder.write("more.har", "{\"log\":{\"entries\":[\(Self.entry),\(more)]}}")
        let added = try await Self.run(folder, "import", "more.har", "--merge", "--out", "Scenarios/my-traffic.yaml")
        #expect(added.errors.hasPrefix("hypermock: added to Scenarios/my-traffic.yaml: 1 interaction, 1 step"))
        let after = try folder.read("Scenarios/my-traffic.yaml")
        #expect(after.contains("# A comment.\nrecorded:\n  unserved: [/elsewhere]\ninteractions:"), "\(after)")
        #expect(after.contains("REDACTED-1") && after.contains("REDACTED-3") && !after.contains("SECRET"))
        #expect(try await Self.run(folder, "lint", "--strict").status == 0)
        #expect(try await Self.run(folder, "verify").status == 0)
    }

    @Test func standardOutputGetsTheScenarioAlone() async throws {
        let folder = try Self.folder(Self.entry)
        let result = try await Self.run(folder, "import", "my Traffic.har", "--out", "-", "--keep-secrets")
        #expect(result.output.contains("url: \"/a?token=SECRET-1\""))
        #expect(result.errors.hasPrefix("hypermock: warning: --keep-secrets writes credentials to files\n"))
    }

    @Test func nothingToImportIsNoSuccess() async throws {
        let folder = try Self.folder("{}")
        let result = try await Self.run(folder, "import", "my Traffic.har")
        #expect(result.status == 5)
        #expect(
            result.errors == """
                hypermock: my Traffic.har: nothing to import
                  skipped: 1 entry, without a request

                """
        )
    }

    @Test(
        arguments: [
            (["missing.har"], 3, "does not exist"), (["bad.har"], 4, "bad.har:1:9: error: invalid JSON"),
            (["my Traffic.har", "--as", "curl"], 2, "--as"),
            (["my Traffic.har", "bad.har", "--out", "-"], 2, "a single file"),
            (["my Traffic.har", "sub/my-traffic.har"], 2, "two files would be written to Scenarios/my-traffic.yaml"),
        ] as [([String], Int32, String)]
    )
    func mistakesAreErrors(_ arguments: [String], status: Int32, message: String) async throws {
        let folder = try Self.folder(Self.entry)
        try folder.write("bad.har", "{\"log\": ")
        let result = try await RunningTool(["import"] + arguments, in: folder.url).finish()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Scenarios").path()))
    }
}
