/// A body that is read piece by piece while it is sent, beside the loop, so that a large one is never in memory as a whole.
package struct BodySource: Sendable {
    /// How much is read at once.
    package static let pieceLength = 256 * 1024

    package let length: Int
    /// Returns the bytes from a place on; fewer, or nil, where they cannot be read: the connection then breaks.
    package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

    package init(length: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?) {
        self.length = length
        self.read = read
    }
}
