public import HAL

/// An embedded resource whose type is registered.
public struct EmbeddedModel: Sendable {
    /// The relation; in the array dialect, the media type.
    public let relation: LinkRelation
    /// The model, of the registered type.
    public let model: any Sendable
    /// The resource, with its links.
    public let resource: Resource
    /// The models embedded in this one.
    public let embedded: [EmbeddedModel]
}
