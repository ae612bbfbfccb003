import Foundation
import Testing

/// `hypermock verify`, run as people run it.
struct VerifyTests {
    static let scenario = """
        scenario: A station
        tags: [station]
        interactions:
          - request: { urlPath: /station }
            response: { jsonBody: { name: 7-Eleven } }
        contract:
          - step: the station is read
            request: { url: /station, authorization: { bearer: s3cr3t } }
            expect: { outcome: success, model: { name: 7-Eleven } }

        """
    static let broken = scenario.replacing(
        "{ outcome: success, model: { name: 7-Eleven } }",
        with: "{ outcome: conflict }"
    )

    @Test func contractsThatHoldAreGreen() async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", Self.scenario)
        let result = try await Tool.run("verify", folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("✓ all 2 cases passed  1 scenario variant, 2 steps, "), "\(result.output)")
        #expect(result.errors == "")
    }

    @Test func aContractThatDoesNotHoldSaysAllOneNeeds() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", Self.broken)
        let result = try await Tool.run("verify", file, "--style", "async")
        #expect(result.status == 1)
        for line in [
            "✗ station  A station  (async)\n\n  \(file):7:5  the station is read\n\n",
            "\n    outcome   expected  conflict\n              actual    success\n", "\n    > GET /station\n",
            "\n    > Authorization: <redacted>\n", "\n    < {\"name\":\"7-Eleven\"}\n",
            "\n    # while this server runs: hypermock serve \(file)\n    curl -i -H 'Accept:",
            "\n  rerun: hypermock verify \(file) --only station --style async\n",
        ] {
            #expect(result.output.contains(line), "\(line)\n\(result.output)")
        }
        #expect(!result.output.contains("s3cr3t"))
    }

    @Test(
        "each way to end has its exit code",
        arguments: [
            (["--only", "other"], 5, "nothing was run"), (["--tag", "other"], 5, "such as\n  station"),
            (["--method", "put"], 5, "nothing"), (["--outcome", "conflict"], 5, "nothing"),
            (["--method", "get"], 0, ""),
            (["--outcome", "gone"], 2, "outcome"), (["--jobs", "0"], 2, "--jobs must be between 1 and 1024, not 0"),
            (["--repeat", "0"], 2, "--repeat"),
            (["--timeout", "0"], 2, "--timeout"), (["--report", "pdf=x"], 2, "pdf=x"),
            (["--mutants", "--report", "tap=x"], 2, "--mutants"),
            (["--nonsense"], 2, "nonsense"), (["--shard", "0/4"], 2, "use 1/4 to 4/4"),
            (["--shard", "5/4"], 2, "use 1/4 to 4/4"), (["--shard", "1/0"], 2, "use 1/n to n/n, n at most 1000"),
            (["--report", "junit=/nowhere/x.xml"], 3, "/nowhere/x.xml cannot be written: its folder does not exist"),
            (["--report", "html=/tmp"], 3, "/tmp cannot be written: it is a folder"),
            (["--report", "html=x", "--report", "tap=x"], 2, "two reports cannot be written to x"),
            (["--min-coverage", "success:GET"], 0, ""), (["--min-coverage", "2"], 0, ""),
            (["--min-coverage", "success:GET,PUT"], 6, "not reached: success:PUT"),
            (["--min-coverage", "3"], 6, "1 of 45 pairs"), (["--min-coverage", "101"], 2, "101"),
        ]
    )
    func eachWayToEndHasItsExitCode(arguments: [String], status: Int32, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", Self.scenario)
        let result = try await RunningTool(["verify", folder.path] + arguments).finish()
        #expect(result.status == status, "\(result.errors)")
        #expect(message.isEmpty || result.errors.contains(message), "\(result.errors)")
    }

    @Test func aWrongFileIsReportedBeforeAnythingRuns() async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", Self.scenario.replacing("outcome: success", with: "outcome: sucess"))
        let result = try await Tool.run("verify", folder.path)
        #expect(result.status == 4)
        #expect(result.errors.contains("station.yaml:9:24: error:"), "\(result.errors)")
        #expect(result.errors.contains("success"))
    }

    @Test func aFolderWithoutContractsIsNotGreen() async throws {
        let folder = try TemporaryFolder()
        try folder.write("silent.yaml", "scenario: Silent\ninteractions: [{ response: {} }]\n")
        let result = try await Tool.run("verify", folder.path)
        #expect(result.status == 5)
        #expect(result.errors.contains("no scenario under \(folder.path) has a contract"))
    }

    @Test func aReportIsWrittenWhateverTheOutcome() async throws {
        let folder = try TemporaryFolder()
        try folder.write("broken.yaml", Self.broken)
        let path = folder.url.appending(path: "report.xml").path()
        let result = try await Tool.run("verify", folder.path, "--report", "junit=\(path)", "--quiet")
        #expect(result.status == 1)
        #expect(!result.output.contains("DELETE"), "no table")
        let xml = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(xml.contains(#"<testcase classname="broken.async" name="the station is read" time="#))
        #expect(xml.contains("outcome: expected conflict, got success"))
        #expect(!xml.contains("s3cr3t"))
    }

    @Test func aBrokenClientThatSurvivesFails() async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", Self.scenario)
        let result = try await Tool.run("verify", folder.path, "--mutants", "--style", "async")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("SURVIVED "), "\(result.output)")
        #expect(result.output.contains("\nretryAfter-lost "))
        #expect(result.output.contains(" survived\n3 expectations changed, one at a time: all detected\n"))
    }

    @Test func theShippedContractsHoldAndReachEveryOutcome() async throws {
        let result = try await Tool.run("verify", "Scenarios", "--min-coverage", "100", "--style", "callbacks")
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    }
}
