import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/requests/stream` and the explanation of a request: the journal as people watch it.
enum LiveRequestsAPI {
    static let routes = [
        AdminRoute(
            "GET",
            "/requests/stream",
            "Sends requests as server-sent events while they arrive, oldest first; Last-Event-ID resumes.",
            query: [
                AdminParameter("address", .address, "At the root only: `all` for the requests of all addresses."),
                AdminParameter("after", .eventIdentifier, "The id of the last event; `Last-Event-ID` precedes it."),
            ],
            result: .events,
            statuses: [200, 400]
        ) { call throws(AdminError) in try stream(call) },
        AdminRoute(
            "GET",
            "/requests/{id}/explanation",
            "Returns the interactions that come nearest to a request, and one that would match it.",
            result: .explanation,
            statuses: [200, 400, 404]
        ) { call throws(AdminError) in
            let diagnosis = try call.mount.explanation(of: RequestsAPI.entry(call))
            return .document { writer in
                writer.member("detail", diagnosis.summary)
                diagnosis.writeFindings(to: &writer)
                if let stub = diagnosis.stub { writer.member("yaml", stub.yaml.joined(separator: "\n") + "\n") }
            }
        },
    ]

    private static func stream(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let wanted = call.request.query["address"]
        guard wanted == nil || call.mount.address == .root && ["all", "*"].contains(wanted) else {
            throw .wrongQuery("address", wanted ?? "", "all, at the root")
        }
        let journal = LiveJournal(
            call.mount.address,
            ofAllAddresses: wanted != nil,
            epoch: call.services.startedAt,
            after: call.request.fields["last-event-id"] ?? call.request.query["after"]
        )
        return AdminAnswer(journal.response)
    }
}
