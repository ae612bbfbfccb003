import ArgumentParser
import MockServing

/// Requests that are forwarded to other servers.
struct ForwardingOptions: ParsableArguments {
    @Flag(help: "Forward requests for responses with 'proxy' or 'proxyBaseUrl', to loopback addresses.")
    var proxy = false

    @Option(
        help: ArgumentHelp(
            "Other hosts that requests may be forwarded to, separated by commas.",
            discussion: "For example: app.local,api.example.com:443",
            valueName: "hosts"
        )
    )
    var proxyHosts: String?

    @Option(
        help: ArgumentHelp(
            "Time for the response of another server; after that, the response is 504.",
            valueName: "seconds"
        )
    )
    var forwardTimeout = 60.0

    func validate() throws {
        try OptionRange.check(forwardTimeout, in: OptionRange.shortSeconds, of: "--forward-timeout")
        try UpstreamTargets.check(proxyHosts, of: "--proxy-hosts", needing: "--proxy", isSet: proxy)
    }

    func apply(to configuration: inout MockServerConfiguration) {
        guard proxy, let targets = try? UpstreamTargets(list: proxyHosts) else { return }
        let upstream = HTTPUpstream(timeout: .seconds(forwardTimeout), isTransparent: true)
        configuration.forwarding = ForwardingConfiguration(upstream: upstream, targets: targets)
    }
}
