import Foundation
import HAL
import Testing

/// `hypermock merge`: shards of one run, and files that are not.
struct MergeTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let matrix = "matrix: { number: [1, 2, 3, 4, 5, 6, 7, 8, 9] }\ninteractions:"
        try folder.write("scenarios/good.yaml", VerifyTests.scenario.replacing("interactions:", with: matrix))
        try folder.write("scenarios/bad.yaml", VerifyTests.broken)
        return folder
    }

    private static func run(_ folder: TemporaryFolder, _ arguments: [String]) async throws -> Tool.Result {
        try await RunningTool(arguments, in: folder.url).finish()
    }

    @Test("shards by name or by time give one report", arguments: ["name", "time"])
    func shardsGiveOneReport(_ partition: String) async throws {
        let folder = try Self.folder()
        let whole = try await Self.run(folder, ["verify", "scenarios", "--report", "json=whole.json"])
        #expect(whole.status == 1)
        // All shards have the same state: that of the run before.
        let verify = ["verify", "scenarios", "--shard-by", partition]
        let state = try Data(contentsOf: folder.url.appending(path: ".hypermock/last-run.json"))
        for shard in 1...3 {
            try state.write(to: folder.url.appending(path: ".hypermock/last-run.json"))
            let options = ["--shard", "\(shard)/3", "--report", "json=\(shard).json"]
            #expect(try await Self.run(folder, verify + options).status <= 1)
        }
        let merge = ["merge", "3.json", "1.json", "2.json", "--report", "json=all.json"]
        let merged = try await Self.run(folder, merge)
        #expect(merged.status == 1, "\(merged.errors)")
        let documents = try ["whole.json", "all.json"].map { try JSONValue(parsing: folder.read($0)) }
        #expect(documents[0]["counts"] == documents[1]["counts"])
        #expect(documents[0]["coverage"] == documents[1]["coverage"])
        let names = documents.map { $0["variants"]?.array?.map { $0["name"] } }
        #expect(names[0] == names[1] && names[0]?.count == 10)
        #expect(merged.words.contains("2 of 20 cases failed 10 scenario variants"), "\(merged.output)")
    }

    @Test func knownFailuresAndGatesAreThoseOfTheWhole() async throws {
        let folder = try Self.folder()
        let known = ["--baseline", "known.yaml"]
        #expect(try await Self.run(folder, ["verify", "scenarios", "--write-baseline"] + known).status == 0)
        for shard in 1...2 {
            let options = ["--shard", "\(shard)/2", "--report", "json=\(shard).json"]
            #expect(try await Self.run(folder, ["verify", "scenarios"] + known + options).status == 0)
        }
        let merge = ["merge", "1.json", "2.json"]
        let merged = try await Self.run(folder, merge + known)
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(merged.words.contains("18 of 20 cases passed, 2 known failures"), "\(merged.output)")
        #expect(try await Self.run(folder, merge + known + ["--min-coverage", "100"]).status == 6)
        let without = try await Self.run(folder, merge)
        #expect(without.status == 2)
        #expect(without.errors.contains("had known failures; pass the same --baseline FILE"), "\(without.errors)")
    }

    @Test func aShardWhoseDriverBrokeDecidesTheExitCode() async throws {
        let folder = try Self.folder()
        let report = ["verify", "scenarios", "--report", "json=all.json"]
        #expect(try await Self.run(folder, report).status == 1)
        let aborted = try folder.read("all.json").replacing("\"aborted\": false", with: "\"aborted\": true")
        try folder.write(
            "all.json",
            aborted.replacing("\"cause\": null,\n  \"aborted", with: "\"cause\": \"it broke\",\n  \"aborted")
        )
        let merged = try await Self.run(folder, ["merge", "all.json"])
        #expect(merged.status == 3)
        #expect(merged.errors.contains("hypermock: it broke"), "\(merged.errors)")
    }

    @Test(
        "files that are not the shards of one run are named",
        arguments: [
            (["1.json"], 2, "the report of shard 2/2 is missing"), (["none.json"], 3, "none.json"),
            (["1.json", "1.json"], 2, "1.json and 1.json are both reports of shard 1/2"),
            (["scenarios/good.yaml"], 2, "scenarios/good.yaml: not valid JSON"), ([], 2, "Missing expected argument"),
            (["1.json", "--report", "json=1.json"], 3, "it is one of the files that this command reads"),
        ] as [([String], Int32, String)]
    )
    func filesThatAreNot(_ arguments: [String], status: Int32, message: String) async throws {
        let folder = try Self.folder()
        _ = try await Self.run(folder, ["verify", "scenarios", "--shard", "1/2", "--report", "json=1.json"])
        let result = try await Self.run(folder, ["merge"] + arguments)
        #expect(result.status == status, "\(result.output)\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
