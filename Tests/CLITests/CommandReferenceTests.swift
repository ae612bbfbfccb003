import Foundation
import Scenarios
import Testing

/// The catalog of the command says what the command says of itself.
struct CommandReferenceTests {
    private static let catalogue = Tool.packageFolder.appending(path: "Sources/CLI/CLI.docc")

    /// `HYPERMOCK_UPDATE_REFERENCE=1 swift test --filter CommandReferenceTests` writes the page anew.
    @Test func isWhatEveryCommandPrintsAsItsHelp() async throws {
        try await Self.check("CommandReference.md", Self.page())
    }

    @Test func namesEveryKeyOfScenarioFiles() throws {
        try Self.check("ScenarioReference.md", ScenarioReference.markdown)
    }

    @Test func listsTheBasisOfEveryShippedContract() throws {
        try Self.check("ShippedContracts.md", ShippedContractsPage.markdown())
    }

    private static func check(_ name: String, _ expected: String) throws {
        let page = catalogue.appending(path: name)
        if ProcessInfo.processInfo.environment["HYPERMOCK_UPDATE_REFERENCE"] != nil {
            try Data(expected.utf8).write(to: page)
        }
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text == expected, "HYPERMOCK_UPDATE_REFERENCE=1 swift test --filter CommandReferenceTests updates it")
    }

    @Test func namesEveryExitStatusOnce() throws {
        let codes = try Self.numbers(/\n\| (\d) \|/, in: Self.catalogue.appending(path: "Hypermock.md"))
        let source = Tool.packageFolder.appending(path: "Sources/CLI/ExitStatus.swift")
        #expect(try codes == Self.numbers(/case \w+ = (\d)/, in: source))
        #expect(codes.count > 5)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func everyShellGetsCompletionsOfEveryCommand(shell: String) async throws {
        let result = try await Tool.run("--generate-completion-script", shell)
        #expect(result.status == 0)
        for name in try await Self.commands().flatMap(\.self) { #expect(result.output.contains(name), "\(name)") }
    }

    /// Their names as the help lists them, each with those of the commands that contain it.
    private static func commands(in parent: [String] = []) async throws -> [[String]] {
        let lines = try await RunningTool(parent + ["--help"]).finish().output.split(separator: "\n")
        let list = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        let names = list.compactMap { $0.prefixMatch(of: /\s\s([a-z]+)\s/).map { String($0.output.1) } }
        #expect(!parent.isEmpty || names.contains("serve"))
        var commands: [[String]] = []
        for name in names {
            commands.append(parent + [name])
            commands += try await Self.commands(in: parent + [name])
        }
        return commands
    }

    private static func page() async throws -> String {
        var sections = ""
        for command in try await [[]] + commands() {
            let help = try await RunningTool(command + ["--help"]).finish().output.trimmingCharacters(in: .newlines)
            sections += "\n## \((["hypermock"] + command).joined(separator: " "))\n\n```text\n\(help)\n```\n"
        }
        return "# Command reference\n\nWhat `--help` says of every command.\n" + sections
    }

    private static func numbers(_ pattern: Regex<(Substring, Substring)>, in file: URL) throws -> [Int] {
        try String(contentsOf: file, encoding: .utf8).matches(of: pattern).compactMap { Int($0.output.1) }
    }
}
