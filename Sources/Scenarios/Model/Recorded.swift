import Documents

/// A scenario made from the exchanges with a real server, whose responses are kept as they were sent.
package struct Recorded: Sendable, Hashable {
    /// The targets of links that no interaction matches; one that ends with `*` means all that begin so.
    package var unserved: [String] = []

    package init() {}

    /// Whether the target of a link is one of those that no interaction matches.
    func leavesUnserved(_ target: String) -> Bool {
        unserved.contains { $0.hasSuffix("*") ? target.hasPrefix($0.dropLast()) : $0 == target }
    }
}

extension Recorded {
    static let codec = ObjectCodec(
        "recorded",
        "recorded",
        Recorded(),
        keys: [
            Key(
                "unserved",
                \.unserved,
                Codec.text.list(of: "a target"),
                default: [],
                "Targets of links that no interaction matches, because they were not recorded; `*` at the end matches any rest.",
                example: "unserved: [/stations/8, /logs/*]"
            )
        ]
    )
}
