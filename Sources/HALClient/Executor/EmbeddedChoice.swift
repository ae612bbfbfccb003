/// The treatment of a relation whose resource is embedded.
public enum EmbeddedChoice: Sendable, Hashable {
    /// Requests the link's target.
    case fetch
    /// Uses the first embedded resource, without a request; only for GET.
    case prefer
}
