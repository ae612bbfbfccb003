/// The largest request that the server accepts.
package struct RequestLimits: Sendable, Hashable {
    /// The maximum number of bytes of a method; beyond it the server responds 501.
    package static var maxMethodBytes: Int { 256 }
    /// The maximum memory that is reserved for a body before its bytes arrive.
    package static var unseenBodyBytes: Int { 1 << 20 }

    /// Bytes of request line, header fields and trailer fields; beyond it the server responds 431 or 414.
    package var maxHeaderBytes: Int
    /// Number of header and trailer fields; beyond it the server responds 431.
    package var maxFields: Int
    /// Bytes of the decoded body; beyond it the server responds 413.
    package var maxBodyBytes: Int

    package init(maxHeaderBytes: Int = 64 << 10, maxFields: Int = 500, maxBodyBytes: Int = 4 << 20) {
        self.maxHeaderBytes = maxHeaderBytes
        self.maxFields = maxFields
        self.maxBodyBytes = maxBodyBytes
    }
}
