import HAL
import Messages
import Mocking
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `/__admin/mappings`: the interactions of an address, one by one.
enum MappingsAPI {
    private static let page = [
        AdminParameter("limit", .count, "The most mappings."),
        AdminParameter("offset", .count, "How many of the first to pass over."),
    ]

    static let routes =
        [
            AdminRoute(
                "GET",
                "/",
                "The mappings in the order in which they are tried.",
                query: page,
                result: .mappingList,
                answers: [200, 400]
            ) {
                call throws(AdminError) in try list(call)
            },
            AdminRoute(
                "GET",
                "/mappings",
                "The mappings in the order in which they are tried.",
                query: page,
                result: .mappingList,
                answers: [200, 400]
            ) { call throws(AdminError) in try list(call) },
            AdminRoute("POST", "/mappings", "Adds a mapping.", body: .mapping, result: .mapping, answers: [201, 403]) {
                call throws(AdminError) in
                var interaction = try call.body(WireMockReader.mapping)
                name(&interaction)
                return try compiling(interaction, call, status: 201, add)
            },
            AdminRoute("DELETE", "/mappings", "Removes all mappings.", answers: [200, 403]) { call throws(AdminError) in
                try remove(call) { _ in true }
            },
        ] + bulkRoutes + [
            AdminRoute(
                "POST",
                "/mappings/edit",
                "Replaces a mapping.",
                body: .mapping,
                result: .nothing,
                answers: [204, 403, 404]
            ) {
                call throws(AdminError) in
                try compiling(call.body(WireMockReader.mapping), call, status: 204, replace)
            },
            AdminRoute("GET", "/mappings/{id}", "One mapping.", result: .mapping, answers: [200, 400, 404]) {
                call throws(AdminError) in
                try .json(mapping(call).wireMockJSON)
            },
            AdminRoute(
                "PUT",
                "/mappings/{id}",
                "Replaces a mapping.",
                body: .mapping,
                result: .mapping,
                answers: [200, 400, 403, 404]
            ) {
                call throws(AdminError) in
                var interaction = try call.body(WireMockReader.mapping)
                interaction.id = try mapping(call).identifier
                return try compiling(interaction, call, status: 200, replace)
            },
            AdminRoute("DELETE", "/mappings/{id}", "Removes a mapping.", answers: [200, 400, 403, 404]) {
                call throws(AdminError) in
                let id = try mapping(call).identifier
                return try remove(call) { $0.identifier == id }
            },
        ]

    private static func list(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let (offset, limit) = try (call.count("offset") ?? 0, call.count("limit") ?? .max)
        let mappings = call.space.interactions.map(\.interaction)
        return list(mappings.dropFirst(offset).prefix(limit), total: mappings.count)
    }

    static func list(_ mappings: ArraySlice<Interaction>, total: Int) -> AdminAnswer {
        .document { writer in
            writer.beginMember("mappings")
            writer.write(mappings, \.wireMockJSON)
            writer.member("meta", value: ["total": .number(JSONNumber(total))])
        }
    }

    /// Compiles an interaction, beside the loop if its document is large, does something with it, and answers with it.
    private static func compiling(
        _ interaction: Interaction,
        _ call: AdminCall,
        status: Int,
        _ change: @escaping @Sendable (CompiledInteraction, AdminCall) throws(AdminError) -> Void
    ) throws(AdminError) -> AdminAnswer {
        let compile: @Sendable () -> (CompiledInteraction, Response) = {
            let response =
                status == 204 ? Response(status: status) : Response(status: status, json: interaction.wireMockJSON)
            return (CompiledInteraction(interaction), response)
        }
        guard call.request.isLarge else {
            let (compiled, response) = compile()
            try change(compiled, call)
            return AdminAnswer(response)
        }
        return call.after(compile) { call, result throws(AdminError) in
            try change(result.0, call)
            return AdminAnswer(result.1)
        }
    }

    private static func add(_ interaction: CompiledInteraction, _ call: AdminCall) throws(AdminError) {
        let id = interaction.definition.identifier
        guard call.space.mapping(id) == nil else {
            throw AdminError(
                422,
                code: AdminError.Code.duplicate,
                "There is a mapping with that id already",
                at: "/id",
                detail: "PUT /__admin/mappings/\(id) replaces it"
            )
        }
        if interaction.definition.isPersistent { try savingFolder(call).save(interaction.definition) }
        call.space.add(interaction)
    }

    private static func mapping(_ call: AdminCall) throws(AdminError) -> Interaction {
        let id = try call.identifier()
        guard let interaction = call.space.mapping(id) else {
            throw .noSuchResource("this address has no mapping \(id)")
        }
        return interaction
    }

    private static func replace(_ interaction: CompiledInteraction, _ call: AdminCall) throws(AdminError) {
        guard let id = interaction.definition.id, let old = call.space.mapping(id) else {
            throw .noSuchResource("this address has no mapping \(interaction.definition.id ?? "without an id")")
        }
        if interaction.definition.isPersistent {
            try savingFolder(call).save(interaction.definition)
        } else if old.isPersistent {
            try savingFolder(call).forget(old)
        }
        _ = call.space.replace(interaction)
    }

    /// Gives a mapping that has none an identifier that no other has.
    static func name(_ interaction: inout Interaction) {
        if interaction.id == nil { interaction.id = UUID().uuidString.lowercased() }
    }

    /// Removes mappings, and the files of those that were saved.
    static func remove(
        _ call: AdminCall,
        where isUnwanted: (Interaction) -> Bool
    ) throws(AdminError) -> AdminAnswer {
        for interaction in call.space.removeMappings(where: isUnwanted) where interaction.isPersistent {
            if call.space.address == .root { call.services.folder?.forget(interaction) }
        }
        return .done
    }

    /// The folder that mappings are saved into; that is for the root alone.
    static func savingFolder(_ call: AdminCall) throws(AdminError) -> StubFolder {
        guard call.space.address == .root else {
            throw .notPermitted("mappings of this address are not saved: the files belong to all addresses")
        }
        guard let folder = call.services.folder else {
            throw .notPermitted("the server was started without a folder for mappings (--root-dir)")
        }
        return folder
    }
}
