/// A URI template, RFC 6570 level 4.
public struct URITemplate: Sendable, Hashable {
    /// The template's text.
    public let text: String
}
