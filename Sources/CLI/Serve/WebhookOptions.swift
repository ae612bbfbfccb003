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
        guard webhookHosts != nil else { return }
        guard webhooks else { throw ValidationError("--webhook-hosts needs --webhooks") }
        do throws(UpstreamFailure) {
            _ = try UpstreamTargets(hosts: hosts)
        } catch {
            throw ValidationError("--webhook-hosts: \(error.reason)")
        }
    }

    private var hosts: [String] {
        webhookHosts?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    func apply(to configuration: inout MockServerConfiguration) {
        guard webhooks, let targets = try? UpstreamTargets(hosts: hosts) else { return }
        configuration.webhooks = WebhookConfiguration(upstream: HTTPUpstream(), targets: targets) {
            StandardStream.error.write(Array("hypermock: \($0)\n".utf8), waitingAtMost: 0)
        }
    }
}
