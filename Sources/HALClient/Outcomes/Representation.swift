public import HAL

/// What an answer says about a resource: its model, its links, what is embedded in it, and its validators.
public struct Representation<Model: Sendable>: Sendable {
    /// The model; nil if the body was empty, and in a conflict also if it is no version of the resource.
    public let model: Model?
    /// The resource as HAL sees it; nil if the body was empty or its media type has no links.
    public let resource: Resource?
    /// The embedded resources whose types are registered, in order.
    public let embeddedModels: [EmbeddedModel]
    /// What links resolve against.
    public let baseURI: String
    /// Where the resource was created or lives: `Location`, resolved, or nil.
    public let location: String?
    /// When it was last changed, or nil.
    public let lastModified: HTTPDate?
    /// The problem details of a conflict, RFC 9457, or nil.
    public let problem: ProblemDetails?
    /// Why the body of a conflict did not become a model, or nil.
    public let decodingFailure: DecodingFailure?
    /// The response; that of the resource around it if this one was embedded.
    public internal(set) var response: Response
}

extension Representation {
    /// The links, none if there is no resource.
    public var links: Links {
        resource?.links ?? Links()
    }

    /// The links with their targets, in order; `curies` are not among them.
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

    /// The embedded models of a type, those of one relation if it is given; a CURIE and the URI that it stands for are the
    /// same.
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
