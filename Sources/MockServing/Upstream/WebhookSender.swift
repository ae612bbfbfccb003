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
    /// The maximum number of webhooks that wait or are in progress; further ones are not sent.
    static let mostPending = 1000
    /// The maximum number of bytes that they keep, requests included.
    static let mostBytes = 64 << 20
    /// The maximum number of lines about failures per second.
    static let mostLines = 10

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var bytes = 0
        var last = 0
        var isClosed = false
        var ports: Set<Int> = []
        /// The lines about failures of the current second, and those left out.
        var lines = (second: ContinuousClock.now, count: 0, omitted: 0)
    }

    private let configuration: WebhookConfiguration
    private let state = Guarded(State())

    init(_ configuration: WebhookConfiguration) {
        self.configuration = configuration
    }

    /// Never sends anything to these ports of loopback addresses.
    func avoid(_ ports: Set<Int>) {
        state.withLock { $0.ports.formUnion(ports) }
    }

    /// Sends webhooks when their time has come.
    func send(_ calls: [WebhookCall]) {
        for call in calls {
            let isAdmitted = state.withLock { state in
                guard !state.isClosed else { return true }
                guard state.tasks.count < Self.mostPending, state.bytes + call.byteCount <= Self.mostBytes else {
                    return false
                }
                state.last += 1
                state.bytes += call.byteCount
                let number = state.last
                state.tasks[number] = Task { [self] in
                    await run(call)
                    finish(number, call)
                }
                return true
            }
            if !isAdmitted { report("not sent: too many webhooks are waiting", call) }
        }
    }

    /// Cancels all webhooks; further ones are not sent.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            defer { state.tasks = [:] }
            return state.tasks
        }
        for task in tasks.values { task.cancel() }
    }

    private func finish(_ number: Int, _ call: WebhookCall) {
        state.withLock { state in
            guard state.tasks.removeValue(forKey: number) != nil else { return }
            state.bytes -= call.byteCount
        }
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
            let ports = state.withLock { $0.ports }
            let response = try await configuration.upstream.send(
                try configuration.targets.checked(request, ownPorts: ports)
            )
            if response.status >= 400 { report("its response has the status \(response.status)", call) }
        } catch {
            guard !Task.isCancelled else { return }
            report("failed: \(error.reason)", call)
        }
    }

    /// Reports a failure, unless there were too many in this second.
    private func report(_ problem: String, _ call: WebhookCall) {
        let text: String? = state.withLock { state in
            let now = ContinuousClock.now
            let omitted = state.lines.omitted
            if now - state.lines.second >= .seconds(1) { state.lines = (now, 0, 0) }
            guard state.lines.count < Self.mostLines else {
                state.lines.omitted += 1
                return nil
            }
            state.lines.count += 1
            let more = state.lines.count == 1 && omitted > 0 ? " (and \(omitted) more webhooks without success)" : ""
            return "webhook of \(call.mapping) \(problem)\(more)"
        }
        if let text { configuration.report(text) }
    }
}
