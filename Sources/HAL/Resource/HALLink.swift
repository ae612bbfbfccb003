public import URITemplates

/// A link object, draft-kelly-json-hal-11 §5.
public struct HALLink: Sendable, Hashable {
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

extension HALLink {
    /// Reads a link object, or returns nil if it has no target; problems go to `report`.
    init?(_ value: JSONValue, report: (ResourceProblem.Code, _ member: String?, String) -> Void) {
        guard case .object(let object) = value else {
            report(.badLink, nil, "a link is an object, not \(value.kind)")
            return nil
        }
        guard case .string(let href)? = object["href"] else {
            report(.badLink, nil, "a link needs a string 'href'")
            return nil
        }
        self.init(href)
        for member in object.members {
            guard let code = take(member) else { continue }
            report(code, member.name, "'\(member.name)' is \(member.value.kind)")
        }
    }

    /// Reads one member, where `null` counts as absent, and returns the problem, or nil.
    private mutating func take(_ member: JSONObject.Member) -> ResourceProblem.Code? {
        switch (member.name, member.value) {
        case ("href", _): return nil
        case ("templated", let value): return takeTemplated(value)
        case ("type", .string(let text)): type = text
        case ("name", .string(let text)): name = text
        case ("profile", .string(let text)): profile = text
        case ("title", .string(let text)): title = text
        case ("hreflang", .string(let text)): hreflang = text
        case ("deprecation", .string(let text)): deprecation = text
        // Seen in the wild: `true` instead of a URI.
        case ("deprecation", .bool(true)):
            deprecation = ""
            return .badLinkMember
        case ("deprecation", .bool(false)): return .badLinkMember
        case (let name, .null) where Self.textNames.contains(name): return nil
        case (let name, _):
            otherMembers.members.append(member)
            return Self.textNames.contains(name) ? .badLinkMember : nil
        }
        return nil
    }

    private mutating func takeTemplated(_ value: JSONValue) -> ResourceProblem.Code? {
        switch value {
        case .bool(let flag): isTemplated = flag
        case .string(let text) where text.lowercased() == "true":
            isTemplated = true
            return .templatedAsString
        case .null: return nil
        case .string, .number, .array, .object: return .badLinkMember
        }
        return nil
    }

    private static let textNames: Set = ["type", "name", "profile", "title", "hreflang", "deprecation"]
}
