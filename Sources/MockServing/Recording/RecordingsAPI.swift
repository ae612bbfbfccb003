import HAL
import Mocking
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `/__admin/recordings`: WireMock's recorder.
enum RecordingsAPI {
    /// WireMock's code for a recording that is not running.
    private static let notRecording = 30

    static let routes = [
        AdminRoute(
            "POST",
            "/recordings/start",
            "Forwards all requests of the address to another server, and records them.",
            body: .recordSpec,
            statuses: [200, 403, 409],
            sharing: .local
        ) { call throws(AdminError) in try start(call) },
        AdminRoute(
            "POST",
            "/recordings/stop",
            "Ends the recording; adds its mappings and returns them.",
            result: .recordedMappings,
            statuses: [200, 400, 403, 409, 422],
            sharing: .local
        ) { call throws(AdminError) in try stop(call) },
        AdminRoute(
            "POST",
            "/recordings/snapshot",
            "Adds mappings for the requests in the journal that were forwarded, and returns them.",
            body: .recordSpecOrNothing,
            result: .recordedMappings,
            statuses: [200, 403, 409],
            sharing: .local
        ) { call throws(AdminError) in try snapshot(call) },
        AdminRoute(
            "GET",
            "/recordings/status",
            "Tells whether a recording is running.",
            result: .recordingStatus,
            sharing: .local
        ) { call in
            let status = call.mount.recording.map { $0.isRunning ? "Recording" : "Stopped" } ?? "NeverStarted"
            return .json(["status": .string(status)])
        },
    ]

    private static func start(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let service = try service(call)
        let specification = try RecordSpecification(call)
        guard let target = specification.target else {
            throw AdminError(
                422,
                code: AdminError.Code.malformed,
                "targetBaseUrl is required",
                at: "/targetBaseUrl"
            )
        }
        guard service.isPermitted else {
            throw .notPermitted("other machines can reach this server: start it with --admin token to record")
        }
        let proxy = ProxyDefinition(to: target)
        guard proxy.place != nil else {
            throw .wrongBody("expected the absolute URL of a server", at: "/targetBaseUrl")
        }
        if let reason = service.forwarder.refusal(of: proxy) { throw .notPermitted(reason) }
        guard call.mount.recording?.isRunning != true else { return .done }
        let id = UUID().uuidString.lowercased()
        let mapping: JSONValue = [
            "id": .string(id), "request": ["method": "ANY"],
            "response": ["status": 200, "proxyBaseUrl": .string(target)],
        ]
        let reader = call.services.reader
        let reading = Result { () throws(WireMockRefusal) in try reader.mapping(mapping.serializedBytes()) }
        call.mount.add(try call.value(of: reading))
        warn(of: specification, call)
        call.mount.recording = MountRecording(
            start: call.engine.newestRequest,
            mapping: id,
            specification: call.request.body
        )
        return .done
    }

    private static func stop(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        guard var recording = call.mount.recording, recording.isRunning else {
            throw AdminError(400, code: notRecording, "Not currently recording.")
        }
        recording.isRunning = false
        call.mount.recording = recording
        _ = call.mount.removeMappings { $0.identifier == recording.mapping }
        let specification = try RecordSpecification(call.having(body: recording.specification))
        return try record(specification, after: recording.start, call)
    }

    private static func snapshot(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let isEmpty = call.request.body.allSatisfy { " \t\r\n".utf8.contains($0) }
        let specification = isEmpty ? RecordSpecification() : try RecordSpecification(call)
        warn(of: specification, call)
        return try record(specification, after: 0, call)
    }

    /// The parts that recordings need; throws if the server cannot record.
    private static func service(_ call: AdminCall) throws(AdminError) -> RecordingService {
        guard !call.engine.configuration.isShared else {
            throw AdminError(
                409,
                code: AdminError.Code.notPermitted,
                "Servers that share their state cannot record: each has only its own responses",
                detail: "start this server without --shared-state"
            )
        }
        guard let service = call.services.recording else {
            throw .notPermitted("requests are not forwarded: start the server with --proxy")
        }
        guard call.mount.isJournalOn else {
            throw .notPermitted("recordings need the journal, which is off")
        }
        return service
    }

    private static func warn(of specification: RecordSpecification, _ call: AdminCall) {
        guard !specification.transformers.isEmpty else { return }
        let names = specification.transformers.joined(separator: ", ")
        let message = "ignored: this server has no extensions (\(names))"
        call.notes.warnings.append(WireMockProblem(pointer: "/transformers", message: message))
    }

    /// Makes mappings of the requests after an entry of the journal, and adds them: the last one precedes the others.
    private static func record(
        _ specification: RecordSpecification,
        after start: Int,
        _ call: AdminCall
    ) throws(AdminError) -> AdminAnswer {
        let service = try service(call)
        var query = JournalQuery()
        query.pattern = specification.filter
        let snapshot = call.mount.snapshot(query)
        let missed = start == 0 ? 0 : call.mount.missedRequests(after: start)
        let folder = call.mount.address == .root ? call.services.folder : nil
        var draft = RecordingDraft(specification, reader: call.services.reader, folder: folder)
        draft.keepsSecrets = call.services.showsCredentials
        let warnings = call.notes.warnings
        return call.after { [draft] in
            let entries = snapshot.entries().entries.reversed().filter { $0.id > start }
            return draft.recording(of: entries, at: snapshot.place, service.exchanges, missed: missed)
        } then: { call, recording throws(AdminError) in
            call.notes.warnings += warnings + recording.warnings
            return save(recording, in: folder, call) { call in
                call.mount.add(recording.mappings)
                return answer(recording, specification)
            }
        }
    }

    /// Saves the mappings that are persistent, and adds all of them by `put`.
    private static func save(
        _ recording: RecordingDraft.Recording,
        in folder: StubFolder?,
        _ call: AdminCall,
        _ put: @escaping @Sendable (AdminCall) -> AdminAnswer
    ) -> AdminAnswer {
        let persistent = recording.mappings.map(\.definition).filter(\.isPersistent)
        guard let folder, !persistent.isEmpty else { return put(call) }
        let change = folder.beginChange(of: persistent)
        let warnings = call.notes.warnings
        return call.after {
            Result { () throws(AdminError) in try folder.save(persistent, in: change) }
        } then: { call, result throws(AdminError) in
            call.notes.warnings += warnings
            if case .failure(let error) = result {
                let reason = error.problems.first?.detail ?? "the folder cannot be written"
                call.notes.warnings.append(WireMockProblem(pointer: "/persist", message: "not saved: \(reason)"))
            }
            let answer = put(call)
            return MappingsAPI.end(change, in: folder, call, .success(answer))
        }
    }

    private static func answer(
        _ recording: RecordingDraft.Recording,
        _ specification: RecordSpecification
    ) -> AdminAnswer {
        .document { writer in
            if specification.returnsIdentifiers {
                writer.beginMember("ids")
                writer.write(recording.mappings) { .string($0.definition.identifier) }
            } else {
                writer.beginMember("mappings")
                writer.write(recording.mappings) { $0.definition.wireMockJSON }
            }
        }
    }
}
