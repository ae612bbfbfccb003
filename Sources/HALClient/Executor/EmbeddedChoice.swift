/// What following a relation does if the resource of that relation is embedded already.
public enum EmbeddedChoice: Sendable, Hashable {
    /// Requests the link's target.
    case fetch
    /// Takes the embedded resource, without a request; the first one if there are several. For GET alone.
    case prefer
}
