import Messages
import Mocking
import Scenarios
import UV

/// How a server sends the webhooks of its mappings.
package struct WebhookConfiguration: Sendable {
    package var upstream: any Upstream
    package var targets: UpstreamTargets
    /// Gets a line for each webhook without success; it contains no credentials, path or query.
    package var report: @Sendable (String) -> Void

    package init(
        upstream: any Upstream,
        targets: UpstreamTargets = UpstreamTargets(),
        report: @escaping @Sendable (String) -> Void
    ) {
        self.upstream = upstream
        self.targets = targets
        self.report = report
    }
}

/// Sends webhooks after their delays; at most so many wait or are in progress at a time.
final class WebhookSender: Sendable {
    /// The maximum number of lines about failures per second.
    static let mostLines = 10

    private let configuration: WebhookConfiguration
    private let calls = UpstreamCalls()
    /// The lines about failures of the current second, and those left out.
    private let lines = Guarded((second: ContinuousClock.now, count: 0, omitted: 0))

    init(_ configuration: WebhookConfiguration) {
        self.configuration = configuration
    }

    /// Never sends anything to these ports of loopback addresses.
    func avoid(_ ports: Set<Int>) {
        calls.avoid(ports)
    }

    /// Sends webhooks when their time has come.
    func send(_ webhooks: [WebhookCall]) {
        for call in webhooks {
            let admission = calls.start(bytes: call.byteCount) { [self] in await run(call) }
            if admission == .full { report("not sent: too many webhooks are waiting", call) }
        }
    }

    /// Cancels all webhooks; further ones are not sent.
    func close() {
        calls.close()
    }

    private func run(_ call: WebhookCall) async {
        do throws(TemplateFailure) {
            let request = try call.rendered()
            guard call.delayMilliseconds > 0 else { return await send(request, call) }
            guard (try? await Task.sleep(for: .milliseconds(call.delayMilliseconds))) != nil else { return }
            await send(request, call)
        } catch {
            report("not sent: \(error.reason)", call)
        }
    }

    private func send(_ request: OutgoingRequest, _ call: WebhookCall) async {
        do throws(UpstreamFailure) {
            let response = try await configuration.upstream.send(
                try configuration.targets.checked(request, ownPorts: calls.ownPorts)
            )
            if response.status >= 400 { report("its response has the status \(response.status)", call) }
        } catch {
            guard !Task.isCancelled else { return }
            report("failed: \(error.reason)", call)
        }
    }

    /// Reports a failure, unless there were too many in this second.
    private func report(_ problem: String, _ call: WebhookCall) {
        let text: String? = lines.withLock { lines in
            let now = ContinuousClock.now
            let omitted = lines.omitted
            if now - lines.second >= .seconds(1) { lines = (now, 0, 0) }
            guard lines.count < Self.mostLines else {
                lines.omitted += 1
                return nil
            }
            lines.count += 1
            let more = lines.count == 1 && omitted > 0 ? " (and \(omitted) more webhooks without success)" : ""
            return "webhook of \(call.mapping) \(problem)\(more)"
        }
        if let text { configuration.report(text) }
    }
}
