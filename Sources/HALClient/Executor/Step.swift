public import HAL
public import URITemplates

/// One relation to follow, in a chain or by itself.
public struct Step: Sendable, ExpressibleByStringLiteral {
    /// The relation, looked up as written, then as the URI that it expands to.
    public var relation: LinkRelation
    /// Which link of the relation.
    public var selector: LinkSelector
    /// What the variables of a template are.
    public var variables: URITemplate.Variables
    /// What happens if the resource is embedded.
    public var embedded: EmbeddedChoice

    /// Makes a step.
    public init(
        _ relation: LinkRelation,
        selecting selector: LinkSelector = LinkSelector(),
        variables: URITemplate.Variables = [:],
        embedded: EmbeddedChoice = .fetch
    ) {
        self.relation = relation
        self.selector = selector
        self.variables = variables
        self.embedded = embedded
    }

    /// Follows the first link of that relation.
    public init(stringLiteral relation: String) {
        self.init(LinkRelation(relation))
    }
}
