/// Selects links of a relation; a property that is nil matches any value.
public struct LinkSelector: Sendable, Hashable, ExpressibleByRelation {
    /// The relation, as written or as its expanded URI.
    public var relation: LinkRelation
    /// The link's `name`.
    public var name: String?
    /// The link's `type`; only the given parameters are compared.
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
    public init(_ relation: LinkRelation) {
        self.relation = relation
    }

    /// Whether a link of the relation matches.
    public func accepts(_ link: HALLink) -> Bool {
        (name == nil || name == link.name) && (profile == nil || profile == link.profile)
            && (hreflang == nil || hreflang?.lowercased() == link.hreflang?.lowercased())
            && type.map { link.mediaType?.matches($0) == true } ?? true
    }
}

extension HALResource {
    /// The links that a selector matches, in order.
    public func links(matching selector: LinkSelector) -> [HALLink] {
        links(selector.relation).filter(selector.accepts)
    }
}
