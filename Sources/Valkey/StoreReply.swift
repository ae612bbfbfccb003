/// A reply of the store: a value of RESP 2.
package enum StoreReply: Sendable, Hashable {
    case integer(Int)
    case bytes([UInt8])
    /// A short text such as `OK`.
    case status(String)
    /// An error: its code and its text, such as `WRONGTYPE Operation against …`.
    case error(String)
    case array([StoreReply])
    case none

    /// The elements of an array; empty for any other reply.
    package var elements: [StoreReply] { if case .array(let elements) = self { elements } else { [] } }

    /// The bytes of a string or a status; nil for any other reply.
    package var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        case .status(let text): Array(text.utf8)
        case .integer, .error, .array, .none: nil
        }
    }

    /// The text of a string or a status; nil for any other reply.
    package var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The number of an integer, or of a string of digits; nil for any other reply.
    package var integer: Int? { if case .integer(let number) = self { number } else { text.flatMap { Int($0) } } }
}
