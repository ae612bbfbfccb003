import Foundation
import Scenarios
import Support
import Testing

@testable import CLI

/// The scenarios in the executable are those of the package.
struct BuiltinScenariosTests {
    private static let folder = Tool.packageFolder.appending(path: "Scenarios")
    private static let source = Tool.packageFolder.appending(path: "Sources/CBuiltinScenarios/builtin.c")

    private static func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    /// `HYPERMOCK_UPDATE_REFERENCE=1 swift test --filter BuiltinScenariosTests` writes the lists anew.
    @Test func theSourceListsEveryFile() throws {
        let text = try String(contentsOf: Self.source, encoding: .utf8)
        let paths = try Self.paths()
        let literals = paths.map { "    \"\($0)\\0\"" }.joined(separator: "\n")
        let contents = paths.map { "#embed \"../../Scenarios/\($0)\" suffix(, 0,)\n" }.joined()
        let expected = text.replacing(/( {4}"[^"\n]+\\0"\n?)+/) { _ in literals }
            .replacing(/(#embed [^\n]+\n)+/) { _ in contents }
        if ProcessInfo.processInfo.environment["HYPERMOCK_UPDATE_REFERENCE"] != nil {
            try Data(expected.utf8).write(to: Self.source)
        }
        #expect(
            try String(contentsOf: Self.source, encoding: .utf8) == expected,
            "HYPERMOCK_UPDATE_REFERENCE=1 swift test --filter BuiltinScenariosTests updates it"
        )
    }

    @Test func theyEqualTheFolderByteForByte() throws {
        let files = BuiltinScenarios.files()
        let paths = try Self.paths()
        #expect(paths.count > 80)
        #expect(files.map(\.path) == paths.map { "builtin:\($0)" })
        for (file, path) in zip(files, paths) {
            #expect(try Data(file.bytes) == Data(contentsOf: Self.folder.appending(path: path)), "\(path)")
        }
    }

    /// Body files and other files beside them would be missing.
    @Test func theyNeedNoOtherFile() throws {
        let others = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path()).filter {
            $0.contains(".") && !$0.hasSuffix(".yaml")
        }
        #expect(others == ["README.md"])
    }

    @Test func theyHaveTheNamesThatTheyHaveInTheFolder() {
        var builtin = ScenarioSources(paths: ["builtin:"])
        builtin.addBuiltinScenarios()
        let read = ScenarioLoader.load(builtin)
        #expect(read.issues.isEmpty, "\(read.issues)")
        #expect(builtin.paths.isEmpty)
        let folder = ScenarioLoader.load(paths: [Self.folder.path()])
        #expect(read.scenarios.map(\.slug) == folder.scenarios.map(\.slug))
    }

    @Test(
        "a path names a file, a folder, or nothing",
        arguments: [
            ("builtin:links/pages.yaml", ["builtin:links/pages.yaml"]), ("builtin:caching", ["builtin:caching/"]),
            ("builtin:caching/", ["builtin:caching/"]), ("builtin:cachin", []), ("builtin:links/pages", []),
        ]
    )
    func aPathNamesAFileAFolderOrNothing(path: String, expected: [String]) {
        let found = BuiltinScenarios.files().filter { $0.isAt(path) }.map(\.path)
        #expect(found.isEmpty == expected.isEmpty)
        for name in found { #expect(expected.contains { name.hasPrefix($0) }) }
        var sources = ScenarioSources(paths: [path, path])
        sources.addBuiltinScenarios()
        #expect(sources.paths == (expected.isEmpty ? [path, path] : []))
        #expect(sources.texts.count == found.count)
    }

    @Test func verifyRunsThemWithoutAFolder() async throws {
        let folder = try TemporaryFolder()
        let result = try await RunningTool(["verify", "--builtin", "--tag", "R19"], in: folder.url).finish()
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    }

    @Test func aFailureNamesThePlaceAndCommandsThatWorkWithoutAFolder() async throws {
        let folder = try TemporaryFolder()
        let program = Tool.packageFolder.appending(path: "Tests/Drivers/hal_driver.py").path()
        let driver = "python3 \(program) --fault unavailable-as-server-error"
        let arguments = ["verify", "--builtin", "--only", "unavailable-then-back", "--driver", driver]
        let result = try await RunningTool(arguments, in: folder.url).finish()
        #expect(result.status == 1, "\(result.output)\n\(result.errors)")
        #expect(result.output.contains(/builtin:[a-z\/-]+\.yaml:[0-9]+:[0-9]+/), "\(result.output)")
        #expect(result.output.contains("hypermock serve builtin:"), "\(result.output)")
        #expect(result.output.contains("rerun: hypermock verify builtin:"), "\(result.output)")
    }

    @Test func pathsBesideThemAreAUsageError() async throws {
        let result = try await Tool.run("verify", "--builtin", "Scenarios")
        #expect(result.status == 2)
        #expect(result.errors.contains("--builtin cannot be combined with paths"), "\(result.errors)")
    }

    @Test func aPathThatNamesNoneIsAnError() async throws {
        let result = try await Tool.run("verify", "builtin:nothing")
        #expect(result.status == 4)
        #expect(result.errors.contains("no such file or folder"), "\(result.errors)")
    }

    @Test func serveServesOne() async throws {
        let tool = try RunningTool(["serve", "builtin:fuel-stations", "--port", "0"])
        let port = try #require(await tool.readPort())
        let health = try await Exchange.get("/__admin/health", port: port)
        #expect(health.status == 200)
        tool.terminate()
        _ = await tool.finish()
    }
}
