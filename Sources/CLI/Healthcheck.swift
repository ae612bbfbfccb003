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
            as serve, HYPERMOCK_PORT, HYPERMOCK_BIND, and with HYPERMOCK_DISABLE_HTTP HYPERMOCK_HTTPS_PORT; over HTTPS \
            it accepts any certificate unless it has a CA. It needs neither a shell nor curl in the container.

              HEALTHCHECK CMD ["hypermock", "healthcheck"]
            """
    )

    @Option(help: "URL of the server. (default: from HYPERMOCK_BIND and HYPERMOCK_PORT, else http://127.0.0.1:8080)")
    var url: String?

    @Option(
        help: ArgumentHelp(
            "CA that must have signed the server's certificate, PEM. (default: from HYPERMOCK_CA_FILE, else any)",
            valueName: "file"
        )
    )
    var caFile: String?

    func run() throws {
        let text = url ?? Self.urlOfEnvironment
        guard let target = URL(string: text), let scheme = target.scheme, let host = target.host(),
            ["http", "https"].contains(scheme)
        else {
            throw CommandFailure(.usage, "hypermock: --url \(text) is not a valid http:// or https:// URL")
        }
        let path = target.path() == "/" ? "" : target.path()
        let isSecure = scheme == "https"
        guard isSecure || caFile == nil else {
            throw CommandFailure(.usage, "hypermock: --ca-file has no effect without an https:// URL")
        }
        let file = isSecure ? caFile ?? VerifyTrust.fileOfEnvironment : nil
        let authorities = try file.map { try AuthorityFile.read($0) { $0 } }
        do {
            let port = target.port ?? (isSecure ? 443 : 80)
            let security: HealthProbe.Security? = isSecure ? .tls(authoritiesPEM: authorities) : nil
            try HealthProbe(host: host, port: port, path: path + "/__admin/health", security: security).run()
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: \(text) is not healthy: \(error)")
        }
    }

    /// The URL of the server in this environment; loopback if it listens on all interfaces.
    static var urlOfEnvironment: String {
        let isPlain = !["1", "true", "yes", "on"].contains(variable("HYPERMOCK_DISABLE_HTTP")?.lowercased())
        let plainPort = variable("HYPERMOCK_PORT") ?? "8080"
        let port = isPlain ? plainPort : variable("HYPERMOCK_HTTPS_PORT") ?? plainPort
        let scheme = isPlain ? "http" : "https"
        switch variable("HYPERMOCK_BIND") ?? "" {
        case "", "0.0.0.0": return "\(scheme)://127.0.0.1:\(port)"
        case "::": return "\(scheme)://[::1]:\(port)"
        case let host where host.contains(":"): return "\(scheme)://[\(host)]:\(port)"
        case let host: return "\(scheme)://\(host):\(port)"
        }
    }

    /// The value of a variable; nil if it is empty.
    private static func variable(_ name: String) -> String? {
        let value = CurrentProcess.variable(name)
        return value?.isEmpty == false ? value : nil
    }
}
