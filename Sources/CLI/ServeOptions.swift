import ArgumentParser
import MockServing
import Scenarios
import UV

/// Where the server listens, and who may use its admin API.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The port; 0 takes a free one.")
    var port = 8080

    @Option(help: ArgumentHelp("Write the port into this file once connections are accepted.", valueName: "file"))
    var portFile: String?

    @Option(
        name: [.long, .customLong("bind-address")],
        help: ArgumentHelp("The address to listen on.", valueName: "address")
    )
    var bind = "127.0.0.1"

    @Option(help: "Event loops on the port.")
    var threads = 1

    @Option(
        help: ArgumentHelp(
            "open, token or off. (default: open on loopback, else token)",
            discussion: "The token is HYPERMOCK_ADMIN_TOKEN, else it is made and printed once."
        )
    )
    var admin: AdminMode?

    @Option(help: ArgumentHelp("Stands for http:// and Host in links.", valueName: "url"))
    var publicURL: String?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port \(port) is not a valid port: use 0 (any free one) to 65535")
        }
        guard (1...64).contains(threads) else { throw ValidationError("--threads \(threads): use 1 to 64") }
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

/// What is served, and what is said about it.
struct ServingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The scenarios that / serves, separated by commas.", valueName: "slugs"))
    var root: String?

    @Flag(inversion: .prefixedNo, help: "Reload scenario files when they change. (default: --watch on a terminal)")
    var watch: Bool?

    @Flag(help: "Warnings about scenario files are errors.")
    var strict = false

    @Flag(help: "Compress answers for clients that take gzip.")
    var gzip = false

    @Flag(
        name: [.long, .customLong("enable-stub-cors")],
        help: "Let web pages of any origin read the answers."
    )
    var cors = false

    @Flag(help: "No line for each request.")
    var quiet = false

    @Flag(help: "Show Authorization and cookies in the journal and in explanations.")
    var showCredentials = false

    @Option(help: "text or json: the form of the line for each request.")
    var logFormat = RequestLog.Format.text

    @Option(help: ArgumentHelp("Seconds to finish what is under way when the server is stopped.", valueName: "seconds"))
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
        configuration.showsCredentials = showCredentials
        configuration.log = quiet ? nil : (logFormat, { StandardStream.output.write($0, waitingAtMost: $1) })
    }
}

/// What the server takes and keeps at most.
struct LimitOptions: ParsableArguments {
    private static let defaults = MockServerConfiguration()

    @Option(help: "Requests in the journal; 0 turns it off.")
    var journalEntries = Self.defaults.journalEntries

    @Option(help: "Bytes in the journal; 0 turns it off.")
    var journalBytes = Self.defaults.journalBytes

    @Option(help: "Connections at a time; past it the longest idle one makes room.")
    var maxConnections = Self.defaults.maxConnections

    @Option(help: "Bytes of a request's head; past it: 431.")
    var maxHeaderBytes = Self.defaults.maxHeaderBytes

    @Option(help: "Bytes of a request's body, expanded; past it: 413.")
    var maxBodyBytes = Self.defaults.maxBodyBytes

    @Option(help: "Seconds for a request's head to arrive; past it: 408.")
    var headerTimeout = Self.defaults.headerTimeout

    @Option(help: "Seconds after which a connection without a request is closed.")
    var idleTimeout = Self.defaults.idleTimeout

    @Option(help: "Seconds after which an unused sandbox is dropped.")
    var sandboxIdle = Self.defaults.sandboxIdle

    @Option(help: "Sandboxes; past it the longest unused one is dropped.")
    var maxSandboxes = Self.defaults.maxSandboxes

    func validate() throws {
        try OptionRange.check(journalEntries, in: OptionRange.count, of: "--journal-entries")
        try OptionRange.check(journalBytes, in: OptionRange.bytes, of: "--journal-bytes")
        try OptionRange.check(maxConnections, in: 1...OptionRange.count.upperBound, of: "--max-connections")
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
        configuration.maxHeaderBytes = maxHeaderBytes
        configuration.maxBodyBytes = maxBodyBytes
        configuration.headerTimeout = headerTimeout
        configuration.idleTimeout = idleTimeout
        configuration.sandboxIdle = sandboxIdle
        configuration.maxSandboxes = maxSandboxes
    }
}

extension RequestLog.Format: ExpressibleByArgument {}
