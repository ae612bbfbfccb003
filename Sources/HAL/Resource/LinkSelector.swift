/// Which of the links of a relation is meant; what is nil may be anything.
public struct LinkSelector: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The relation, as written or as the URI that it expands to.
    public var relation: LinkRelation
    /// The link's `name`.
    public var name: String?
    /// The link's `type`; parameters count only if they are given.
    public var type: MediaType?
    /// The link's `profile`.
    public var profile: String?
    /// The link's `hreflang`, in any case.
    public var hreflang: String?

    /// Makes a selector.
    public init(
        _ relation: LinkRelation,
        name: String? = nil,
        type: MediaType? = nil,
        profile: String? = nil,
        hreflang: String? = nil
    ) {
        self.relation = relation
        self.name = name
        self.type = type
        self.profile = profile
        self.hreflang = hreflang
    }

    /// Selects all links of a relation.
    public init(stringLiteral value: String) {
        self.init(LinkRelation(value))
    }

    /// Whether a link of the relation is meant.
    public func accepts(_ link: Link) -> Bool {
        (name == nil || name == link.name) && (profile == nil || profile == link.profile)
            && (hreflang == nil || hreflang?.lowercased() == link.hreflang?.lowercased())
            && type.map { link.mediaType?.matches($0) == true } ?? true
    }
}

extension Resource {
    /// The links that a selector means, in order.
    public func links(matching selector: LinkSelector) -> [Link] {
        links(selector.relation).filter(selector.accepts)
    }
}
