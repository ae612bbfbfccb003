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

    /// Scheme, host and port, in the form in which links have them.
    var origin: String { Origin(URIReference(to))?.description ?? to }

    /// The host and its port in the name of a file.
    var name: String {
        guard let origin = Origin(URIReference(to)) else { return "recording" }
        let isUsual = origin.description.hasSuffix(origin.host)
        return origin.host + (isUsual ? "" : origin.port.map { "-\($0)" } ?? "")
    }

    /// Whether the server is the one at this port.
    func isAddress(port: Int, host: String) -> Bool {
        guard let origin = Origin(URIReference(to)), port == origin.port else { return false }
        return UpstreamTargets.isLoopback(origin.host) || origin.host == host
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
        guard (0...65535).contains(port) else {
            throw ValidationError("--port must be between 0 (any free port) and 65535, not \(port)")
        }
        try OptionRange.check(grace, in: 0...OptionRange.shortSeconds.upperBound, of: "--grace")
    }

    /// Whether other machines can send requests to the proxy.
    var isOpen: Bool { !UpstreamTargets.isLoopback(bind) && bind != "::1" }
}

/// What is recorded of each exchange.
struct RecordingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Title of the scenario. (default: the host of --to)", valueName: "text"))
    var title: String?

    @Flag(help: "Keep the time that the server took for each response.")
    var delays = false

    @Flag(help: "Write credentials as they are instead of placeholders.")
    var keepSecrets = false

    @Option(
        help: ArgumentHelp("Keep a field of responses that is usually left out, such as Server.", valueName: "name")
    )
    var keepHeader: [String] = []

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
    var maxBodyBytes = 16 << 20

    func validate() throws {
        try OptionRange.check(maxExchanges, in: 1...OptionRange.count.upperBound, of: "--max-exchanges")
        try OptionRange.check(maxBytes, in: 1...OptionRange.bytes.upperBound, of: "--max-bytes")
        try OptionRange.check(maxBodyBytes, in: 1...OptionRange.bytes.upperBound, of: "--max-body-bytes")
    }
}
