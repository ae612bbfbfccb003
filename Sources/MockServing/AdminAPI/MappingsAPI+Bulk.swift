import Documents
import HAL
import Messages
import Mocking
import Scenarios

/// Operations on several mappings at once.
extension MappingsAPI {
    static let bulkRoutes = [
        AdminRoute("POST", "/mappings/reset", "Resets mappings, states and journal.", sharing: .changes(.resets)) {
            call in
            reset(call)
        },
        AdminRoute("POST", "/mappings/save", "Writes all added mappings into files.", statuses: [200, 403]) {
            call throws(AdminError) in try save(call)
        },
        AdminRoute(
            "POST",
            "/mappings/import",
            "Adds several mappings; the first precedes the others.",
            body: .mappings
        ) { call in
            let (reader, request) = (call.services.reader, call.request)
            return call.after {
                let reading = Result { () throws(WireMockRefusal) in try reader.importSet(request.body) }
                return (reading, (try? reading.get()).map { compiled($0.value, request) } ?? [])
            } then: { call, work throws(AdminError) in
                try importAll(work.1, of: call.value(of: work.0), call)
            }
        },
        AdminRoute(
            "POST",
            "/mappings/find-by-metadata",
            "Lists the mappings with matching metadata.",
            body: .matcher,
            result: .mappingList,
            sharing: .reads
        ) {
            call throws(AdminError) in
            let matcher = try call.body(WireMockReader.matcher)
            let mappings = call.mount.interactions.map(\.interaction)
            return AdminAnswer {
                let found = mappings.filter { $0.hasMetadata(matcher) }
                return AdminCompletion { _ in list(found[...], total: found.count) }
            }
        },
        AdminRoute(
            "POST",
            "/mappings/remove-by-metadata",
            "Removes the mappings with matching metadata.",
            body: .matcher
        ) {
            call throws(AdminError) in
            let matcher = try call.body(WireMockReader.matcher)
            let mappings = call.mount.interactions.map(\.interaction)
            return call.after {
                Set(mappings.filter { $0.hasMetadata(matcher) }.map(\.identifier))
            } then: { call, unwanted throws(AdminError) in
                try remove(call) { unwanted.contains($0.identifier) }
            }
        },
        AdminRoute(
            "POST",
            "/mappings/remove",
            "Removes one or several mappings: by id, or else those with the same request.",
            body: .mappingOrMappings
        ) { call throws(AdminError) in try removeAll(call) },
        AdminRoute("GET", "/mappings/unmatched", "Lists the unused mappings.", result: .mappingList) {
            call in
            let unserved = call.mount.interactions.filter { $0.served == 0 }.map(\.interaction)
            return list(unserved[...], total: unserved.count)
        },
        AdminRoute("DELETE", "/mappings/unmatched", "Removes the unused mappings.") {
            call throws(AdminError) in
            let unserved = Set(call.mount.interactions.filter { $0.served == 0 }.map(\.interaction.identifier))
            return try remove(call) { unserved.contains($0.identifier) }
        },
    ]

    /// Reads the WireMock folders again on another thread, and then resets the mount.
    ///
    /// The response is sent afterward, so that an edit of a file is effective once the reset has responded.
    static func reset(_ call: AdminCall) -> AdminAnswer {
        let folders = call.engine.wireMockFolders
        guard !folders.isEmpty else { return reset(call.mount, call.engine) }
        let (address, sources) = (call.mount.address, call.services.sources)
        return AdminAnswer {
            let results = folders.map { folder in
                var sources = sources
                sources.wireMockFolder = folder
                return (folder: folder, read: ScenarioLoader.load(sources))
            }
            return AdminCompletion { engine in reset(address, engine, results) }
        }
    }

    private static func reset(
        _ address: Address,
        _ engine: Engine,
        _ results: [(folder: String, read: ScenarioLoader.Result)]
    ) -> AdminAnswer {
        for (folder, read) in results { _ = engine.update(to: read, onlyIn: folder) }
        do throws(AddressError) {
            var answer = reset(try engine.mount(at: address), engine)
            let mistakes = results.flatMap(\.read.issues).filter { $0.severity != .note }
            answer.add(AdminNotes.fields(mistakes.map { "\($0.location): \($0.message)" }))
            return answer
        } catch {
            return AdminAnswer(AdminError.noSuchResource(error.message).response)
        }
    }

    /// Resets mappings, state and journal, and cancels waiting responses.
    private static func reset(_ mount: Mount, _ engine: Engine) -> AdminAnswer {
        mount.resetMappings()
        mount.resetClock()
        mount.clearJournal()
        return AdminAnswer(Response(json: [:]), .cancelPending(group: engine.beginAnew(mount)))
    }

    /// Saves the added mappings; mappings of files are saved already.
    private static func save(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let folder = try savingFolder(call)
        let unsaved = call.mount.interactions.map(\.interaction).filter(\.location.file.isEmpty).map { interaction in
            var interaction = interaction
            interaction.isPersistent = true
            return interaction
        }
        let change = folder.beginChange(of: unsaved)
        return call.after {
            Result { () throws(AdminError) in
                try folder.save(unsaved, in: change)
                return unsaved.map { CompiledInteraction($0) }
            }
        } then: { call, result throws(AdminError) in
            let outcome = Result { () throws(AdminError) in
                call.mount.replace(try result.get())
                return AdminAnswer.done
            }
            return end(change, in: folder, call, outcome)
        }
    }

    private static func compiled(_ document: MappingImport, _ request: AdminRequest) -> [CompiledInteraction] {
        document.interactions.enumerated().map { number, interaction in
            var interaction = interaction
            name(&interaction, request, number)
            return CompiledInteraction(interaction)
        }
    }

    private static func importAll(
        _ interactions: [CompiledInteraction],
        of document: MappingImport,
        _ call: AdminCall
    ) throws(AdminError) -> AdminAnswer {
        guard interactions.contains(where: \.definition.isPersistent) else {
            return try put(interactions, of: document, call)
        }
        let (added, replaced) = taken(interactions, of: document, call)
        let persistent = (added + replaced).map(\.definition).filter(\.isPersistent)
        guard !persistent.isEmpty else { return try put(interactions, of: document, call) }
        let folder = try savingFolder(call)
        let change = folder.beginChange(of: persistent)
        return call.after {
            Result { () throws(AdminError) in try folder.save(persistent, in: change) }
        } then: { call, result throws(AdminError) in
            let outcome = Result { () throws(AdminError) in
                try result.get()
                return try put(interactions, of: document, call)
            }
            return end(change, in: folder, call, outcome)
        }
    }

    private static func put(
        _ interactions: [CompiledInteraction],
        of document: MappingImport,
        _ call: AdminCall
    ) throws(AdminError) -> AdminAnswer {
        var answer = AdminAnswer.done
        if document.deletesAllOthers {
            let kept = Set(interactions.map(\.definition.identifier))
            answer = try remove(call) { !kept.contains($0.identifier) }
        }
        let (added, replaced) = taken(interactions, of: document, call)
        call.mount.add(added)
        call.mount.replace(replaced)
        return answer
    }

    /// Selects the mappings of an import that are new, last one first, and those that replace another one.
    private static func taken(
        _ interactions: [CompiledInteraction],
        of document: MappingImport,
        _ call: AdminCall
    ) -> (added: [CompiledInteraction], replaced: [CompiledInteraction]) {
        var added: [CompiledInteraction] = []
        var places: [String: Int] = [:]
        var replaced: [CompiledInteraction] = []
        for interaction in interactions.reversed() {
            let id = interaction.definition.identifier
            let isKnown = call.mount.mapping(id) != nil
            if isKnown || places[id] != nil, document.duplicatePolicy != .overwrite { continue }
            if isKnown {
                replaced.append(interaction)
            } else if let place = places[id] {
                added[place] = interaction
            } else {
                places[id] = added.count
                added.append(interaction)
            }
        }
        return (added, replaced)
    }

    private static func removeAll(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let isList = (try? JSONValue(parsing: call.request.body))?["mappings"] != nil
        let unwanted =
            isList ? try call.body(WireMockReader.importSet).interactions : try [call.body(WireMockReader.mapping)]
        let ids = Set(unwanted.compactMap(\.id))
        // A client that builds the mapping again gives it a new identifier.
        let known = Set(call.mount.interactions.map(\.interaction.identifier)).intersection(ids)
        let patterns = unwanted.filter { mapping in mapping.id.map { !known.contains($0) } ?? true }.map(\.request)
        return try remove(call) { ids.contains($0.identifier) || patterns.contains($0.request) }
    }
}
