import ArgumentParser
import MockServing
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of the server, and the access to its admin API.
struct ListeningOptions: ParsableArguments {
    @Option(help: "Port to listen on; 0 uses a free one.")
    var port = 8080

    @Option(help: ArgumentHelp("File to write the port to when the server is ready.", valueName: "file"))
    var portFile: String?

    @Option(
        name: [.long, .customLong("bind-address")],
        help: ArgumentHelp("Address to listen on.", valueName: "address")
    )
    var bind = "127.0.0.1"

    @Option(help: "Number of event loops, each with its own thread.")
    var threads = 1

    @Option(
        help: ArgumentHelp(
            "Access to the admin API. (default: open on loopback, else token)",
            discussion: "The token is HYPERMOCK_ADMIN_TOKEN; if it is not set, a random one is printed at start."
        )
    )
    var admin: AdminMode?

    @Option(
        help: ArgumentHelp(
            "Access to /__admin/metrics: as to the admin API, or open, without a token.",
            valueName: "access"
        )
    )
    var metrics = MetricsMode.admin

    @Option(
        help: ArgumentHelp(
            "Port for the admin API and its page only; 0 uses a free one. (default: --port)",
            discussion: "Pages that scenarios serve then have another origin.",
            valueName: "port"
        )
    )
    var adminPort: Int?

    @Option(
        help: ArgumentHelp(
            "Second port, opened for scenarios whose otherOrigin is another port of the host; 0 uses a free one.",
            discussion: "A container must publish it with the same number.",
            valueName: "port"
        )
    )
    var otherPort = 0

    @Option(help: ArgumentHelp("Base URL to use in links instead of http:// + Host.", valueName: "url"))
    var publicURL: String?

    func validate() throws {
        try OptionRange.check(port: port, of: "--port")
        if let adminPort {
            guard admin != .off else { throw ValidationError("--admin-port cannot be combined with --admin off") }
            guard (0...65535).contains(adminPort), adminPort == 0 || adminPort != port else {
                throw ValidationError(
                    "--admin-port must be between 0 (any free port) and 65535, and not that of --port, not \(adminPort)"
                )
            }
        }
        guard (0...65535).contains(otherPort), otherPort == 0 || ![port, adminPort].contains(otherPort) else {
            throw ValidationError(
                "--other-port must be between 0 (any free port) and 65535, and not that of --port or --admin-port, "
                    + "not \(otherPort)"
            )
        }
        guard (1...64).contains(threads) else {
            throw ValidationError("--threads must be between 1 and 64, not \(threads)")
        }
        guard let publicURL else { return }
        guard publicURL.hasPrefix("http://") || publicURL.hasPrefix("https://") else {
            throw ValidationError("--public-url \(publicURL) must begin with http:// or https://")
        }
    }

    func apply(to configuration: inout MockServerConfiguration) {
        configuration.port = port
        configuration.host = bind
        configuration.threads = threads
        configuration.adminPort = adminPort
        configuration.hasOpenMetrics = metrics == .open
        configuration.otherPort = otherPort
        configuration.publicURL = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}

/// The values of `--metrics`.
enum MetricsMode: String, ExpressibleByArgument, CaseIterable {
    case admin
    case open
}

/// The values of `--admin`.
enum AdminMode: String, ExpressibleByArgument, CaseIterable {
    case open
    case token
    case off

    /// Returns the access that the option gives at `host`; the default is open on loopback, else by token.
    static func access(_ mode: AdminMode?, host: String) throws -> AdminAccess {
        switch mode ?? (isLoopback(host) ? .open : .token) {
        case .open: return .open
        case .off: return .off
        case .token: return .token(tokenOfEnvironment ?? UUID().uuidString.lowercased())
        }
    }

    /// The token in the environment; nil if there is none.
    static var tokenOfEnvironment: String? {
        let token = CurrentProcess.variable("HYPERMOCK_ADMIN_TOKEN")
        return token?.isEmpty == false ? token : nil
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
