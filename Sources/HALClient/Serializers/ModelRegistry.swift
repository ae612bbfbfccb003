public import HAL

/// The types of embedded resources and their actions, for one client.
///
/// ```swift
/// var registry = ModelRegistry()
/// registry.register(Door.self, forMediaType: "application/vnd.dummycardoor+json")
/// registry.onEmbedded { (car: inout Car, door: Door) in car.doors.append(door) }
/// ```
///
/// A registered resource that does not decode makes the whole response undecodable. To report such resources one by one
/// instead, use an `@Embedded` property of the type `LossyArray` in the model.
public struct ModelRegistry: Sendable {
    typealias Make = @Sendable (HALResource, JSONCoding) throws -> any Sendable
    typealias Action = @Sendable (inout any Sendable, any Sendable) -> Void

    private var byRelation: [LinkRelation: Make] = [:]
    private var byMediaType: [String: Make] = [:]
    private var actions: [Action] = []

    /// Makes an empty registry.
    public init() {}

    /// Registers the model of the embedded resources of a relation; a CURIE equals its expanded URI.
    ///
    /// The default `decoder` is that of the configuration.
    public mutating func register<Model: Decodable & Sendable>(
        _ type: Model.Type,
        forRelation relation: LinkRelation,
        decoder: JSONValueDecoder? = nil
    ) {
        byRelation[relation] = { try $0.decode(Model.self, with: decoder ?? $1.decoder) }
    }

    /// Registers the model of the embedded resources of a media type.
    ///
    /// The array dialect states the type; in HAL, the `type` of the resource's `self` link does. Parameters are
    /// ignored.
    public mutating func register<Model: Decodable & Sendable>(
        _ type: Model.Type,
        forMediaType mediaType: String,
        decoder: JSONValueDecoder? = nil
    ) {
        byMediaType[Self.essence(mediaType)] = { try $0.decode(Model.self, with: decoder ?? $1.decoder) }
    }

    /// Registers an action for each embedded model of one type within a model of another; the innermost come first.
    public mutating func onEmbedded<Parent: Sendable, Child: Sendable>(
        _ action: @escaping @Sendable (inout Parent, Child) -> Void
    ) {
        actions.append { parent, child in
            guard var typedParent = parent as? Parent, let child = child as? Child else { return }
            action(&typedParent, child)
            parent = typedParent
        }
    }

    /// The decoder of models without their own.
    var coding = JSONCoding()

    /// Whether no types are registered.
    var isEmpty: Bool { byRelation.isEmpty && byMediaType.isEmpty }

    private static func essence(_ mediaType: String) -> String {
        MediaType(mediaType)?.essence ?? mediaType.lowercased()
    }
}

extension ModelRegistry {
    /// The models of the resources embedded in a resource, after the actions for their own embedded models.
    func models(in resource: HALResource) throws(DecodingFailure) -> [EmbeddedModel] {
        guard !isEmpty else { return [] }
        var models: [EmbeddedModel] = []
        switch resource.embedded {
        case .relations(let relations):
            for relation in relations {
                let make = make(forRelation: relation.relation, in: resource)
                let children = relation.resources.elements
                models.reserveCapacity(models.count + children.count)
                for (index, child) in children.enumerated() {
                    guard let make = make ?? child.link(.itself)?.type.flatMap(make(forMediaType:)) else { continue }
                    models.append(
                        try model(make, child, relation.relation, at: "$._embedded['\(relation.relation)'][\(index)]")
                    )
                }
            }
        case .entries(let entries):
            for (index, entry) in entries.enumerated() {
                let relation = LinkRelation(entry.mediaType)
                guard let make = byRelation[relation] ?? make(forMediaType: entry.mediaType) else { continue }
                models.append(try model(make, entry.resource, relation, at: "$._embedded[\(index)].payload"))
            }
        }
        return models
    }

    private func model(
        _ make: Make,
        _ resource: HALResource,
        _ relation: LinkRelation,
        at path: @autoclosure () -> String
    ) throws(DecodingFailure) -> EmbeddedModel {
        let embedded = try models(in: resource)
        var model = try Self.model({ try make($0, coding) }, resource, at: path())
        if !embedded.isEmpty { give(embedded, to: &model) }
        return EmbeddedModel(relation: relation, model: model, resource: resource, embedded: embedded)
    }

    /// Runs the actions that are registered for the parent's type.
    func give<Parent: Sendable>(_ embedded: [EmbeddedModel], to parent: inout Parent) {
        guard !actions.isEmpty else { return }
        var erased: any Sendable = parent
        for child in embedded {
            for action in actions { action(&erased, child.model) }
        }
        parent = (erased as? Parent) ?? parent
    }

    private static func model(
        _ make: (HALResource) throws -> any Sendable,
        _ resource: HALResource,
        at path: @autoclosure () -> String
    ) throws(DecodingFailure) -> any Sendable {
        do {
            return try make(resource)
        } catch {
            let failure = DecodingFailure(model: error)
            let inner = failure.path.map { path() + $0.dropFirst() } ?? path()
            throw DecodingFailure(.model, failure.message, path: inner, underlying: error)
        }
    }

    private func make(forRelation relation: LinkRelation, in parent: HALResource) -> Make? {
        if let make = byRelation[relation] { return make }
        let expanded = parent.expanded(relation)
        return byRelation.first { parent.expanded($0.key) == expanded }?.value
    }

    private func make(forMediaType mediaType: String) -> Make? {
        byMediaType[Self.essence(mediaType)]
    }
}

/// An embedded resource whose type is registered.
public struct EmbeddedModel: Sendable {
    /// The relation; in the array dialect, the media type.
    public let relation: LinkRelation
    /// The model, of the registered type.
    public let model: any Sendable
    /// The resource, with its links.
    public let resource: HALResource
    /// The models embedded in this one.
    public let embedded: [EmbeddedModel]
}
