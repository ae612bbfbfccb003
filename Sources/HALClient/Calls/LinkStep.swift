public import HAL
public import URITemplates

/// One relation to follow, alone or in a chain.
public struct LinkStep: Sendable, ExpressibleByRelation {
    /// Selects the link; the first match is followed.
    public var selector: LinkSelector
    /// The variables of a template.
    public var variables: URITemplate.Variables
    /// The treatment of an embedded resource.
    public var embedded: EmbeddedChoice

    /// Makes a step.
    public init(
        _ selector: LinkSelector,
        variables: URITemplate.Variables = [:],
        embedded: EmbeddedChoice = .fetch
    ) {
        self.selector = selector
        self.variables = variables
        self.embedded = embedded
    }

    /// Follows the first link of that relation.
    public init(_ relation: LinkRelation) {
        self.init(LinkSelector(relation))
    }
}

/// The treatment of a relation whose resource is embedded.
public enum EmbeddedChoice: Sendable, Hashable {
    /// Requests the link's target.
    case fetch
    /// Uses the first embedded resource, without a request; only for GET.
    case prefer
}

extension CallPerforming {
    /// Gets `start`, then follows one relation after the other with GET; the last response becomes the model.
    ///
    /// ```swift
    /// await client.follow(["stations", .next, .curie("ea:find")])
    /// ```
    ///
    /// The default start is the base URI of the client.
    /// The first step without success is the outcome of the chain. Credentials of the options are sent only to the
    /// origin of `start` and to those in ``RequestOptions/credentialOrigins``.
    public func follow<Model: Decodable & Sendable>(
        _ steps: [LinkStep],
        from start: Target = "",
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        guard !steps.isEmpty else { return await get(start, as: type, options: options) }
        switch await get(start, options: options) {
        case .success(let representation):
            return await follow(steps, from: representation, as: type, options: options)
        case let other:
            return other.withoutModel()
        }
    }

    /// Follows one relation after the other with GET, starting at a representation; the last response becomes the
    /// model.
    public func follow<Start, Model: Decodable & Sendable>(
        _ steps: [LinkStep],
        from start: Representation<Start>,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        guard let last = steps.last else {
            return await get(Target(placeOf: start), as: type, options: options)
        }
        var page: Representation<Never> = start.withoutModel()
        for step in steps.dropLast() {
            switch await get(Target(step, of: page), options: options) {
            case .success(let next): page = next.withoutModel()
            case let other: return other.withoutModel()
            }
        }
        return await get(Target(last, of: page), as: type, options: options)
    }
}
