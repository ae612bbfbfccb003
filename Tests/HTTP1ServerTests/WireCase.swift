import Testing

/// Bytes of a client, and what a server must make of them.
struct WireCase: Sendable, CustomTestStringConvertible {
    /// What becomes of the bytes.
    enum Verdict: Sendable, Hashable {
        /// One response with this status, then the end of the connection.
        case refused(Int)
        /// Requests with these methods, targets and bodies, and nothing else.
        case served([String])
    }

    var name: String
    var text: String
    var verdict: Verdict

    var testDescription: String { name }

    /// `status` is what refuses the bytes.
    static func refused(_ name: String, _ text: String, _ status: Int = 400) -> WireCase {
        WireCase(name: name, text: text, verdict: .refused(status))
    }

    /// `requests` are what they hold: `GET / body`.
    static func served(_ name: String, _ text: String, _ requests: String...) -> WireCase {
        WireCase(name: name, text: text, verdict: .served(requests))
    }
}
