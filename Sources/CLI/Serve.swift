import ArgumentParser
import MockServing
import Scenarios

/// The command `hypermock serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the scenarios under some paths.",
        discussion: """
            Prints `hypermock ready http://…` when it accepts connections. SIGINT or SIGTERM ends it: what is under way \
            is finished first. Every option can be given in the environment: --port as HYPERMOCK_PORT, and so on.

            A free port, told to a script through a file:

              hypermock serve Scenarios --port 0 --port-file port.txt

            A scenario is served at /~ and the name of its file, in lower case, with - for what is neither a letter of \
            a-z nor a digit: my_orders.yaml at /~my-orders/. Where two files have one name, the folder goes before it: \
            /~orders-success/.

            Fresh state for one test: put @ and a token behind the address.

              curl http://127.0.0.1:8080/~unavailable-then-back@test-1/fuelstations/fs291410
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Scenario files, or folders of them. (default: Scenarios)",
            valueName: "paths"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @OptionGroup(title: "Listening")
    var listening: ListeningOptions

    @OptionGroup(title: "Serving")
    var serving: ServingOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @OptionGroup
    var wireMock: WireMockOptions

    func validate() throws {
        try listening.validate()
        try serving.validate()
        try limits.validate()
        try wireMock.validate()
    }

    func run() async throws {
        let session = try ServeSession(
            sources: wireMock.sources(paths, isStrict: serving.strict),
            configuration: configuration(),
            portFile: listening.portFile,
            grace: grace,
            watches: serving.watches
        )
        try await session.run()
    }

    var grace: Duration { .seconds(serving.grace) }

    private func configuration() throws -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        listening.apply(to: &configuration)
        serving.apply(to: &configuration)
        limits.apply(to: &configuration)
        wireMock.apply(to: &configuration)
        configuration.stubFolder = wireMock.folder(paths) ?? paths.first(where: ScenarioSources.isWireMockFolder)
        configuration.adminAccess = try AdminMode.access(listening.admin, host: configuration.host)
        return configuration
    }
}
