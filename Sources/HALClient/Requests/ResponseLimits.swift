/// How much of a response is taken in; one that is larger ends as a connection failure of the kind `tooLarge`.
public struct ResponseLimits: Sendable, Hashable {
    /// How many bytes the body may have.
    public var bodyBytes: Int
    /// How many bytes the names and values of all fields may have together.
    public var fieldBytes: Int

    /// Makes limits; the default is 64 MiB of body and 256 KiB of fields.
    public init(bodyBytes: Int = 64 << 20, fieldBytes: Int = 256 << 10) {
        self.bodyBytes = bodyBytes
        self.fieldBytes = fieldBytes
    }
}
