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
        abstract: "Ask a running server whether it is well.",
        discussion: """
            Ends with 0 if the server that this environment describes (HYPERMOCK_PORT, HYPERMOCK_BIND) answers, for
            containers that have neither shell nor curl.

              HEALTHCHECK CMD ["hypermock", "healthcheck"]
            """
    )

    @Option(help: "The server's address. (default: from HYPERMOCK_BIND and HYPERMOCK_PORT, http://127.0.0.1:8080)")
    var url: String?

    func run() throws {
        let text = url ?? Self.urlOfEnvironment
        guard let target = URL(string: text), target.scheme == "http", let host = target.host() else {
            throw Failure(.usage, "hypermock: --url \(text) is no http:// address")
        }
        let path = target.path() == "/" ? "" : target.path()
        do {
            try HealthProbe(host: host, port: target.port ?? 80, path: path + "/__admin/health").run()
        } catch {
            throw Failure(.infrastructure, "hypermock: \(text) is not well: \(error)")
        }
    }

    /// A server that listens everywhere is asked on loopback.
    static var urlOfEnvironment: String {
        let port = ProcessEnvironment.value(of: "HYPERMOCK_PORT") ?? "8080"
        switch ProcessEnvironment.value(of: "HYPERMOCK_BIND") ?? "" {
        case "", "0.0.0.0": return "http://127.0.0.1:\(port)"
        case "::": return "http://[::1]:\(port)"
        case let host where host.contains(":"): return "http://[\(host)]:\(port)"
        case let host: return "http://\(host):\(port)"
        }
    }
}
