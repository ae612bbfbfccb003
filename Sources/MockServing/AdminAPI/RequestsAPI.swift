import HAL
import HTTP1Server
import Mocking

/// `/__admin/requests`: the journal of an address.
struct RequestsAPI {
    let space: Space

    func respond(to request: AdminRequest) -> Response {
        switch (request.method, request.segments.count) {
        case ("GET", 1): return list(request.query)
        case ("DELETE", 1): return clear()
        case ("GET", 2): return entry(request.segments[1])
        default: return .noSuchAdminResource
        }
    }

    private func list(_ query: [String: String]) -> Response {
        var wanted = JournalQuery()
        for (name, value) in query {
            guard apply(name, value, to: &wanted) else {
                return Response(adminError: 400, code: 10, title: "\(name)=\(value) is not understood")
            }
        }
        let page = space.journal(wanted)
        return Response(json: [
            "requests": .array(page.entries.map { ServeEvent($0).json }),
            "meta": ["total": .number(JSONNumber(page.total))],
            "requestJournalDisabled": .bool(!space.isJournalOn),
        ])
    }

    /// False when the value is not of the parameter's kind; unknown parameters are let through, as WireMock does.
    private func apply(_ name: String, _ value: String, to query: inout JournalQuery) -> Bool {
        switch name {
        case "limit":
            query.limit = Int(value)
            return (query.limit ?? -1) >= 0
        case "offset":
            query.offset = Int(value) ?? -1
            return query.offset >= 0
        case "since":
            query.since = Timestamp(iso8601: value)?.epochMilliseconds
            return query.since != nil
        case "unmatched":
            query.unmatchedOnly = value == "true"
            return ["true", "false"].contains(value)
        default:
            return true
        }
    }

    private func entry(_ id: String) -> Response {
        guard let number = Int(id), let entry = space.journalEntry(id: number) else { return .noSuchAdminResource }
        return Response(json: ServeEvent(entry).json)
    }

    private func clear() -> Response {
        space.clearJournal()
        return Response(json: [:])
    }
}
