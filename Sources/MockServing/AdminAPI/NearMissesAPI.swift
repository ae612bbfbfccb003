import HAL
import Matching
import Messages
import Mocking
import Scenarios

/// `/__admin/near-misses` and `/__admin/requests/unmatched/near-misses`.
enum NearMissesAPI {
    /// The number of newest unmatched requests that are explained.
    private static let mostExplained = 50

    static let routes = [
        AdminRoute(
            "GET",
            "/requests/unmatched/near-misses",
            "Returns the nearest mappings of each unmatched request.",
            query: [RequestsAPI.ownFields],
            result: .nearMisses
        ) {
            call throws(AdminError) in try ofUnmatched(call)
        },
        AdminRoute(
            "POST",
            "/near-misses/request",
            "Returns the mappings that come nearest to a request.",
            query: [RequestsAPI.ownFields],
            body: .loggedRequest,
            result: .nearMisses,
            sharing: .reads
        ) {
            call throws(AdminError) in
            let request = try RequestDraft(call).request
            let shown = try call.object(keys: RequestDraft.keys)
            let misses = json(call.mount.nearMisses(toLocal: request), of: .object(shown), try RequestsAPI.view(call))
            return .json(["nearMisses": .array(misses)])
        },
        AdminRoute(
            "POST",
            "/near-misses/request-pattern",
            "Returns the requests that come nearest to a pattern.",
            body: .requestPattern,
            result: .nearMisses,
            sharing: .reads
        ) { call throws(AdminError) in try ofPattern(call) },
    ]

    private static func ofUnmatched(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        var query = JournalQuery()
        query.unmatchedOnly = true
        query.limit = mostExplained
        let view = try RequestsAPI.view(call)
        let entries = call.mount.journal(query).entries
        let misses = zip(entries, call.mount.nearMisses(to: entries)).flatMap { entry, misses in
            json(misses, of: LoggedRequest(entry, view).json, view)
        }
        return .json(["nearMisses": .array(misses)])
    }

    private static func json(_ misses: [NearMiss], of request: JSONValue, _ view: RequestView) -> [JSONValue] {
        misses.map { miss in
            var object: JSONObject = [
                "request": request,
                "stubMapping": miss.interaction.wireMockJSON,
                "matchResult": ["distance": distance(miss.score)],
            ]
            guard view.hasOwnFields else { return .object(object) }
            if let state = miss.state { object["scenarioState"] = .string(state) }
            object["checks"] = .array(miss.checks.map(\.json))
            if let suggestion = miss.suggestion { object["suggestion"] = .string(suggestion) }
            return .object(object)
        }
    }

    private static func ofPattern(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let pattern = try call.body(WireMockReader.requestPattern)
        let view = try RequestsAPI.view(call)
        let misses = call.mount.nearMisses(to: pattern).map { miss -> JSONValue in
            [
                "request": LoggedRequest(miss.entry, view).json,
                "requestPattern": pattern.wireMockJSON,
                "matchResult": ["distance": distance(miss.score)],
            ]
        }
        return .json(["nearMisses": .array(misses)])
    }

    /// The distance from 0, equal, to 1.
    private static func distance(_ score: Double) -> JSONValue {
        .number(JSONNumber(((1 - score) * 1000).rounded() / 1000) ?? JSONNumber(1))
    }
}
