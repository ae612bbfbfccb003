import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/requests`: the journal of an address.
enum RequestsAPI {
    private static let credentials = AdminParameter("credentials", .flag, "Whether credentials are shown.")
    /// Strict clients of WireMock reject fields that they do not know.
    static let ownFields = AdminParameter("hypermock", .flag, "Whether fields that WireMock does not have are added.")

    static let routes = [
        AdminRoute(
            "GET",
            "/requests",
            "Lists the requests, newest first.",
            query: [
                AdminParameter("limit", .count, "The maximum number of requests."),
                AdminParameter("offset", .count, "The number of newest requests to skip."),
                AdminParameter("since", .dateTime, "Only requests since this time."),
                AdminParameter("unmatched", .flag, "Only unmatched requests."),
                AdminParameter("matchingStub", .identifier, "Only requests that this mapping has matched."),
                AdminParameter("address", .address, "At the root only: `all`, or an address such as `~orders@t`."),
                AdminParameter("format", .archiveFormat, "`har`: as a HAR file, oldest first."),
                credentials, ownFields,
            ],
            result: .serveEventListOrArchive,
            statuses: [200, 400]
        ) { call throws(AdminError) in try list(call) },
        AdminRoute("DELETE", "/requests", "Removes all requests.") { call in clear(call) },
        AdminRoute("POST", "/requests/reset", "Removes all requests.") { call in clear(call) },
        AdminRoute(
            "POST",
            "/requests/count",
            "Counts the requests that match a pattern.",
            body: .requestPattern,
            result: .count,
            sharing: .reads
        ) {
            call throws(AdminError) in try count(call)
        },
        AdminRoute(
            "POST",
            "/requests/find",
            "Lists the requests that match a pattern, oldest first.",
            body: .requestPattern,
            result: .requestList,
            sharing: .reads
        ) {
            call throws(AdminError) in try find(JournalQuery(matching: call.body(WireMockReader.requestPattern)), call)
        },
        AdminRoute(
            "POST",
            "/requests/remove",
            "Removes the requests that match a pattern.",
            body: .requestPattern,
            result: .removedEvents
        ) {
            call throws(AdminError) in
            try remove(JournalQuery(matching: call.body(WireMockReader.requestPattern)), call)
        },
        AdminRoute(
            "POST",
            "/requests/remove-by-metadata",
            "Removes the requests whose mapping has matching metadata.",
            body: .matcher,
            result: .removedEvents
        ) { call throws(AdminError) in
            var query = JournalQuery()
            query.metadata = try call.body(WireMockReader.matcher)
            return try remove(query, call)
        },
        AdminRoute(
            "GET",
            "/requests/unmatched",
            "Lists the unmatched requests.",
            query: [credentials],
            result: .requestList
        ) {
            call throws(AdminError) in
            var query = JournalQuery()
            query.unmatchedOnly = true
            return try find(query, call)
        },
        AdminRoute(
            "GET",
            "/requests/{id}",
            "Returns a request.",
            query: [credentials, ownFields],
            result: .serveEvent,
            statuses: [200, 400, 404]
        ) {
            call throws(AdminError) in try .json(ServeEvent(entry(call), view(call)).json)
        },
        // As in WireMock, the removal of an unknown request succeeds.
        AdminRoute("DELETE", "/requests/{id}", "Removes a request.", statuses: [200, 400]) {
            call throws(AdminError) in
            if let number = JournalID.number(of: try call.identifier()) { call.mount.removeFromJournal([number]) }
            return .done
        },
    ]

    /// The view of requests that a call asks for.
    static func view(_ call: AdminCall) throws(AdminError) -> RequestView {
        let isAskedFor = try call.flag(credentials.name) ?? false
        return RequestView(
            place: call.mount.place,
            showsCredentials: isAskedFor || call.services.showsCredentials,
            hasOwnFields: try call.flag(ownFields.name) ?? false
        )
    }

    private static func list(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        var query = JournalQuery()
        query.limit = try call.count("limit")
        query.offset = try call.count("offset") ?? 0
        query.unmatchedOnly = try call.flag("unmatched") ?? false
        if let since = call.request.query["since"] {
            guard let moment = Timestamp(iso8601: since) else {
                throw .wrongQuery("since", since, "an ISO 8601 time such as 2026-11-21T09:30:00Z")
            }
            query.since = moment.epochMilliseconds
        }
        if let stub = call.request.query["matchingStub"] {
            guard StableIdentifier.isUUID(stub) else { throw .wrongQuery("matchingStub", stub, "a UUID") }
            query.answeredBy = stub.lowercased()
        }
        let (mount, isWhole) = try listedMount(call)
        let view = try view(call).moved(to: mount.place)
        query.hasRetries = view.hasOwnFields
        let snapshot = mount.snapshot(query, ofAllAddresses: isWhole)
        if let format = call.request.query["format"] {
            guard format == ArchiveAPI.har else { throw .wrongQuery("format", format, ArchiveAPI.har) }
            return ArchiveAPI.answer(snapshot, view)
        }
        return .document { writer in
            let page = snapshot.entries()
            writer.beginMember("requests")
            writer.write(page.entries) { entry in
                let event = ServeEvent(entry, view).json
                return isWhole ? event.adding("address", .string(entry.request.addressPath)) : event
            }
            writer.member("meta", value: ["total": .number(JSONNumber(page.total))])
            writer.member("requestJournalDisabled", value: .bool(!snapshot.isJournalOn))
        }
    }

    /// The mount whose requests are listed, and whether those of all addresses are.
    private static func listedMount(_ call: AdminCall) throws(AdminError) -> (Mount, isWhole: Bool) {
        guard let wanted = call.request.query["address"] else { return (call.mount, false) }
        guard call.mount.address == .root else {
            throw .notPermitted("only the root lists other addresses: GET /__admin/requests?address=…")
        }
        guard !["all", "*"].contains(wanted) else { return (call.mount, true) }
        do throws(AddressError) {
            return (try call.engine.mount(at: Address(wanted)), false)
        } catch {
            throw .wrongQuery("address", wanted, "all, or an address: \(error.message)")
        }
    }

    /// The request that the path names.
    static func entry(_ call: AdminCall) throws(AdminError) -> JournalEntry {
        let id = try call.identifier()
        guard let entry = JournalID.number(of: id).flatMap({ call.mount.journalEntry(id: $0) }) else {
            throw .noSuchResource("the journal of this address has no request \(id)")
        }
        return entry
    }

    private static func count(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let pattern = try call.body(WireMockReader.requestPattern)
        let snapshot = call.mount.snapshot(JournalQuery(matching: pattern))
        return .document { writer in
            let count = snapshot.isJournalOn ? snapshot.entries().total : -1
            writer.member("count", value: .number(JSONNumber(count)))
            writer.member("requestJournalDisabled", value: .bool(!snapshot.isJournalOn))
        }
    }

    private static func find(_ query: JournalQuery, _ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let view = try view(call)
        let snapshot = call.mount.snapshot(query)
        return .document { writer in
            writer.beginMember("requests")
            writer.write(snapshot.entries().entries.reversed()) { LoggedRequest($0, view).json }
            writer.member("requestJournalDisabled", value: .bool(!snapshot.isJournalOn))
        }
    }

    private static func remove(_ query: JournalQuery, _ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let view = try view(call)
        let (address, snapshot) = (call.mount.address, call.mount.snapshot(query))
        return AdminAnswer {
            let unwanted = snapshot.entries().entries
            let document = AdminDocument { writer in
                writer.beginMember("serveEvents")
                writer.write(unwanted) { ServeEvent($0, view).json }
            }
            return AdminCompletion { engine in
                // A removed mount has no requests.
                try? engine.mount(at: address).removeFromJournal(Set(unwanted.map(\.id)))
                return AdminAnswer(document.response)
            }
        }
    }

    private static func clear(_ call: AdminCall) -> AdminAnswer {
        call.mount.clearJournal()
        return .done
    }
}

extension JSONValue {
    /// The object with one more member.
    fileprivate func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var object) = self else { return self }
        object[name] = value
        return .object(object)
    }
}
