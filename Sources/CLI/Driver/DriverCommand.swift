import ArgumentParser
import ContractTesting
import Contracts
import MockServing
import Scenarios
import UV

/// The command `hypermock driver`.
struct DriverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "driver",
        abstract: "Check drivers, the programs through which verify tests other clients.",
        subcommands: [Check.self]
    )
}

extension DriverCommand {
    /// The command `hypermock driver check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Find the mistakes of a driver within seconds.",
            discussion: """
                Starts the driver, makes one call of each kind against a mock server, and prints, for each mistake, the
                line that was sent, the lines that came, and what to do.

                  hypermock driver check --driver "python3 driver.py"

                Exit code 0: no mistake; 1: a mistake; 2: usage error; 3: the driver does not start, or says no valid
                hello.
                """
        )

        @Option(help: ArgumentHelp("The command of the driver, for the shell.", valueName: "command"))
        var driver: String

        @Option(help: ArgumentHelp("Time limit for the hello, in seconds.", valueName: "seconds"))
        var timeout = 10.0

        func validate() throws {
            guard !driver.isEmpty else { throw ValidationError("--driver needs a command") }
            guard timeout.isFinite, (0.1...3600).contains(timeout) else {
                throw ValidationError("--timeout must be between 0.1 and 3600")
            }
        }

        func run() async throws {
            guard let scenario = DriverCheck.scenario else {
                throw CommandFailure(.infrastructure, "hypermock: the scenario of the check is invalid")
            }
            let server = try await LocalContractServer.start(
                [scenario],
                over: .http,
                configuration: MockServerConfiguration()
            )
            let thread = try await DriverThread.start(command: driver)
            let check = DriverCheck(helloWithin: .seconds(timeout)) { () async throws(DriverFailure) in
                try await thread.launch()
            }
            let result: Result<[DriverProbe], any Error>
            do {
                result = .success(try await check.run(server, scenario))
            } catch {
                result = .failure(error)
            }
            await thread.stop()
            await server.server.stop()
            try judge(try result.get())
        }

        private func judge(_ probes: [DriverProbe]) throws {
            StandardStream.output.write(DriverCheckText(probes).text)
            guard probes.contains(where: { !$0.problems.isEmpty }) else { return }
            throw CommandFailure(probes.count == 1 ? .infrastructure : .contracts, "")
        }
    }
}
