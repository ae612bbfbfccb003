public import URITemplates

/// A link object, draft-kelly-json-hal-11 §5.
public struct Link: Sendable, Hashable {
    /// The target: a URI reference, or a URI template if `isTemplated`.
    public var href: String
    /// Whether `href` is a template.
    public var isTemplated: Bool
    /// A hint at the media type of the target, as written.
    public var type: String?
    /// The URI of information about the deprecation; if it is present, the link is deprecated.
    public var deprecation: String?
    /// The name that distinguishes links of one relation.
    public var name: String?
    /// A URI that hints at the profile of the target.
    public var profile: String?
    /// A label for people.
    public var title: String?
    /// The language of the target.
    public var hreflang: String?
    /// Members that HAL does not define, in their order.
    public var otherMembers: JSONObject

    /// Makes a link.
    public init(
        _ href: String,
        templated: Bool = false,
        type: String? = nil,
        deprecation: String? = nil,
        name: String? = nil,
        profile: String? = nil,
        title: String? = nil,
        hreflang: String? = nil,
        otherMembers: JSONObject = JSONObject()
    ) {
        self.href = href
        isTemplated = templated
        self.type = type
        self.deprecation = deprecation
        self.name = name
        self.profile = profile
        self.title = title
        self.hreflang = hreflang
        self.otherMembers = otherMembers
    }

    /// Whether the link is deprecated.
    public var isDeprecated: Bool { deprecation != nil }

    /// The hinted media type, or nil if it is missing or malformed.
    public var mediaType: MediaType? {
        type.flatMap { MediaType($0) }
    }

    /// The target as a reference: a template is expanded, any other `href` is used as written.
    ///
    /// - Throws: `URITemplateError` if the template is invalid or does not fit the variables.
    public func target(_ variables: URITemplate.Variables = [:]) throws(URITemplateError) -> URIReference {
        guard isTemplated else { return URIReference(href) }
        return URIReference(try URITemplate(href).expand(variables))
    }

    /// The link as a JSON object.
    public var object: JSONObject {
        var members = [JSONObject.Member("href", .string(href))]
        if isTemplated { members.append(JSONObject.Member("templated", true)) }
        let texts = [
            ("type", type), ("deprecation", deprecation), ("name", name), ("profile", profile), ("title", title),
            ("hreflang", hreflang),
        ]
        members += texts.compactMap { name, text in text.map { JSONObject.Member(name, .string($0)) } }
        return JSONObject(members + otherMembers.members)
    }
}
