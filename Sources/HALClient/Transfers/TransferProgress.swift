/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// Which way the bytes go.
    public enum Direction: String, Sendable, Hashable {
        /// The body of the request; the bytes that have been handed to the connection.
        case upload
        /// The body of an answer of success; the bytes that have arrived.
        case download
    }

    /// Which way the bytes go.
    public let direction: Direction
    /// How many there have been; it starts again if the request is sent again.
    public let bytes: Int
    /// How many there will be, or nil if nobody has said.
    public let total: Int?

    /// Makes a value.
    public init(direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// From 0 to 1, or nil if the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : Double(bytes) / Double(total)
    }
}
