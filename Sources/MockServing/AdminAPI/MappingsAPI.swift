import HAL
import HTTP1Server
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
                call throws(AdminError) in try .json(add(call).wireMockJSON, status: 201)
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
                try replace(call.body(WireMockReader.mapping), call)
                return AdminAnswer(Response(status: 204))
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
                return try .json(replace(interaction, call).wireMockJSON)
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

    private static func add(_ call: AdminCall) throws(AdminError) -> Interaction {
        var interaction = try call.body(WireMockReader.mapping)
        if let id = interaction.id, call.space.mapping(id) != nil {
            throw AdminError(
                422,
                code: AdminError.Code.duplicate,
                "There is a mapping with that id already",
                at: "/id",
                detail: "PUT /__admin/mappings/\(id) replaces it"
            )
        }
        name(&interaction)
        if interaction.isPersistent { try savingFolder(call).save(interaction) }
        call.space.add(interaction)
        return interaction
    }

    private static func mapping(_ call: AdminCall) throws(AdminError) -> Interaction {
        let id = try call.identifier()
        guard let interaction = call.space.mapping(id) else {
            throw .noSuchResource("this address has no mapping \(id)")
        }
        return interaction
    }

    @discardableResult
    private static func replace(_ interaction: Interaction, _ call: AdminCall) throws(AdminError) -> Interaction {
        guard let id = interaction.id, let old = call.space.mapping(id) else {
            throw .noSuchResource("this address has no mapping \(interaction.id ?? "without an id")")
        }
        if interaction.isPersistent {
            try savingFolder(call).save(interaction)
        } else if old.isPersistent {
            try savingFolder(call).forget(old)
        }
        _ = call.space.replace(interaction)
        return interaction
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
