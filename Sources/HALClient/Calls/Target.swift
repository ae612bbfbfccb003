public import HAL
public import URITemplates

/// The target of a call: a URI, or a link of a representation.
public struct Target: Sendable {
    enum Kind: Sendable {
        case uri(URIReference, ChainStart, DeprecatedLink?)
        case embedded(HALResource, base: String, in: TransportResponse)
        /// The representation has no such link or template.
        case missing(DecodingFailure, in: TransportResponse)
        /// The request is refused.
        case invalid(any Error)
    }

    /// A deprecated link.
    struct DeprecatedLink: Sendable {
        let relation: String
        let information: String
    }

    /// The URI at which the chain of calls that led to a target began; the credentials of a call are for its origin.
    enum ChainStart: Sendable {
        /// The target, which the caller wrote.
        case target
        /// A URI.
        case uri(String)
        /// The base of the configuration, or else a URI.
        case server(else: String)

        /// The URI; nil for the target.
        func uri(base: String?) -> String? {
            switch self {
            case .target: nil
            case .uri(let uri): uri
            case .server(let uri): base ?? uri
            }
        }
    }

    let kind: Kind

    /// Makes a target of a URI; a relative one resolves against the configuration's base.
    public init(_ uri: String) {
        kind = .uri(URIReference(uri), .target, nil)
    }

    /// Makes a target of a URI; a relative one resolves against the configuration's base.
    public init(stringLiteral uri: String) {
        self.init(uri)
    }

    /// The target of a link of a representation.
    ///
    /// Credentials of the call are for the origin at which the chain of calls that led to the representation began.
    /// Without such a link, the call ends as `undecodable` with the code `missingLink`, without a request.
    public static func link<Model>(
        _ selector: LinkSelector,
        of representation: Representation<Model>,
        variables: URITemplate.Variables = [:],
        embedded: EmbeddedChoice = .fetch
    ) -> Target {
        let step = LinkStep(selector, variables: variables, embedded: embedded)
        return Target(step, of: representation)
    }

    /// The target of a link; a relative URI resolves against `base`.
    ///
    /// Credentials of the call are for the origin of the configuration's base, or else for that of `base`.
    public static func link(_ link: HALLink, base: String, variables: URITemplate.Variables = [:]) -> Target {
        Target(link, HALLink.Context(relation: "", base: base, start: .server(else: base)), variables)
    }

    init<Model>(_ step: LinkStep, of page: Representation<Model>) {
        let response = page.response
        if step.embedded == .prefer, let embedded = page.resource?.embedded(step.selector.relation).first {
            self.init(.embedded(embedded, base: page.baseURI, in: response))
        } else if let link = page.links(step.selector).first {
            self.init(link, step.selector.relation, base: page.baseURI, in: response, step.variables)
        } else {
            let path = DecodingFailure.path(names: "_links", step.selector.relation.rawValue)
            let failure = DecodingFailure(.missingLink, "the resource has no such link", path: path)
            self.init(.missing(failure, in: response))
        }
    }

    /// The target of a representation itself.
    init<Model>(placeOf representation: Representation<Model>) {
        kind = .uri(URIReference(representation.baseURI), .uri(representation.response.start), nil)
    }

    /// A target of a URI that the response to an earlier call names.
    init(_ uri: URIReference, in response: TransportResponse) {
        kind = .uri(uri, .uri(response.start), nil)
    }

    /// A target of a link in the response to an earlier call.
    init(
        _ link: HALLink,
        _ relation: LinkRelation,
        base: String,
        in response: TransportResponse,
        _ variables: URITemplate.Variables = [:]
    ) {
        let start = ChainStart.uri(response.start)
        self.init(link, HALLink.Context(relation: relation.rawValue, base: base, start: start), variables)
    }

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The URI to request, without its fragment; nil if it is not known.
    func uri(base: String?) -> String? {
        guard case .uri(var uri, _, _) = kind else { return nil }
        uri.fragment = nil
        return (base.map { uri.resolved(against: URIReference($0)) } ?? uri).description
    }

    private init(_ link: HALLink, _ place: HALLink.Context, _ variables: URITemplate.Variables) {
        do {
            let uri = try link.target(variables).resolved(against: URIReference(place.base))
            let deprecated = link.deprecation.map { DeprecatedLink(relation: place.relation, information: $0) }
            kind = .uri(uri, place.start, deprecated)
        } catch {
            kind = .invalid(InvalidRequest(.template, "the template of the link cannot be expanded: \(error)"))
        }
    }
}

extension HALLink {
    /// The origin of a link: its relation, base and chain.
    fileprivate struct Context {
        let relation: String
        let base: String
        let start: Target.ChainStart
    }
}
