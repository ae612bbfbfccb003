import Documents
internal import HAL

/// How long a client must wait before it repeats a request.
package struct WaitExpectation: Sendable, Hashable {
    /// The shortest wait.
    package enum Minimum: Sendable, Hashable {
        /// The time that the response asked for.
        case advised
        case seconds(Int)
    }

    package var atLeast: Minimum?
    /// In seconds.
    package var atMost: Int?

    package init(atLeast: Minimum? = nil, atMost: Int? = nil) {
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

extension WaitExpectation {
    static let codec = ObjectCodec(
        "waited",
        "a wait",
        WaitExpectation(),
        keys: [
            Key(
                "atLeast",
                \.atLeast,
                .minimum,
                "The shortest wait: `advised`, which is what the response asked for, or seconds.",
                example: "atLeast: advised"
            ),
            Key("atMost", \.atMost, .count, "The longest wait, in seconds.", example: "atLeast: advised, atMost: 60"),
        ],
        check: { reader, members, wait in
            if members.node.pairs.isEmpty {
                reader.log.error("a wait needs 'atLeast' or 'atMost'", at: members.node)
            }
            if case .seconds(let seconds) = wait.atLeast, let atMost = wait.atMost, atMost < seconds {
                reader.log.error("'atMost' is less than 'atLeast'", at: members.node)
            }
        }
    )

    fileprivate static let advised = "advised"
}

extension Codec where Value == WaitExpectation.Minimum {
    fileprivate static let minimum = Codec(
        reading: .either([.choice([WaitExpectation.advised]), Codec<Int>.count.shape])
    ) { reader, node, name in
        if reader.filled(node)?.text == WaitExpectation.advised { return .advised }
        return Codec<Int>.count.read(reader, node, name).map { .seconds($0) }
    }
}
