public import HAL

/// A link of a resource, with its target resolved.
public struct Relation: Sendable, Hashable {
    /// The relation as written.
    public let name: LinkRelation
    /// The URI of the resource that has the link.
    public let subject: String
    /// The URI of the link; nil if it is a template.
    public let target: String?
    /// The media type of the target: the link's hint, else the resource's own.
    public let mediaType: MediaType?
    /// The link itself.
    public let link: Link

    init(_ name: LinkRelation, _ link: Link, of subject: URIReference, mediaType: MediaType?) {
        self.name = name
        self.subject = subject.description
        target = link.isTemplated ? nil : URIReference(link.href).resolved(against: subject).description
        self.mediaType = link.mediaType ?? mediaType
        self.link = link
    }
}
