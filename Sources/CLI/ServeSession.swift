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
        let scenarios = try await IssueReport.scenarios(of: sources)
        DescriptorLimit.raise()
        do {
            let channel = AsyncStream.makeStream(of: Console.Event.self)
            var configuration = configuration
            configuration.onShutdown = { channel.continuation.yield(.shutdown) }
            let server = try await MockServer.start(loaded: scenarios, configuration: configuration)
            let console = try await Console.start(watching: watches ? sources : nil, channel)
            try announce(server, scenarios)
            await follow(console, server)
            await console.stop()
        } catch let error as MockServerError {
            throw Failure(.infrastructure, "hypermock: \(error.description)")
        } catch let error as UVError {
            throw Failure(.infrastructure, "hypermock: \(error)")
        }
    }

    private func announce(_ server: MockServer, _ scenarios: [Scenario]) throws {
        try writePortFile(server.port)
        let table = AddressTable(scenarios, rootSlugs: configuration.rootScenarios)
        StandardStream.output.write("hypermock ready \(server.baseURL.absoluteString)\n\(table.text)")
        guard case .token(let token) = configuration.adminAccess, AdminMode.tokenOfEnvironment == nil else { return }
        StandardStream.error.write("admin token: \(token)\n")
    }

    private func writePortFile(_ port: Int) throws {
        guard let portFile else { return }
        do {
            try Data("\(port)\n".utf8).write(to: URL(filePath: portFile), options: .atomic)
        } catch {
            throw Failure(.infrastructure, "hypermock: the port file \(portFile) cannot be written: \(error)")
        }
    }

    /// Does what the console's events ask for, until the server has ended.
    ///
    /// The first signal, or the admin API, lets what is under way finish; the second signal ends at once.
    private func follow(_ console: Console, _ server: MockServer) async {
        var stopping: Task<Void, Never>?
        for await event in console.events {
            switch event {
            case .loaded(let result):
                await didLoad(result, server)
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

    private func didLoad(_ result: ScenarioLoader.Result, _ server: MockServer) async {
        say(IssueReport(result.issues).text)
        do {
            guard !result.hasErrors else { throw Failure(.scenarios, "a file is wrong") }
            try await server.replace(scenarios: result.scenarios)
            let size = IssueReport.count(result.scenarios.count, "scenario")
            say("hypermock: reloaded \(size)\n")
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            say("hypermock: not reloaded, the old scenarios are still served: \(reason)\n")
        }
    }

    /// Says it on the standard error; a signal is heard soon even if nobody reads that.
    private func say(_ text: String) {
        StandardStream.error.write(Array(text.utf8), waitingAtMost: 250)
    }
}
