import MockServing
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of `hypermock serve`: from the files to the end of the last connection.
struct ServeSession {
    let sources: ScenarioSources
    let configuration: MockServerConfiguration
    let portFile: String?
    let grace: Duration
    let watches: Bool

    /// Serves until a signal ends it.
    ///
    /// - Throws: `Failure` when a scenario file is wrong, or the port cannot be had.
    func run() async throws {
        ProcessMemory.returnLargeBlocks()
        try OpenFiles.prepareServing(threads: configuration.threads)
        let read = try await IssueReport.read(sources)
        let scenarios = read.scenarios
        let file = try portFile.map { try OutputFile($0, kind: "port file", inputs: InputFiles(read)) }
        do {
            let channel = AsyncStream.makeStream(of: Console.Event.self)
            var configuration = configuration
            configuration.onShutdown = { channel.continuation.yield(.shutdown) }
            let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
            let console = try await Console.start(
                watching: watches ? sources : nil,
                channel,
                server: (server.activities, grace)
            )
            try file?.write("\(server.port)\n", waitingForReader: true)
            announce(server, scenarios)
            await follow(console, server, ReloadReport(read.issues))
            await console.stop()
        } catch let error as MockServerError {
            let status: ExitStatus = error.code == .scenarios ? .scenarios : .infrastructure
            throw Failure(status, "hypermock: \(error.description)")
        } catch let error as UVError {
            throw Failure(.infrastructure, "hypermock: \(error)")
        }
    }

    private func announce(_ server: MockServer, _ scenarios: [Scenario]) {
        let table = AddressTable(scenarios, rootSlugs: configuration.rootScenarios)
        StandardStream.output.write("hypermock ready \(server.baseURL.absoluteString)\n\(table.text)")
        guard case .token(let token) = configuration.adminAccess, AdminMode.tokenOfEnvironment == nil else { return }
        StandardStream.error.write("admin token: \(token)\n")
    }

    /// Does what the console's events ask for, until the server has ended.
    ///
    /// The first signal, or the admin API, lets what is under way finish; the second signal ends at once.
    private func follow(_ console: Console, _ server: MockServer, _ report: ReloadReport) async {
        var report = report
        var stopping: Task<Void, Never>?
        for await event in console.events {
            switch event {
            case .loaded(let result):
                await didLoad(result, server, &report)
            case .signal where stopping == nil, .shutdown where stopping == nil:
                stopping = Task {
                    await server.stop(grace: grace)
                    console.end()
                }
            case .shutdown: break
            case .signal:
                await server.stop()
                return
            }
        }
    }

    private func didLoad(
        _ result: ScenarioLoader.Result,
        _ server: MockServer,
        _ report: inout ReloadReport
    ) async {
        guard let changes = try? await server.update(to: result) else { return }
        say(report.text(result, changes))
    }

    /// Says it on the standard error; a signal is heard soon even if nobody reads that.
    private func say(_ text: String) {
        guard !text.isEmpty else { return }
        StandardStream.error.write(Array(text.utf8), waitingAtMost: 250)
    }
}
