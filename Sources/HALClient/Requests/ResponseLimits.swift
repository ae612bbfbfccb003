/// The size limits of a response; a larger one ends as a connection failure of the kind `tooLarge`.
public struct ResponseLimits: Sendable, Hashable {
    /// The maximum size of the body in bytes.
    public var bodyBytes: Int
    /// The maximum size of the names and values of all fields together in bytes.
    public var fieldBytes: Int

    /// Makes limits; the default is 64 MiB of body and 256 KiB of fields.
    public init(bodyBytes: Int = 64 << 20, fieldBytes: Int = 256 << 10) {
        self.bodyBytes = bodyBytes
        self.fieldBytes = fieldBytes
    }
}
