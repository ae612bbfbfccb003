import Contracts
import Documents
import HAL
import Messages
import MockServing
import Recordings
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The interactions of one variant of a scenario.
struct PactVariant {
    let item: Selection.Item
    let version: PactVersion
    let server: MockServer

    /// Two names of the server, so that responses that contain it differ.
    private static let hosts = ["127.0.0.1", "localhost"]
    /// The time between two runs, in seconds, so that responses that contain it differ; less than that of idle sandboxes.
    private static let interval = 3725
    /// Fields that the client of the verifier sets itself.
    private static let ownFields: Set = [
        "host", "connection", "user-agent", "accept-encoding", "content-length", "transfer-encoding", "te", "expect",
    ]

    private var name: String { item.name }

    /// The interactions of the steps, with what the server received during each.
    func steps(_ reports: [StepReport]) async throws -> [PactExport.Exported] {
        let steps = item.variant.contract
        guard reports.count == steps.count else {
            return steps.map { _ in .failure(PactExport.Skip("its contract cannot be run")) }
        }
        let isDrawn = item.variant.interactions.contains { interaction in
            interaction.responses.responses.contains { $0.weight != nil }
        }
        let changes = zip(steps, reports).map(Self.changes)
        let all = changes.flatMap(\.self)
        let (one, other) = (try await responses(to: all, run: 0), try await responses(to: all, run: 1))
        var exported: [PactExport.Exported] = []
        var before: [ProviderState.Change] = []
        for (index, step) in steps.enumerated() {
            let report = reports[index]
            defer { before += changes[index] }
            if let reason = Self.reasonToSkip(step, report) ?? (isDrawn ? "its response is drawn at random" : nil) {
                exported.append(.failure(PactExport.Skip(reason)))
                continue
            }
            let draft = Draft(
                step: step,
                change: changes[index][0],
                before: before,
                sent: (one[before.count], other[before.count])
            )
            exported.append(try await exchange(draft, number: index))
        }
        return exported
    }

    /// Why the calls of a step cannot be an interaction, whatever the response.
    private static func reasonToSkip(_ step: Scenarios.Step, _ report: StepReport) -> String? {
        if step.expectation.outcome == .connectionFailure { return "its response is not complete" }
        guard report.status == .passed else { return "this package's client does not meet its contract" }
        guard let first = report.exchanges.first else { return "it sends no request" }
        guard report.exchanges.count > 1 else {
            return first.wasMatched ? nil : "its request is not matched"
        }
        let isRedirected = [301, 302, 303, 307, 308].contains(first.status)
        return isRedirected ? "its response is a redirect, which the verifier follows" : "it sends several requests"
    }

    private static func changes(_ step: Scenarios.Step, _ report: StepReport) -> [ProviderState.Change] {
        report.exchanges.enumerated().map { index, exchange in
            ProviderState.Change(
                method: exchange.method,
                target: exchange.target,
                fields: exchange.fields.filter { !ownFields.contains($0.name.lowercased()) },
                body: exchange.body,
                delayMilliseconds: index == 0 ? step.delayMilliseconds : 0
            )
        }
    }

    /// A step whose response may become part of an interaction.
    private struct Draft {
        let step: Scenarios.Step
        let change: ProviderState.Change
        /// The requests of the steps before.
        let before: [ProviderState.Change]
        /// Its responses in two runs.
        let sent: (Repeated, Repeated)
    }

    private func exchange(_ draft: Draft, number: Int) async throws -> PactExport.Exported {
        func skip(_ reason: String) -> PactExport.Exported { .failure(PactExport.Skip(reason)) }
        let change = draft.change
        let sent = draft.sent.0.sent
        guard !sent.hasFault, (200...599).contains(sent.status) else {
            return skip("its response is not complete")
        }
        guard !sent.isSlow else { return skip("its response has a delay") }
        var (response, other) = (response(draft.sent.0, change), response(draft.sent.1, change))
        let unchanged = response
        response.removeTimes(differingFrom: other)
        other.removeTimes(differingFrom: unchanged)
        guard !response.isFollowed else { return skip("its response is a redirect, which the verifier follows") }
        guard response == other else { return skip("its response differs from run to run") }
        var asVerifier = change
        let target = change.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if target.count > 1 { asVerifier.target = "\(target[0])?\(PactQuery(target[1]).sent)" }
        if !asVerifier.fields.contains(where: { $0.name.lowercased() == "accept" }) {
            asVerifier.fields.append(Named("Accept", "*/*"))
        }
        // The state begins with the advanced clock, without the requests before, if these do not matter.
        asVerifier.delayMilliseconds = 0
        var before: [ProviderState.Change] = []
        if try await !isSame(response, asVerifier, after: before) {
            before = draft.before
            asVerifier.delayMilliseconds = change.delayMilliseconds
            guard change.delayMilliseconds == 0 else { return skip("its response depends on the time") }
            guard try await isSame(response, asVerifier, after: before) else {
                return skip("its request cannot be repeated as the verifier sends it")
            }
            guard version.hasStateParameters else {
                return skip("it needs the requests of earlier steps, which need --spec 3 or 4")
            }
            guard before.count <= ProviderState.mostRequests else { return skip("it comes after too many requests") }
        }
        response.addRules(draft.step.expectation)
        let interaction = PactInteraction(
            "\(name): \(draft.step.name)",
            state: state(before, draft.step, number),
            method: change.method,
            target: change.target,
            fields: change.fields.map { FieldLine($0.name, $0.pattern) },
            body: change.body,
            response: response
        )
        if let reason = interaction.reasonToSkip(version) { return skip(reason) }
        return .success(interaction)
    }

    private func state(
        _ changes: [ProviderState.Change],
        _ step: Scenarios.Step,
        _ number: Int
    ) -> PactInteraction.State {
        // The token comes after the last at sign.
        let path = server.sandbox(of: item.scenario.slug, values: item.variant.values).path
        let address = path.lastIndex(of: "@").map { String(path[..<$0]) } ?? path
        let state = ProviderState(
            address: address,
            scenario: item.scenario.title,
            step: step.name,
            changes: changes
        )
        let name = changes.isEmpty ? self.name : "\(self.name): after step \(number)"
        return PactInteraction.State(name, parameters: state.parameters)
    }

    // MARK: Repeating requests

    /// Whether the last request of a fresh sandbox gets the response.
    private func isSame(
        _ expected: PactResponse,
        _ change: ProviderState.Change,
        after before: [ProviderState.Change]
    ) async throws -> Bool {
        let sent = try await responses(to: before + [change], run: 1)
        guard let last = sent.last else { return false }
        var actual = response(last, change)
        actual.removeTimes(differingFrom: expected)
        return actual == expected && last.sent.wasMatched && !last.sent.hasFault && !last.sent.isSlow
    }

    /// A response, and the base of links in it.
    private struct Repeated {
        let sent: SentResponse
        let base: String
    }

    /// The responses to requests in a fresh sandbox.
    private func responses(to changes: [ProviderState.Change], run: Int) async throws -> [Repeated] {
        let sandbox = server.sandbox(of: item.scenario.slug, values: item.variant.values)
        let host = "\(Self.hosts[run]):\(server.port)"
        var responses: [Repeated] = []
        let now = Int64(Date().timeIntervalSince1970) + Int64(run * Self.interval)
        for change in changes {
            if change.delayMilliseconds > 0 {
                try await sandbox.advanceClock(by: .milliseconds(change.delayMilliseconds))
            }
            let request = Request(
                method: change.method,
                target: sandbox.path + change.target,
                fields: [("Host", host)] + change.fields.map { ($0.name, $0.pattern) },
                body: change.body,
                receivedAt: now * 1000
            )
            let sent = try await server.send(request)
            responses.append(Repeated(sent: sent, base: "http://\(host)\(sandbox.path)"))
        }
        return responses
    }

    private func response(_ repeated: Repeated, _ change: ProviderState.Change) -> PactResponse {
        PactResponse(
            status: repeated.sent.status,
            fields: repeated.sent.fields.map { FieldLine($0.name, $0.value) },
            body: change.method == "HEAD" ? [] : repeated.sent.body,
            base: repeated.base
        )
    }
}

extension Sandbox {
    /// The path that its addresses begin with.
    fileprivate var path: String {
        // The part after `http://` and the authority.
        String(baseURL.absoluteString.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    }
}
