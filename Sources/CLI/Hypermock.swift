import ArgumentParser
import Dispatch
import MockServing
import UV

/// The command `hypermock`.
@main
struct Hypermock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hypermock",
        abstract: "A mock HAL server and contract-test harness.",
        discussion: """
            Serve the scenarios of a folder, and edit them while the server runs:

              hypermock serve Scenarios

            Judge the client by their contracts:

              hypermock verify Scenarios

            Check them without serving:

              hypermock lint --strict Scenarios
            """,
        version: Product.version,
        subcommands: [Serve.self, Verify.self, Lint.self, Schema.self, Healthcheck.self]
    )

    /// Runs the command and ends the process with one of the codes of ``ExitStatus``.
    ///
    /// The main thread waits here: an asynchronous `main` would end it, and the C library takes a thread apart by unwinding
    /// its stack, for which it reads tables of half a megabyte.
    static func main() {
        StandardStream.openAll()
        if let problem = OpenFileLimit.problem(needing: OpenFileLimit.least) {
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
                if let refusal = WireMockArguments.refusal(of: arguments) { throw Failure(.usage, refusal) }
                arguments = WireMockArguments.dropped(from: arguments)
            }
            let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
            if let refusal = UnknownCommand.refusal(of: arguments, commands: commands) {
                throw Failure(.usage, refusal)
            }
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            if !failure.message.isEmpty { StandardStream.error.write(failure.message + "\n") }
            exit(withError: failure.status.exitCode)
        } catch {
            exit(explaining: error)
        }
    }

    /// The parser's own word: help and version on stdout with 0, wrong usage on stderr with 2.
    private static func exit(explaining error: any Error) -> Never {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            StandardStream.output.write(text + "\n")
            exit(withError: ExitCode.success)
        }
        if !text.isEmpty { StandardStream.error.write(text + "\n") }
        exit(withError: ExitStatus.usage.exitCode)
    }
}
