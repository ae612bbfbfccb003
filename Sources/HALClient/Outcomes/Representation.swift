public import HAL

/// A representation of a resource: its model, links, embedded resources and validators.
public struct Representation<Model: Sendable>: Sendable {
    /// The model; nil if the body was empty, and in a conflict also if the body is not a version of the resource.
    public let model: Model?
    /// The HAL resource; nil if the body was empty or its media type has no links.
    public let resource: Resource?
    /// The embedded resources whose types are registered, in order.
    public let embeddedModels: [EmbeddedModel]
    /// The base URI of links.
    public let baseURI: String
    /// The URI of the resource: `Location`, resolved, or nil.
    public let location: String?
    /// The time of the last change, or nil.
    public let lastModified: HTTPDate?
    /// The problem details of a conflict, RFC 9457, or nil.
    public let problem: ProblemDetails?
    /// The reason why the body of a conflict could not be decoded, or nil.
    public let decodingFailure: DecodingFailure?
    /// The response; for an embedded resource, that of the enclosing resource.
    public internal(set) var response: Response
}

extension Representation {
    /// The links; empty without a resource.
    public var links: Links {
        resource?.links ?? Links()
    }

    /// The links with their targets, in order, without `curies`.
    public var relations: [Relation] {
        guard let resource else { return [] }
        let subject = URIReference(baseURI)
        return resource.links.entries.filter { $0.relation != .curies }.flatMap { entry in
            entry.links.elements.map { Relation(entry.relation, $0, of: subject, mediaType: response.mediaType) }
        }
    }

    /// The entity tag as it was sent, or nil.
    public var entityTag: String? {
        response.entityTag
    }

    /// The embedded models of a type, optionally of one relation; a CURIE equals its expanded URI.
    public func embedded<Child: Sendable>(
        _ type: Child.Type = Child.self,
        relation: LinkRelation? = nil
    ) -> [Child] {
        embeddedModels.compactMap { embedded in
            relation.map { isSame($0, embedded.relation) } ?? true ? embedded.model as? Child : nil
        }
    }

    private func isSame(_ relation: LinkRelation, _ other: LinkRelation) -> Bool {
        relation == other || expanded(relation) == expanded(other)
    }

    private func expanded(_ relation: LinkRelation) -> String {
        resource?.documentation(of: relation) ?? relation.rawValue
    }
}
