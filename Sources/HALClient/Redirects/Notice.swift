/// A notice to the caller, reported immediately, apart from the outcome.
public enum Notice: Sendable, Hashable {
    /// A redirect with 301 or 308 was followed: use the new URI in future.
    case movedPermanently(Redirect)
    /// A deprecated link was followed.
    case deprecatedLink(relation: String, information: String)
}
