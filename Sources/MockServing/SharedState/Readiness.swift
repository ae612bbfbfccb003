import HAL
import UV
import Valkey

/// Whether the server wants requests, for `/__admin/ready`; readable from all threads.
package final class Readiness: Sendable {
    /// The shared state as one server sees it.
    struct SharedStateStatus: Sendable {
        var store: String
        var name: String
        var replica: String
        /// The fingerprint of the scenario files.
        var scenarios: String
        /// The reason why it cannot be used, with the time since then in milliseconds since 1970; nil: it can.
        var outage: (reason: StoreError, since: Int64)?
        var product: String?
        var warnings: [String] = []
        /// The servers of the same name, and their scenario files.
        var replicas: [(name: String, scenarios: String)] = []
    }

    private struct State: Sendable {
        var isDraining = false
        var sharedState: SharedStateStatus?
    }

    private let state = Guarded(State())

    package init() {}

    /// Reports from now on that the server wants no more requests.
    package func beginDraining() {
        state.withLock { $0.isDraining = true }
    }

    var isDraining: Bool { state.withLock { $0.isDraining } }

    func update(_ status: SharedStateStatus) {
        state.withLock { $0.sharedState = status }
    }

    /// Whether the server wants requests, and the document of `/__admin/ready`.
    ///
    /// The store, the servers and the exact reason are for those who may use the admin API.
    func report(isComplete: Bool) -> (isReady: Bool, json: JSONValue) {
        let state = state.withLock { $0 }
        let outage = state.sharedState?.outage
        let isReady = !state.isDraining && outage == nil
        var json: JSONObject = ["status": .string(isReady ? "ready" : "not ready")]
        if state.isDraining {
            json["reason"] = "the server is stopping"
        } else if let outage {
            json["reason"] = .string(isComplete ? outage.reason.description : outage.reason.summary)
        }
        if isComplete, let status = state.sharedState { json["sharedState"] = status.json }
        return (isReady, .object(json))
    }
}

extension Readiness.SharedStateStatus {
    /// The warnings of the store, and about servers with other files.
    var allWarnings: [String] {
        let others = replicas.filter { $0.scenarios != scenarios }
        guard let first = others.first else { return warnings }
        let more = others.count > 1 ? " and \(others.count - 1) more" : ""
        return warnings + [
            "replica \(first.name)\(more) serves other scenario files, and so does not share its state with this one"
        ]
    }

    fileprivate var json: JSONValue {
        var json: JSONObject = [
            "store": .string(store), "name": .string(name), "replica": .string(replica),
            "scenarios": .string(scenarios),
        ]
        if let product { json["product"] = .string(product) }
        if let outage { json["unavailableSince"] = .string(Timestamp(epochMilliseconds: outage.since).iso8601) }
        json["replicas"] = .array(
            replicas.sorted { $0.name < $1.name }.map {
                ["replica": .string($0.name), "scenarios": .string($0.scenarios)]
            }
        )
        json["warnings"] = .array(allWarnings.map { .string($0) })
        return .object(json)
    }
}
