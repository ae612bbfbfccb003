import HAL
import Messages
import Mocking
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `/__admin/mappings`: single mappings of an address.
enum MappingsAPI {
    private static let page = [
        AdminParameter("limit", .count, "The maximum number of mappings."),
        AdminParameter("offset", .count, "The number of mappings to skip."),
    ]

    static let routes =
        [
            AdminRoute(
                "GET",
                "/",
                "Returns the page for browsers, which prefer text/html; for other clients as /mappings.",
                query: page,
                result: .mappingListOrPage,
                statuses: [200, 400]
            ) {
                call throws(AdminError) in
                guard !PageDocument.isPreferred(by: call.request) else {
                    return AdminAnswer {
                        let response = PageDocument.response
                        return AdminCompletion { _ in AdminAnswer(response) }
                    }
                }
                return try list(call)
            },
            AdminRoute(
                "GET",
                "/mappings",
                "Lists the mappings in the order of matching.",
                query: page,
                result: .mappingList,
                statuses: [200, 400]
            ) { call throws(AdminError) in try list(call) },
            AdminRoute("POST", "/mappings", "Adds a mapping.", body: .mapping, result: .mapping, statuses: [201, 403]) {
                call throws(AdminError) in
                try add(call)
            },
            AdminRoute(
                "DELETE",
                "/mappings",
                "Removes all mappings.",
                statuses: [200, 403],
                sharing: .changes(.resets)
            ) {
                call throws(AdminError) in
                try remove(call) { _ in true }
            },
        ] + bulkRoutes + [
            AdminRoute(
                "POST",
                "/mappings/new",
                "Adds a mapping, as in WireMock 2.",
                body: .mapping,
                result: .mapping,
                statuses: [201, 403]
            ) { call throws(AdminError) in try add(call) },
            AdminRoute(
                "POST",
                "/mappings/edit",
                "Replaces a mapping.",
                body: .mapping,
                result: .nothing,
                statuses: [204, 403, 404]
            ) {
                call throws(AdminError) in
                try replace(call.body(WireMockReader.mapping), call, status: 204)
            },
            AdminRoute("GET", "/mappings/{id}", "Returns a mapping.", result: .mapping, statuses: [200, 400, 404]) {
                call throws(AdminError) in
                try .json(mapping(call).wireMockJSON)
            },
            AdminRoute(
                "PUT",
                "/mappings/{id}",
                "Replaces a mapping.",
                body: .mapping,
                result: .mapping,
                statuses: [200, 400, 403, 404]
            ) {
                call throws(AdminError) in
                var interaction = try call.body(WireMockReader.mapping)
                interaction.id = try mapping(call).identifier
                return try replace(interaction, call, status: 200)
            },
            AdminRoute("DELETE", "/mappings/{id}", "Removes a mapping.", statuses: [200, 400, 403, 404]) {
                call throws(AdminError) in
                let id = try mapping(call).identifier
                return try remove(call) { $0.identifier == id }
            },
        ]

    private static func list(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let (offset, limit) = try (call.count("offset") ?? 0, call.count("limit") ?? .max)
        let mappings = call.mount.interactions.map(\.interaction)
        return list(mappings.dropFirst(offset).prefix(limit), total: mappings.count)
    }

    static func list(_ mappings: ArraySlice<Interaction>, total: Int) -> AdminAnswer {
        .document { writer in
            writer.beginMember("mappings")
            writer.write(mappings, \.wireMockJSON)
            writer.member("meta", value: ["total": .number(JSONNumber(total))])
        }
    }

    /// Compiles an interaction, saves or removes its file, changes the mount by `put`, and responds.
    ///
    /// Files and large documents are handled on another thread, so `put` checks again whether the change is possible.
    private static func take(
        _ interaction: Interaction,
        insteadOf old: Interaction? = nil,
        _ call: AdminCall,
        status: Int,
        _ put: @escaping @Sendable (CompiledInteraction, AdminCall) throws(AdminError) -> Void
    ) throws(AdminError) -> AdminAnswer {
        let touchesFiles = interaction.isPersistent || old?.isPersistent == true
        let folder = touchesFiles ? try savingFolder(call) : nil
        let change = folder?.beginChange(of: [interaction])
        let work: @Sendable () -> Result<(CompiledInteraction, Response), AdminError> = {
            Result { () throws(AdminError) in
                if let change { try folder?.save(interaction.isPersistent ? [interaction] : [], in: change) }
                let response =
                    status == 204 ? Response(status: status) : Response(status: status, json: interaction.wireMockJSON)
                return (CompiledInteraction(interaction), response)
            }
        }
        guard call.request.isLarge || touchesFiles else {
            let (compiled, response) = try work().get()
            try put(compiled, call)
            return AdminAnswer(response)
        }
        return call.after(work) { call, result throws(AdminError) in
            let outcome = Result { () throws(AdminError) in
                let (compiled, response) = try result.get()
                try put(compiled, call)
                return AdminAnswer(response)
            }
            guard let folder, let change else { return try outcome.get() }
            return end(change, in: folder, call, outcome)
        }
    }

    /// Ends a change of files, and responds with its outcome.
    ///
    /// If it has failed, or its mappings have changed or been removed meanwhile, the files of the mappings that are
    /// served are written first.
    static func end(
        _ change: MappingFileOrder.Change,
        in folder: StubFolder,
        _ call: AdminCall,
        _ outcome: Result<AdminAnswer, AdminError>
    ) -> AdminAnswer {
        let isNewest = folder.end(change)
        let areServed = change.identifiers.allSatisfy { call.mount.mapping($0) != nil }
        if isNewest, areServed, case .success(let answer) = outcome { return answer }
        let repeated = folder.beginAgain(change)
        let served = change.identifiers.compactMap { call.mount.mapping($0) }.filter(\.isPersistent)
        return AdminAnswer {
            try? folder.save(served, in: repeated)
            return AdminCompletion { _ in
                folder.end(repeated)
                switch outcome {
                case .success(let answer): return answer
                case .failure(let error): return AdminAnswer(error.response)
                }
            }
        }
    }

    private static func add(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        var interaction = try call.body(WireMockReader.mapping)
        name(&interaction, call.request)
        try checkIsNew(interaction, call)
        return try take(interaction, call, status: 201) { compiled, call throws(AdminError) in
            try checkIsNew(compiled.definition, call)
            call.mount.add([compiled])
        }
    }

    private static func checkIsNew(_ interaction: Interaction, _ call: AdminCall) throws(AdminError) {
        guard call.mount.mapping(interaction.identifier) != nil else { return }
        throw AdminError(
            422,
            code: AdminError.Code.duplicate,
            "A mapping with this id exists already",
            at: "/id",
            detail: "PUT /__admin/mappings/\(interaction.identifier) replaces it"
        )
    }

    private static func replace(
        _ interaction: Interaction,
        _ call: AdminCall,
        status: Int
    ) throws(AdminError) -> AdminAnswer {
        let old = try known(interaction.id, call)
        return try take(interaction, insteadOf: old, call, status: status) { compiled, call throws(AdminError) in
            _ = try known(compiled.definition.id, call)
            call.mount.replace([compiled])
        }
    }

    private static func known(_ id: String?, _ call: AdminCall) throws(AdminError) -> Interaction {
        guard let interaction = id.flatMap({ call.mount.mapping($0) }) else {
            throw .noSuchResource("this address has no mapping \(id ?? "without an id")")
        }
        return interaction
    }

    private static func mapping(_ call: AdminCall) throws(AdminError) -> Interaction {
        try known(call.identifier(), call)
    }

    /// Gives a new identifier to a mapping that has none; servers that repeat a request give it the same one.
    static func name(_ interaction: inout Interaction, _ request: AdminRequest, _ number: Int = 0) {
        guard interaction.id == nil else { return }
        interaction.id =
            request.identity.map { StableIdentifier.uuid(of: "\($0) \(number)") } ?? UUID().uuidString.lowercased()
    }

    /// Removes mappings, and their files if they were saved.
    static func remove(
        _ call: AdminCall,
        where isUnwanted: (Interaction) -> Bool
    ) throws(AdminError) -> AdminAnswer {
        let saved = call.mount.removeMappings(where: isUnwanted).filter(\.isPersistent)
        guard !saved.isEmpty, call.mount.address == .root, let folder = call.services.folder else { return .done }
        let change = folder.beginChange(of: saved)
        return AdminAnswer {
            try? folder.save([], in: change)
            return AdminCompletion { _ in
                folder.end(change)
                return .done
            }
        }
    }

    /// The folder that mappings are saved into, for the root only.
    static func savingFolder(_ call: AdminCall) throws(AdminError) -> StubFolder {
        guard call.mount.address == .root else {
            throw .notPermitted("mappings of this address cannot be saved: all addresses share the files")
        }
        guard let folder = call.services.folder else {
            throw .notPermitted("the server was started without a folder for mappings (--root-dir)")
        }
        return folder
    }
}
