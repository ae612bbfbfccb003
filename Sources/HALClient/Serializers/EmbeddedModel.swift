public import HAL

/// An embedded resource whose type is registered.
public struct EmbeddedModel: Sendable {
    /// The relation; in the array dialect, the media type.
    public let relation: LinkRelation
    /// The model, of the type that was registered.
    public let model: any Sendable
    /// The resource, with its links.
    public let resource: Resource
    /// Those embedded in it.
    public let embedded: [EmbeddedModel]
}
