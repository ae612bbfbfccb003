import ArgumentParser
import MockServing
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command `hypermock healthcheck`.
struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Check that a running server is healthy.",
        discussion: """
            Exits with 0 if the server responds, and with 3 if it does not. It finds the server by the same variables \
            as serve, HYPERMOCK_PORT and HYPERMOCK_BIND, and needs neither a shell nor curl in the container.

              HEALTHCHECK CMD ["hypermock", "healthcheck"]
            """
    )

    @Option(help: "URL of the server. (default: from HYPERMOCK_BIND and HYPERMOCK_PORT, else http://127.0.0.1:8080)")
    var url: String?

    func run() throws {
        let text = url ?? Self.urlOfEnvironment
        guard let target = URL(string: text), target.scheme == "http", let host = target.host() else {
            throw CommandFailure(.usage, "hypermock: --url \(text) is not a valid http:// URL")
        }
        let path = target.path() == "/" ? "" : target.path()
        do {
            try HealthProbe(host: host, port: target.port ?? 80, path: path + "/__admin/health").run()
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: \(text) is not healthy: \(error)")
        }
    }

    /// The URL of the server in this environment; loopback if it listens on all interfaces.
    static var urlOfEnvironment: String {
        let port = CurrentProcess.variable("HYPERMOCK_PORT") ?? "8080"
        switch CurrentProcess.variable("HYPERMOCK_BIND") ?? "" {
        case "", "0.0.0.0": return "http://127.0.0.1:\(port)"
        case "::": return "http://[::1]:\(port)"
        case let host where host.contains(":"): return "http://[\(host)]:\(port)"
        case let host: return "http://\(host):\(port)"
        }
    }
}
