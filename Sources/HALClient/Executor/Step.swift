public import HAL
public import URITemplates

/// One relation to follow, in a chain or by itself.
public struct Step: Sendable, ExpressibleByStringLiteral {
    /// Which link is followed: the first one that is meant.
    public var selector: LinkSelector
    /// What the variables of a template are.
    public var variables: URITemplate.Variables
    /// What happens if the resource is embedded.
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
