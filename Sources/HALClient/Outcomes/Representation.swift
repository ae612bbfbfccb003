public import HAL

/// A representation of a resource: its model, links, embedded resources and validators.
public struct Representation<Model: Sendable>: Sendable {
    /// The model; nil if the body was empty, and in a conflict also if the body is not a version of the resource.
    public let model: Model?
    /// The HAL resource; nil if the body was empty or its media type has no links.
    public let resource: HALResource?
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
    /// The links of the `Link` fields, RFC 8288, and of the parameter `profile` of the media type, RFC 6906 §3.1; their
    /// targets are absolute.
    public let fieldLinks: HALLinks
    /// The response; for an embedded resource, that of the enclosing resource.
    public internal(set) var response: TransportResponse
}

extension Representation {
    /// The links of the resource, then those of the fields.
    public var links: HALLinks {
        guard let resource else { return fieldLinks }
        return HALLinks(resource.links.entries + fieldLinks.entries)
    }

    /// The links that a selector matches: those of the resource, or else those of the fields.
    public func links(_ selector: LinkSelector) -> [HALLink] {
        let links = resource?.links(matching: selector) ?? []
        return links.isEmpty ? fieldLinks[selector.relation].filter(selector.accepts) : links
    }

    /// The links with their targets, in order, without `curies`.
    public var relations: [ResolvedLink] {
        let subject = URIReference(baseURI)
        return links.entries.filter { $0.relation != .curies }.flatMap { entry in
            entry.links.elements.map { ResolvedLink(entry.relation, $0, of: subject, mediaType: response.mediaType) }
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
        resource?.expanded(relation) ?? relation.rawValue
    }
}

extension Representation {
    func withoutModel<Other>() -> Representation<Other> {
        with(model: nil)
    }

    /// A copy with another model.
    func with<Other>(model: Other?) -> Representation<Other> {
        Representation<Other>(
            model: model,
            resource: resource,
            embeddedModels: embeddedModels,
            baseURI: baseURI,
            location: location,
            lastModified: lastModified,
            problem: problem,
            decodingFailure: decodingFailure,
            fieldLinks: fieldLinks,
            response: response
        )
    }
}

/// A link of a resource, with its target resolved.
public struct ResolvedLink: Sendable, Hashable {
    /// The relation as written.
    public let name: LinkRelation
    /// The URI of the resource that has the link.
    public let subject: String
    /// The URI of the link; nil if it is a template.
    public let target: String?
    /// The media type of the target: the link's hint, else the resource's own.
    public let mediaType: MediaType?
    /// The link itself.
    public let link: HALLink

    init(_ name: LinkRelation, _ link: HALLink, of subject: URIReference, mediaType: MediaType?) {
        self.name = name
        self.subject = subject.description
        target = link.isTemplated ? nil : URIReference(link.href).resolved(against: subject).description
        self.mediaType = link.mediaType ?? mediaType
        self.link = link
    }
}
