public import HAL
public import URITemplates

/// What a call goes to: a URI, or a link of a representation.
public struct Target: Sendable, ExpressibleByStringLiteral {
    enum Kind: Sendable {
        case uri(URIReference, DeprecatedLink?)
        case embedded(Resource, base: String, in: Response)
        case missing(LinkRelation, in: Response)
        case invalid(InvalidRequest)
    }

    /// A link that should not be followed any more.
    struct DeprecatedLink: Sendable {
        let relation: String
        let information: String
    }

    let kind: Kind

    /// A URI; a relative one resolves against the configuration's base.
    public init(_ uri: String) {
        kind = .uri(URIReference(uri), nil)
    }

    /// A URI; a relative one resolves against the configuration's base.
    public init(stringLiteral uri: String) {
        self.init(uri)
    }

    /// The target of a link of a representation.
    ///
    /// If there is no such link, the call ends as `undecodable` with the code `missingLink`, without a request.
    public static func link<Model>(
        _ selector: LinkSelector,
        of representation: Representation<Model>,
        variables: URITemplate.Variables = [:],
        embedded: EmbeddedChoice = .fetch
    ) -> Target {
        let step = Step(selector, variables: variables, embedded: embedded)
        return Target(step, in: representation.resource, base: representation.baseURI, of: representation.response)
    }

    /// The target of a link, whose relative URI resolves against `base`.
    public static func link(_ link: Link, base: String, variables: URITemplate.Variables = [:]) -> Target {
        Target(link, relation: "", base: base, variables: variables)
    }

    init(_ step: Step, in resource: Resource?, base: String, of response: Response) {
        if step.embedded == .prefer, let embedded = resource?.embedded(step.selector.relation).first {
            self.init(.embedded(embedded, base: base, in: response))
        } else if let link = resource?.links(matching: step.selector).first {
            self.init(link, relation: step.selector.relation.rawValue, base: base, variables: step.variables)
        } else {
            self.init(.missing(step.selector.relation, in: response))
        }
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    private init(_ link: Link, relation: String, base: String, variables: URITemplate.Variables) {
        do {
            let uri = try link.target(variables).resolved(against: URIReference(base))
            kind = .uri(uri, link.deprecation.map { DeprecatedLink(relation: relation, information: $0) })
        } catch {
            kind = .invalid(InvalidRequest(.template, "the template of the link is malformed: \(error)"))
        }
    }
}
