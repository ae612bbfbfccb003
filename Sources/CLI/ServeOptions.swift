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

    @Option(help: ArgumentHelp("Base URL to use in links instead of http:// + Host.", valueName: "url"))
    var publicURL: String?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port must be between 0 (any free port) and 65535, not \(port)")
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
        configuration.publicURL = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}

/// The behaviour of the server, and its output.
struct ServingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Scenarios to serve at /, separated by commas.", valueName: "slugs"))
    var root: String?

    @Flag(inversion: .prefixedNo, help: "Reload scenario files when they change. (default: --watch on a terminal)")
    var watch: Bool?

    @Flag(help: "Treat warnings about scenario files as errors.")
    var strict = false

    @Flag(help: "Compress responses for clients that accept gzip.")
    var gzip = false

    @Flag(
        name: [.long, .customLong("enable-stub-cors")],
        help: "Allow cross-origin requests from any origin (CORS)."
    )
    var cors = false

    @Flag(name: .customLong("no-http2"), help: "Serve only HTTP/1.1 and HTTP/1.0.")
    var noHTTP2 = false

    @Flag(help: "Turn off the request log.")
    var quiet = false

    @Flag(help: "Show credentials and cookies in the journal and in 404 responses.")
    var showCredentials = false

    @Option(help: "Format of the request log.")
    var logFormat = RequestLog.Format.text

    @Option(help: ArgumentHelp("Seconds to wait for requests in progress when the server stops.", valueName: "seconds"))
    var grace = 5.0

    func validate() throws {
        try OptionRange.check(grace, in: 0...OptionRange.shortSeconds.upperBound, of: "--grace")
        guard let root, rootSlugs.contains("") else { return }
        throw ValidationError("--root '\(root)' has an empty element: separate the slugs by single commas")
    }

    private var rootSlugs: [String] {
        root?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    var watches: Bool { watch ?? StandardStream.output.isTerminal }

    func apply(to configuration: inout MockServerConfiguration) {
        configuration.rootScenarios = rootSlugs
        configuration.isStrict = strict
        configuration.compresses = gzip
        configuration.allowsCrossOrigin = cors
        configuration.servesHTTP2InTheClear = !noHTTP2
        configuration.servesHTTP2OverTLS = !noHTTP2
        configuration.impliesHTTPS = false
        configuration.showsCredentials = showCredentials
        configuration.log = quiet ? nil : (logFormat, { StandardStream.output.write($0, waitingAtMost: $1) })
    }
}

/// The limits of the server.
struct LimitOptions: ParsableArguments {
    private static let defaults = MockServerConfiguration()

    @Option(help: "Number of requests in the journal; 0 turns it off.")
    var journalEntries = Self.defaults.journalEntries

    @Option(help: "Size of the journal in bytes; 0 turns it off.")
    var journalBytes = Self.defaults.journalBytes

    @Option(help: "Number of connections; with more, the longest idle one is closed.")
    var maxConnections = Self.defaults.maxConnections

    @Option(
        name: .customLong("http2-streams"),
        help: "Number of requests in progress on one HTTP/2 connection; the client waits with more."
    )
    var http2Streams = Self.defaults.http2Streams

    @Option(help: "Bytes of a request's head; with more, the response is 431.")
    var maxHeaderBytes = Self.defaults.maxHeaderBytes

    @Option(help: "Bytes of a decompressed request body; with more, the response is 413.")
    var maxBodyBytes = Self.defaults.maxBodyBytes

    @Option(help: "Seconds for a request's head to arrive; after that, the response is 408.")
    var headerTimeout = Self.defaults.headerTimeout

    @Option(help: "Seconds after which an idle connection is closed.")
    var idleTimeout = Self.defaults.idleTimeout

    @Option(help: "Seconds after which an unused sandbox is removed.")
    var sandboxIdle = Self.defaults.sandboxIdle

    @Option(help: "Number of sandboxes; with more, the least recently used one is removed.")
    var maxSandboxes = Self.defaults.maxSandboxes

    func validate() throws {
        try OptionRange.check(journalEntries, in: OptionRange.count, of: "--journal-entries")
        try OptionRange.check(journalBytes, in: OptionRange.bytes, of: "--journal-bytes")
        try OptionRange.check(maxConnections, in: 1...OptionRange.count.upperBound, of: "--max-connections")
        try OptionRange.check(http2Streams, in: 1...OptionRange.count.upperBound, of: "--http2-streams")
        try OptionRange.check(maxHeaderBytes, in: 1024...OptionRange.bytes.upperBound, of: "--max-header-bytes")
        try OptionRange.check(maxBodyBytes, in: OptionRange.bytes, of: "--max-body-bytes")
        try OptionRange.check(headerTimeout, in: OptionRange.shortSeconds, of: "--header-timeout")
        try OptionRange.check(idleTimeout, in: OptionRange.shortSeconds, of: "--idle-timeout")
        try OptionRange.check(sandboxIdle, in: OptionRange.seconds, of: "--sandbox-idle")
        try OptionRange.check(maxSandboxes, in: 1...OptionRange.count.upperBound, of: "--max-sandboxes")
    }

    func apply(to configuration: inout MockServerConfiguration) {
        configuration.journalEntries = journalEntries
        configuration.journalBytes = journalBytes
        configuration.maxConnections = maxConnections
        configuration.http2Streams = http2Streams
        configuration.maxHeaderBytes = maxHeaderBytes
        configuration.maxBodyBytes = maxBodyBytes
        configuration.headerTimeout = headerTimeout
        configuration.idleTimeout = idleTimeout
        configuration.sandboxIdle = sandboxIdle
        configuration.maxSandboxes = maxSandboxes
    }
}

extension RequestLog.Format: ExpressibleByArgument {}

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
