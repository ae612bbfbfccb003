import ArgumentParser
import MockServing
import UV

/// The behavior of the server, and its output.
struct ServingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Scenarios to serve at /, separated by commas.", valueName: "slugs"))
    var root: String?

    @Flag(inversion: .prefixedNo, help: "Reload scenario files when they change. (default: --watch on a terminal)")
    var watch: Bool?

    @Flag(help: "Treat warnings about scenario files as errors, and unknown parameters of live resources.")
    var strict = false

    @Flag(help: "Begin with the items of scenario files, not with those that live resources have saved.")
    var fresh = false

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
        configuration.loadsSavedResources = !fresh
        configuration.compresses = gzip
        configuration.allowsCrossOrigin = cors
        configuration.servesHTTP2InTheClear = !noHTTP2
        configuration.servesHTTP2OverTLS = !noHTTP2
        configuration.impliesHTTPS = false
        configuration.showsCredentials = showCredentials
        configuration.logStyle.hasColors = StandardStream.output.hasColors()
        configuration.logStyle.explains = StandardStream.output.isTerminal
        configuration.log = quiet ? nil : (logFormat, { StandardStream.output.write($0, waitingAtMost: $1) })
    }
}

extension RequestLog.Format: ExpressibleByArgument {}
