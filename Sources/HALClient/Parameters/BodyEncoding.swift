/// The encoding of the parameters of a request as its body.
public enum BodyEncoding: String, Sendable, Hashable, CaseIterable {
    /// A JSON object.
    case json
    /// `application/x-www-form-urlencoded`.
    case form
    /// `multipart/form-data`, one part for each parameter.
    case multipart
}
