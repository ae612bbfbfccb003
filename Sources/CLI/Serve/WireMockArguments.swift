/// WireMock's options that the parser does not define, because each definition costs time at every start.
enum WireMockArguments {
    /// An option without effect.
    private struct Idle {
        var names: Set<String>
        var hasValue = true
        /// Why it has no effect, and what to use; nil for options that change nothing a client sees.
        var reason: String?
    }

    private static let idle = [
        // For Java's threads, buffers and caches; the formats of key stores are recognized.
        Idle(names: [
            "container-threads", "async-response-enabled", "async-response-threads", "jetty-acceptor-threads",
            "jetty-accept-queue-size", "jetty-header-buffer-size", "jetty-header-response-size", "jetty-stop-timeout",
            "logged-response-body-size-limit", "max-template-cache-entries", "webhook-threadpool-size",
            "max-http-client-connections", "keystore-type", "truststore-type",
        ]),
        Idle(
            names: [
                "disable-banner", "local-response-templating", "disable-strict-http-headers",
                "disable-extensions-scanning", "disable-connection-reuse",
            ],
            hasValue: false
        ),
        Idle(
            names: [
                "timeout", "proxy-timeout", "supported-proxy-encodings", "proxy-pass-through", "trust-proxy-target",
                "allow-proxy-targets", "deny-proxy-targets", "ca-keystore", "ca-keystore-password", "ca-keystore-type",
            ],
            reason: "use --proxy, --proxy-hosts and --forward-timeout"
        ),
        Idle(
            names: ["preserve-host-header", "preserve-user-agent-proxy-header", "trust-all-proxy-targets"],
            hasValue: false,
            reason: "use --proxy, --proxy-hosts and --forward-timeout"
        ),
        Idle(names: ["extensions"], reason: "Java extensions are not supported"),
        Idle(
            names: [
                "websocket-idle-timeout", "websocket-max-text-message-size", "websocket-max-binary-message-size",
            ],
            reason: "WebSockets are not supported"
        ),
        Idle(
            names: ["use-chunked-encoding"],
            reason: "a response has a Content-Length, or 'transferEncoding: chunked' in its mapping"
        ),
        Idle(names: ["permitted-system-keys"], reason: "templates cannot read the environment"),
        Idle(names: ["filename-template"], reason: "saved mappings are named by their name and id"),
        Idle(
            names: ["print-all-network-traffic"],
            hasValue: false,
            reason: "use GET /__admin/requests to see the requests"
        ),
        Idle(
            names: ["disable-response-templating"],
            hasValue: false,
            reason: "mappings with the transformer 'response-template' are rendered"
        ),
    ]

    /// Options that would change what is served or who may ask, with an alternative.
    private static let rejected: [(reason: String, names: Set<String>)] = [
        (
            "use 'serve --proxy' with a mapping that has proxyBaseUrl, or 'hypermock record'",
            ["proxy-all", "proxy-via", "record-mappings", "match-headers", "enable-browser-proxying"]
        ),
        ("Java class paths are not supported", ["load-resources-from-classpath"]),
        ("use --admin token, and send HYPERMOCK_ADMIN_TOKEN as Authorization: Bearer", ["admin-api-basic-auth"]),
    ]

    /// The arguments of `serve` without the options that have no effect, and a line about each that someone may miss.
    ///
    /// An option may be abbreviated, as with WireMock, if only one begins like that.
    static func reduced(_ arguments: [String]) -> (arguments: [String], warnings: [String]) {
        var kept: [String] = []
        var warnings: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return (kept + [argument] + rest, warnings) }
            guard argument.hasPrefix("--") else {
                kept.append(argument)
                continue
            }
            let name = expanded(name(of: argument))
            guard let option = idle.first(where: { $0.names.contains(name) }) else {
                kept.append("--" + name + argument.dropFirst(2).drop { $0 != "=" })
                continue
            }
            if let reason = option.reason { warnings.append("hypermock: --\(name) has no effect: \(reason)") }
            if option.hasValue, !argument.contains("="), rest.first?.hasPrefix("-") == false { rest.removeFirst() }
        }
        return (kept, warnings)
    }

    /// Returns the message for the first unsupported option of `serve`; nil if there is none.
    static func refusal(of arguments: [String]) -> String? {
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = expanded(name(of: argument))
            guard let entry = rejected.first(where: { $0.names.contains(name) }) else { continue }
            return "Error: WireMock's --\(name) is not supported: \(entry.reason)"
        }
        return nil
    }

    /// Returns the name of an option without its value.
    private static func name(of argument: String) -> String {
        String(argument.dropFirst(2).prefix { $0 != "=" })
    }

    private static let known =
        EnvironmentArguments.options + EnvironmentArguments.flags + idle.flatMap(\.names) + rejected.flatMap(\.names)

    /// The only option that begins with the name; the name itself if there is another number of them.
    private static func expanded(_ name: String) -> String {
        guard !name.isEmpty, !known.contains(name) else { return name }
        let longer = known.filter { $0.hasPrefix(name) }
        return longer.count == 1 ? longer[0] : name
    }
}
