import UV

/// The command line, preceded by the options of `serve` from the environment, so that the command line wins.
///
/// `HYPERMOCK_PORT=0` becomes `--port=0`, and `HYPERMOCK_QUIET=true` becomes `--quiet`, so that one parser checks both.
/// `WIREMOCK_OPTIONS`, which WireMock's image reads, is a part of the command line.
struct EnvironmentArguments {
    /// The options of `serve` that have a value.
    static let options = [
        "port", "port-file", "bind", "root", "threads", "journal-entries", "journal-bytes", "max-connections",
        "http2-streams",
        "max-header-bytes", "max-body-bytes", "header-timeout", "idle-timeout", "sandbox-idle", "max-sandboxes",
        "max-resource-bytes",
        "admin", "metrics", "admin-port", "other-port",
        "public-url", "grace", "log-format",
        "https-port", "https-cert", "https-key", "https-ca-cert", "https-ca-key", "https-ca-file", "https-client-ca",
        "https-fault", "shared-state", "shared-name", "replica-id", "shared-state-ca", "drain-delay",
        "webhook-hosts", "proxy-hosts", "forward-timeout",
        // WireMock's.
        "root-dir", "bind-address", "max-request-journal-entries", "jetty-header-request-size", "jetty-idle-timeout",
        "https-keystore", "keystore-password", "key-manager-password",
        "https-truststore", "truststore-password",
    ]
    /// The flags of `serve`.
    static let flags = [
        "watch", "strict", "fresh", "quiet", "show-credentials", "gzip", "cors", "no-http2", "https",
        "https-require-client-cert", "webhooks", "proxy",
        // WireMock's.
        "enable-stub-cors", "no-request-journal", "disable-request-logging", "global-response-templating", "verbose",
        "disable-gzip", "disable-http2-plain", "disable-http2-tls", "disable-http", "admin-api-require-https",
    ]

    private let arguments: [String]
    /// Returns the value of a variable.
    private let environment: (String) -> String?

    init(
        _ arguments: some Sequence<String>,
        environment: @escaping (String) -> String? = CurrentProcess.variable
    ) {
        self.arguments = Self.withoutEmpty(Array(arguments))
        self.environment = environment
    }

    /// The arguments without empty ones, which launchers make of several spaces, except values of options.
    private static func withoutEmpty(_ arguments: [String]) -> [String] {
        arguments.indices.filter { index in
            guard arguments[index].isEmpty else { return true }
            let previous = index > 0 ? arguments[index - 1] : ""
            return previous.hasPrefix("--") && options.contains(String(previous.dropFirst(2)))
        }.map { arguments[$0] }
    }

    var merged: [String] {
        guard let first = arguments.first else { return ["serve"] + fromEnvironment }
        if first == "serve" { return ["serve"] + fromEnvironment + arguments.dropFirst() }
        // WireMock's launchers give no command: `-jar wiremock.jar --port 8080`.
        if first.hasPrefix("-"), !Self.belongToRoot.contains(first) { return ["serve"] + fromEnvironment + arguments }
        return arguments
    }

    private static let belongToRoot: Set = ["--help", "-h", "--version", "--generate-completion-script"]

    private var fromEnvironment: [String] {
        let values = Self.options.flatMap { name in value(of: name).map { ["--\(name)=\($0)"] } ?? [] }
        let wireMock = (environment("WIREMOCK_OPTIONS") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        return values + Self.flags.compactMap { flag($0) } + wireMock
    }

    private func flag(_ name: String) -> String? {
        guard let value = value(of: name) else { return nil }
        switch value.lowercased() {
        case "1", "true", "yes", "on": return "--\(name)"
        case "0", "false", "no", "off": return name == "watch" ? "--no-watch" : nil
        default: return "--\(name)=\(value)"
        }
    }

    private func value(of name: String) -> String? {
        let variable = "HYPERMOCK_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
        guard let value = environment(variable), !value.isEmpty else { return nil }
        // Kubernetes gives pods HYPERMOCK_PORT=tcp://10.96.0.1:80 for a service with the name hypermock.
        guard !name.hasSuffix("port") || !Self.isOfService(value) else { return nil }
        return value
    }

    private static func isOfService(_ value: String) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    }
}

/// Arguments with negative numbers as the values of options.
///
/// The parser would treat `-1` as an option and report a missing value; for `--port=-1` it reports the valid range.
enum NegativeNumbers {
    /// Joins options and the negative numbers after them: `--port -1` becomes `--port=-1`.
    static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return joined + [argument] + rest }
            let isOption = argument.hasPrefix("--") && !argument.contains("=")
            guard isOption, let next = rest.first, isNegative(next) else {
                joined.append(argument)
                continue
            }
            rest.removeFirst()
            joined.append("\(argument)=\(next)")
        }
        return joined
    }

    private static func isNegative(_ text: String) -> Bool {
        text.hasPrefix("-") && Double(text) != nil
    }
}
