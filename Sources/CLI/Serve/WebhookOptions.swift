import ArgumentParser
import MockServing
import UV

/// Requests to other servers that WireMock mappings cause.
struct WebhookOptions: ParsableArguments {
    @Flag(help: "Send the webhooks of WireMock mappings to loopback addresses.")
    var webhooks = false

    @Option(
        help: ArgumentHelp(
            "Other hosts that webhooks may be sent to, separated by commas.",
            discussion: "For example: app.local,hooks.local:8081",
            valueName: "hosts"
        )
    )
    var webhookHosts: String?

    func validate() throws {
        try UpstreamTargets.check(webhookHosts, of: "--webhook-hosts", needing: "--webhooks", isSet: webhooks)
    }

    func apply(to configuration: inout MockServerConfiguration) {
        guard webhooks, let targets = try? UpstreamTargets(list: webhookHosts) else { return }
        configuration.webhooks = WebhookConfiguration(upstream: HTTPUpstream(), targets: targets) {
            StandardStream.error.write(Array("hypermock: \($0)\n".utf8), waitingAtMost: 0)
        }
    }
}
