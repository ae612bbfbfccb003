/// Options of WireMock that no parser need know: each that it knows costs time at every start.
enum WireMockArguments {
    /// About Java's threads, buffers and caches, or always so here: they mean nothing.
    private static let idleOptions: Set = [
        "container-threads", "async-response-enabled", "async-response-threads", "jetty-acceptor-threads",
        "jetty-accept-queue-size", "jetty-header-buffer-size", "jetty-header-response-size", "jetty-stop-timeout",
        "logged-response-body-size-limit", "max-template-cache-entries",
    ]
    private static let idleFlags: Set = ["disable-banner", "local-response-templating", "disable-strict-http-headers"]

    /// The arguments without those that mean nothing, and without their values.
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

    /// Of an option, without its value.
    private static func name(of argument: String) -> String {
        String(argument.dropFirst(2).prefix { $0 != "=" })
    }

    // What asks for something that is not there is refused with what to use instead.
    private static let tls = "there is no TLS: let a proxy in front end it, and name its address with --public-url"
    private static let proxying = "requests are not proxied, and answers not recorded: write the mapping"
    private static let java = "there is no Java here, and so no extensions and no class path"
    private static let sockets = "WebSockets are not served"

    private static let reasons: [(reason: String, names: [String])] = [
        (
            tls,
            [
                "https-port", "https-keystore", "keystore-password", "keystore-type", "key-manager-password",
                "https-truststore", "truststore-password", "truststore-type", "https-require-client-cert",
                "admin-api-require-https", "disable-http",
            ]
        ),
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
            "the admin API takes a token: --admin token, and HYPERMOCK_ADMIN_TOKEN as Authorization: Bearer",
            ["admin-api-basic-auth"]
        ),
        ("see what came with GET /__admin/requests", ["print-all-network-traffic"]),
        ("templates do not read the environment: put the value into the mapping", ["permitted-system-keys"]),
        ("saved mappings are named after their name and id", ["filename-template"]),
    ]

    /// What to say about the first of such options among the arguments of `serve`; nil: there is none.
    static func refusal(of arguments: [String]) -> String? {
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = name(of: argument)
            guard let entry = reasons.first(where: { $0.names.contains(name) }) else { continue }
            return "Error: --\(name) is WireMock's and not supported: \(entry.reason)"
        }
        return nil
    }
}
