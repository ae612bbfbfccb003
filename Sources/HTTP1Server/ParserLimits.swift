/// What a request may be at most.
package struct ParserLimits: Sendable, Hashable {
    /// Bytes of request line, header fields and trailer fields; beyond them 431 or 414.
    package var maxHeaderBytes: Int
    /// Header and trailer fields; beyond them 431.
    package var maxFields: Int
    /// Bytes of the decoded body; beyond them 413.
    package var maxBodyBytes: Int

    package init(maxHeaderBytes: Int = 64 << 10, maxFields: Int = 500, maxBodyBytes: Int = 4 << 20) {
        self.maxHeaderBytes = maxHeaderBytes
        self.maxFields = maxFields
        self.maxBodyBytes = maxBodyBytes
    }
}
