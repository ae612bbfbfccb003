import ArgumentParser
import Dispatch
import Documents
import MockServing
import Scenarios
import UV

/// The command `hypermock`.
@main
struct Hypermock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hypermock",
        abstract: "A mock HAL server and contract-test harness.",
        discussion: """
            Serve the scenarios in a folder, and reload them when they change:

              hypermock serve Scenarios

            Test a client against their contracts:

              hypermock verify Scenarios

            Check the files without serving them:

              hypermock lint --strict Scenarios
            """,
        version: Product.version,
        subcommands: [
            Serve.self, Verify.self, Record.self, Import.self, Export.self, DriverCommand.self, Merge.self, Lint.self,
            Schema.self, Healthcheck.self,
        ]
    )

    /// Runs the command and ends the process with a code of `ExitStatus`.
    ///
    /// The main thread waits here: an asynchronous `main` would end it, and the C library ends a thread by unwinding its
    /// stack, for which it reads 0.5 MiB of tables.
    static func main() {
        StandardStream.openAll()
        if let problem = CurrentProcess.fileLimitProblem(needing: CurrentProcess.leastFiles) {
            StandardStream.error.write("hypermock: \(problem)\n")
            exit(withError: ExitStatus.infrastructure.exitCode)
        }
        let ended = DispatchSemaphore(value: 0)
        Task.detached {
            await run()
            ended.signal()
        }
        ended.wait()
    }

    private static func run() async {
        var arguments = NegativeNumbers.joined(EnvironmentArguments(CommandLine.arguments.dropFirst()).merged)
        do {
            if arguments.first == "serve" {
                if let refusal = WireMockArguments.refusal(of: arguments) { throw CommandFailure(.usage, refusal) }
                let reduced = WireMockArguments.reduced(arguments)
                for warning in reduced.warnings { StandardStream.error.write(warning + "\n") }
                arguments = EmptyPasswords.separated(reduced.arguments)
            }
            let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
            if let refusal = UnknownCommand.refusal(of: arguments, commands: commands) {
                throw CommandFailure(.usage, refusal)
            }
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            if !failure.message.isEmpty { StandardStream.error.write(failure.message + "\n") }
            if [.usage, .infrastructure, .scenarios].contains(failure.status) { hint(at: arguments) }
            exit(withError: failure.status.exitCode)
        } catch {
            exit(explaining: error, arguments)
        }
    }

    private static func hint(at arguments: [String]) {
        guard let hint = UnreplacedVariable.hint(for: arguments) else { return }
        StandardStream.error.write("hypermock: \(hint)\n")
    }

    /// Prints the parser's message: help and version on stdout with 0, usage errors on stderr with 2.
    private static func exit(explaining error: any Error, _ arguments: [String]) -> Never {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            StandardStream.output.write(text + "\n")
            exit(withError: ExitCode.success)
        }
        if !text.isEmpty { StandardStream.error.write(text + "\n") }
        hint(at: arguments)
        exit(withError: ExitStatus.usage.exitCode)
    }
}

/// Explains a first argument that is not a command.
enum UnknownCommand {
    /// Names that other tools use for the commands.
    private static let synonyms = [
        "run": "serve", "start": "serve", "up": "serve", "mock": "serve", "check": "lint", "validate": "lint",
        "test": "verify", "health": "healthcheck", "proxy": "record", "capture": "record",
    ]

    /// Returns the message for arguments that begin with an unknown command; nil for a known one or an option.
    static func refusal(of arguments: [String], commands: [String]) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
        guard word != "help", !commands.contains(word) else { return nil }
        return "error: '\(word)' is not a command; " + suggestion(for: arguments, word, commands)
    }

    private static func suggestion(for arguments: [String], _ word: String, _ commands: [String]) -> String {
        if let command = synonyms[word.lowercased()] { return Spelling.didYouMean("hypermock \(command)") }
        if let command = Spelling.nearest(to: word, among: commands) {
            return Spelling.didYouMean("hypermock \(command)")
        }
        if ScenarioSources.mayName(word) {
            return Spelling.didYouMean("hypermock serve " + arguments.joined(separator: " "))
        }
        return "commands: " + commands.joined(separator: ", ")
    }
}
