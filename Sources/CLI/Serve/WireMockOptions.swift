import ArgumentParser
import MockServing
import Scenarios

/// WireMock's options that have an effect here; hidden from the help.
///
/// `WireMockArguments` has the options without effect, and those that are rejected.
struct WireMockOptions: ParsableArguments {
    @Option(name: .customLong("jar", withSingleDash: true), help: .hidden)
    var jar: String?

    @Option(name: .customLong("root-dir"), help: .hidden)
    var rootFolder: String?

    @Option(help: .hidden)
    var maxRequestJournalEntries: Int?

    @Flag(help: .hidden)
    var noRequestJournal = false

    @Flag(help: .hidden)
    var disableRequestLogging = false

    @Flag(help: .hidden)
    var globalResponseTemplating = false

    @Flag(help: .hidden)
    var verbose = false

    @Option(help: .hidden)
    var jettyHeaderRequestSize: Int?

    @Option(help: .hidden)
    var jettyIdleTimeout: Int?

    @Flag(help: .hidden)
    var disableGzip = false

    @Flag(name: .customLong("disable-http2-plain"), help: .hidden)
    var disableHTTP2Plain = false

    @Flag(name: .customLong("disable-http2-tls"), help: .hidden)
    var disableHTTP2TLS = false

    @Option(help: .hidden)
    var useChunkedEncoding: ChunkedEncoding?

    /// The values of `--use-chunked-encoding`; here each response decides that.
    enum ChunkedEncoding: String, ExpressibleByArgument, CaseIterable {
        case always
        case bodyFile = "body_file"
        case never
    }

    func validate() throws {
        guard let useChunkedEncoding, useChunkedEncoding != .never else { return }
        throw ValidationError(
            "--use-chunked-encoding \(useChunkedEncoding.rawValue) is not supported; use \"transferEncoding\": \"chunked\" in the mapping"
        )
    }

    /// Returns the sources; without paths, WireMock's launchers use their folder, or the one in `--root-dir`.
    func sources(_ paths: [String], isStrict: Bool) -> ScenarioSources {
        let folder = folder(paths)
        var sources = ScenarioSources(
            paths: paths.isEmpty && folder == nil ? ["Scenarios"] : paths,
            wireMockFolder: folder,
            isStrict: isStrict,
            scope: .firstVariant
        )
        sources.templatesAll = globalResponseTemplating
        return sources
    }

    /// Returns the folder of mappings and files, if there is one besides the paths.
    func folder(_ paths: [String]) -> String? {
        rootFolder ?? (jar != nil && paths.isEmpty ? "." : nil)
    }

    func apply(to configuration: inout MockServerConfiguration) {
        if let maxRequestJournalEntries {
            configuration.journalEntries = maxRequestJournalEntries.clamped(to: OptionRange.count)
        }
        if let jettyHeaderRequestSize {
            configuration.maxHeaderBytes = jettyHeaderRequestSize.clamped(to: 1024...OptionRange.bytes.upperBound)
        }
        if let jettyIdleTimeout {
            configuration.idleTimeout = Double(jettyIdleTimeout.clamped(to: 1...86_400_000)) / 1000
        }
        if disableGzip { configuration.compresses = false }
        if disableHTTP2Plain { configuration.servesHTTP2InTheClear = false }
        if disableHTTP2TLS { configuration.servesHTTP2OverTLS = false }
        if noRequestJournal { configuration.journalEntries = 0 }
        configuration.templatesAll = globalResponseTemplating
        // A launcher may connect the output to a pipe without reading it.
        if disableRequestLogging || (jar != nil && !verbose) { configuration.log = nil }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// WireMock's options that the parser does not define, because each definition costs time at every start.
enum WireMockArguments {
    /// Options for Java's threads, buffers and caches, which are accepted and ignored.
    private static let idleOptions: Set = [
        "container-threads", "async-response-enabled", "async-response-threads", "jetty-acceptor-threads",
        "jetty-accept-queue-size", "jetty-header-buffer-size", "jetty-header-response-size", "jetty-stop-timeout",
        "logged-response-body-size-limit", "max-template-cache-entries",
        // The formats are recognized.
        "keystore-type", "truststore-type",
    ]
    private static let idleFlags: Set = ["disable-banner", "local-response-templating", "disable-strict-http-headers"]

    /// Returns the arguments without the ignored options and their values.
    static func dropped(from arguments: [String]) -> [String] {
        var kept: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return kept + [argument] + rest }
            guard argument.hasPrefix("--") else {
                kept.append(argument)
                continue
            }
            let name = name(of: argument)
            if idleFlags.contains(name) { continue }
            guard idleOptions.contains(name) else {
                kept.append(argument)
                continue
            }
            if !argument.contains("=") { _ = rest.popFirst() }
        }
        return kept
    }

    /// Returns the name of an option without its value.
    private static func name(of argument: String) -> String {
        String(argument.dropFirst(2).prefix { $0 != "=" })
    }

    // Options for unsupported features are rejected with an alternative.
    private static let proxying = "proxying and recording are not supported; write the mapping"
    private static let java = "Java extensions and class paths are not supported"
    private static let sockets = "WebSockets are not supported"

    private static let reasons: [(reason: String, names: [String])] = [
        (
            proxying,
            [
                "proxy-all", "proxy-via", "proxy-timeout", "record-mappings", "match-headers", "preserve-host-header",
                "preserve-user-agent-proxy-header", "enable-browser-proxying", "ca-keystore", "ca-keystore-password",
                "ca-keystore-type", "trust-all-proxy-targets", "trust-proxy-target", "allow-proxy-targets",
                "deny-proxy-targets", "proxy-pass-through", "supported-proxy-encodings",
            ]
        ),
        (java, ["extensions", "load-resources-from-classpath"]),
        (sockets, ["websocket-idle-timeout", "websocket-max-text-message-size", "websocket-max-binary-message-size"]),
        (
            "use --admin token, and send HYPERMOCK_ADMIN_TOKEN as Authorization: Bearer",
            ["admin-api-basic-auth"]
        ),
        ("use GET /__admin/requests to see the requests", ["print-all-network-traffic"]),
        ("templates cannot read the environment; write the value into the mapping", ["permitted-system-keys"]),
        ("saved mappings are named by their name and id", ["filename-template"]),
    ]

    /// Returns the message for the first unsupported option of `serve`; nil if there is none.
    static func refusal(of arguments: [String]) -> String? {
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = name(of: argument)
            guard let entry = reasons.first(where: { $0.names.contains(name) }) else { continue }
            return "Error: WireMock's --\(name) is not supported: \(entry.reason)"
        }
        return nil
    }
}
