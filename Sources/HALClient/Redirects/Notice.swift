/// Something that a caller should know and that is not the outcome; it is given at once.
public enum Notice: Sendable, Hashable {
    /// A redirect with 301 or 308 was followed: use the new URI from now on.
    case movedPermanently(Redirect)
    /// A link that is deprecated was followed.
    case deprecatedLink(relation: String, information: String)
}
