public import HAL
public import URITemplates

/// One relation to follow, alone or in a chain.
public struct Step: Sendable, ExpressibleByStringLiteral {
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
    public init(stringLiteral relation: String) {
        self.init(LinkSelector(LinkRelation(relation)))
    }
}
