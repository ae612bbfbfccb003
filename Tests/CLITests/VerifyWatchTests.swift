import Foundation
import Testing

/// `hypermock verify --watch` with real files, and keys on a terminal.
struct VerifyWatchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("first.yaml", VerifyTests.scenario.replacing("scenario: ", with: "scenario: First "))
        try folder.write("second.yaml", VerifyTests.scenario.replacing("scenario: ", with: "scenario: Second "))
    }

    /// The same scenario with another expectation, which fails.
    private static let broken = VerifyTests.broken.replacing("scenario: ", with: "scenario: First ")

    private func start(_ options: [String] = [], terminal: PseudoTerminal? = nil) throws -> RunningTool {
        let arguments = ["verify", ".", "--watch", "--style", "async"] + options
        return try RunningTool(arguments, in: folder.url, terminal: terminal)
    }

    /// Waits for the end of a run, counted from 1.
    private func wait(for run: Int, of tool: RunningTool) async -> Bool {
        await tool.waitForErrors { $0.components(separatedBy: "waiting for changes").count > run }
    }

    @Test func aSavedFileRunsItsScenarioAgain() async throws {
        let tool = try start()
        #expect(await wait(for: 1, of: tool), "\(tool.errorsSoFar)")
        try folder.write("first.yaml", Self.broken)
        #expect(await wait(for: 2, of: tool), "\(tool.errorsSoFar)")
        try folder.write("third.yaml", VerifyTests.scenario.replacing("scenario: ", with: "scenario: Third "))
        #expect(await wait(for: 3, of: tool), "\(tool.errorsSoFar)")
        try folder.write("first.yaml", Self.broken + "# still\n")
        #expect(await wait(for: 4, of: tool), "\(tool.errorsSoFar)")
        tool.terminate()
        let result = await tool.finish()
        #expect(result.status == 1, "the last run failed: \(result.errors)")
        let verdicts = result.output.split(separator: "\n").filter { $0.contains(" scenario variant") }
        let numbers = verdicts.compactMap { $0.split(separator: " scenario variant").first?.split(separator: " ").last }
        #expect(numbers == ["2", "1", "1", "1"], "\(result.output)")
        #expect(verdicts.map { $0.hasPrefix("✓") } == [true, false, true, false], "\(result.output)")
        #expect(result.errors.contains("hypermock: reloaded first.yaml (/~first)"), "\(result.errors)")
    }

    @Test func anInvalidFileIsReportedAndRunsWhenItIsMended() async throws {
        try folder.write("first.yaml", "scenaro: First\n")
        let tool = try start()
        #expect(await wait(for: 1, of: tool), "\(tool.errorsSoFar)")
        #expect(tool.errorsSoFar.contains("first.yaml:1:1: error: unknown key 'scenaro'"), "\(tool.errorsSoFar)")
        let text = VerifyTests.scenario.replacing("scenario: ", with: "scenario: First ")
        try folder.write("first.yaml", text)
        #expect(await wait(for: 2, of: tool), "\(tool.errorsSoFar)")
        try folder.write("first.yaml", "scenaro: Again\n")
        #expect(await tool.waitForErrors(containing: "first.yaml not reloaded: its previous version is still in use"))
        try folder.write("first.yaml", text)
        #expect(await wait(for: 3, of: tool), "as before the error: \(tool.errorsSoFar)")
        tool.interrupt()
        let result = await tool.finish()
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\n").count { $0.contains("1 scenario variant") } == 3,
            "\(result.output)"
        )
    }

    @Test func keysStartRuns() async throws {
        try folder.write("first.yaml", Self.broken)
        let terminal = try PseudoTerminal()
        let tool = try start(["--quiet"], terminal: terminal)
        for (run, key) in [(1, "f"), (2, "\r"), (3, "x"), (3, "a"), (4, "q")] {
            #expect(await wait(for: run, of: tool), "\(tool.errorsSoFar)")
            try terminal.press(key)
        }
        let result = await tool.finish()
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("(a: all, f: failed only, Enter: again, q: quit)"), "\(result.errors)")
        let verdicts = result.output.split(separator: "\n").filter { $0.contains(" scenario variant") }
        let numbers = verdicts.compactMap { $0.split(separator: " scenario variant").first?.split(separator: " ").last }
        #expect(numbers == ["2", "1", "1", "2"], "\(result.output)")
    }

    @Test(
        "options that make no sense with --watch are rejected",
        arguments: [
            ["--mutants"], ["--builtin"], ["--server", "http://127.0.0.1:1"], ["--last-failed"],
            ["--repeat-until", "fail", "--repeat", "2"], ["--baseline", "known.yaml", "--write-baseline"],
        ]
    )
    func senselessOptions(_ options: [String]) async throws {
        let result = try await RunningTool(["verify", "--watch"] + options, in: folder.url).finish()
        #expect(result.status == 2)
        #expect(
            result.errors.contains(
                "--watch cannot be combined with \(options.last { $0.hasPrefix("--wr") } ?? options[0])"
            ),
            "\(result.errors)"
        )
    }
}
