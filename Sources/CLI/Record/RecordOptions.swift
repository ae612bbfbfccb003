import ArgumentParser
import HAL
import MockServing
import UV

/// The server that is recorded.
struct RecordTargetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Scheme, host and port of the server to record.", valueName: "url"))
    var to: String

    @Flag(help: "Accept any certificate of the server.")
    var insecureUpstream = false

    @Option(help: "Seconds that the server may take for a response; after that, the response is 504.")
    var timeout = 60.0

    func validate() throws {
        try OptionRange.check(timeout, in: OptionRange.shortSeconds, of: "--timeout")
        let uri = URIReference(to)
        guard let origin = Origin(uri), ["http", "https"].contains(origin.scheme), !origin.host.isEmpty,
            origin.port.map({ $0 > 0 }) ?? false
        else { throw ValidationError("--to '\(to)' is not a URL such as https://api.example.com") }
        guard uri.authority?.contains("@") != true else {
            throw ValidationError("--to must not contain credentials: clients send them, and the proxy forwards them")
        }
        guard ["", "/"].contains(uri.path), uri.query == nil, uri.fragment == nil else {
            throw ValidationError("--to must be \(origin) without a path: requests to the proxy contain it")
        }
    }

    private var server: Origin? { Origin(to) }

    /// Scheme, host and port, in the form in which links have them.
    var origin: String { server?.description ?? to }

    /// The host and its port in the name of a file.
    var name: String {
        guard let server else { return "recording" }
        let isUsual = server.description.hasSuffix(server.host)
        return server.host + (isUsual ? "" : server.port.map { "-\($0)" } ?? "")
    }

    /// Whether the server is the one at this port.
    func isAddress(port: Int, host: String) -> Bool {
        server.map { UpstreamTargets.isServer($0, on: host, port: port) } ?? false
    }
}

/// The address of the proxy.
struct RecordListeningOptions: ParsableArguments {
    @Option(help: "Port to listen on; 0 uses a free one.")
    var port = 8080

    @Option(help: ArgumentHelp("File to write the port to when the proxy is ready.", valueName: "file"))
    var portFile: String?

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var bind = "127.0.0.1"

    @Option(help: ArgumentHelp("Seconds to wait for requests in progress at the end.", valueName: "seconds"))
    var grace = 5.0

    @Flag(help: "Turn off the request log.")
    var quiet = false

    func validate() throws {
        try OptionRange.check(port: port, of: "--port")
        try OptionRange.check(grace, in: 0...OptionRange.shortSeconds.upperBound, of: "--grace")
    }

    /// Whether other machines can send requests to the proxy.
    var isOpen: Bool { !UpstreamTargets.isLoopback(bind) && bind != "::1" }
}

/// The parts of exchanges that are recorded, and the limits.
struct RecordingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Title of the scenario. (default: the host of --to)", valueName: "text"))
    var title: String?

    @OptionGroup
    var kept: KeptPartsOptions

    @Flag(help: "Compare the responses with the scenario file instead of writing it; exit code 1 if they differ.")
    var diff = false

    @Option(help: "Maximum number of exchanges in the recording; further ones are only forwarded.")
    var maxExchanges = 10_000

    @Option(help: "Maximum size of the recording in bytes; further exchanges are only forwarded.")
    var maxBytes = 64 << 20

    @Option(
        help: """
            Maximum size of a body in bytes; beyond it, the response is 413 for that of a request, and 502 for that of a \
            response.
            """
    )
    var maxBodyBytes = HTTPUpstream.usualBodyBytes

    func validate() throws {
        try OptionRange.check(maxExchanges, in: 1...OptionRange.count.upperBound, of: "--max-exchanges")
        try OptionRange.check(maxBytes, in: 1...OptionRange.bytes.upperBound, of: "--max-bytes")
        try OptionRange.check(maxBodyBytes, in: 1...OptionRange.bytes.upperBound, of: "--max-body-bytes")
    }
}
