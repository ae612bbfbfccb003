import ArgumentParser
import MockServing
import Scenarios
import UV

/// The command `hypermock serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve scenarios as a mock server.",
        discussion: """
            Prints `hypermock ready http://…` when it accepts connections. SIGINT or SIGTERM stops it after the requests \
            in progress. Each option can be set in the environment: --port as HYPERMOCK_PORT, and so on.

            Use a free port, and write it to a file for a script:

              hypermock serve Scenarios --port 0 --port-file port.txt

            The address of a scenario is /~ and its file name in lower case. Each run of characters except a-z, 0-9 \
            and - becomes one -, and is removed at the ends: my_orders.yaml is served at /~my-orders/. If two files \
            have the same name, the folder precedes it: /~orders-success/.

            To give one test its own isolated state, append @ and a token to the address:

              curl http://127.0.0.1:8080/~unavailable-then-back@test-1/fuelstations/fs291410
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Scenario files or folders. (default: Scenarios, or WireMock's folders here)",
            valueName: "paths"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @OptionGroup(title: "Listening")
    var listening: ListeningOptions

    @OptionGroup(title: "HTTPS")
    var https: HTTPSOptions

    @OptionGroup(title: "Serving")
    var serving: ServingOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @OptionGroup(title: "Several servers")
    var sharing: SharedStateOptions

    @OptionGroup(title: "Webhooks")
    var webhooks: WebhookOptions

    @OptionGroup(title: "Forwarding")
    var forwarding: ForwardingOptions

    @OptionGroup
    var wireMock: WireMockOptions

    func validate() throws {
        try listening.validate()
        try https.validate()
        try https.checkPorts(besides: listening.port)
        try serving.validate()
        try limits.validate()
        try sharing.validate()
        try webhooks.validate()
        try forwarding.validate()
        if forwarding.proxy, sharing.sharedState != nil {
            throw ValidationError("--proxy cannot be combined with --shared-state")
        }
        try sharing.check(threads: listening.threads, watches: serving.watch)
    }

    func run() async throws {
        let session = try ServeSession(
            sources: sources,
            configuration: configuration(),
            portFile: listening.portFile,
            authorityFile: https.httpsCaFile,
            grace: grace,
            drainDelay: .seconds(sharing.drainDelay),
            watches: serving.watches && sharing.sharedState == nil,
            telemetry: try TelemetryOptions(CurrentProcess.variable)
        )
        try await session.run()
    }

    private var sources: ScenarioSources {
        var sources = wireMock.sources(paths, isStrict: serving.strict)
        // Servers that share their state try mappings in the same order.
        sources.sortsMappings = sharing.sharedState != nil
        sources.sendsWebhooks = webhooks.webhooks
        return sources
    }

    var grace: Duration { .seconds(serving.grace) }

    private func configuration() throws -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        listening.apply(to: &configuration)
        https.apply(to: &configuration)
        serving.apply(to: &configuration)
        limits.apply(to: &configuration)
        try sharing.apply(to: &configuration)
        webhooks.apply(to: &configuration)
        forwarding.apply(to: &configuration)
        wireMock.apply(to: &configuration)
        configuration.stubFolder = wireMock.folder(paths) ?? paths.first { WireMockFolder(path: $0).hasMappings }
        configuration.lastRunFile = RunState.path
        configuration.adminAccess = try AdminMode.access(listening.admin, host: configuration.host)
        return configuration
    }
}
