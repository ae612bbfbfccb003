import Documents
internal import HAL

/// A range of counts, both ends included.
package struct CountExpectation: Sendable, Hashable {
    package var atLeast: Int
    package var atMost: Int?

    package init(atLeast: Int = 0, atMost: Int? = nil) {
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

extension CountExpectation {
    static let codec = ObjectCodec(
        "range",
        "a range",
        CountExpectation(),
        keys: [
            Key("atLeast", \.atLeast, .count, default: 0, "The minimum.", example: "atLeast: 1"),
            Key("atMost", \.atMost, .count, "The maximum.", example: "atMost: 3"),
        ],
        check: { reader, members, count in
            if members.node.pairs.isEmpty {
                reader.log.error("a range needs 'atLeast' or 'atMost'", at: members.node)
            }
            if let atMost = count.atMost, atMost < count.atLeast {
                reader.log.error("'atMost' is less than 'atLeast'", at: members.node)
            }
        }
    )
}

extension Codec where Value == CountExpectation {
    /// A number, or a range.
    static let times = Codec(
        reading: .either([Codec<Int>.count.shape, .definition(CountExpectation.codec.table)])
    ) { reader, node, name in
        if case .mapping = node.content { return CountExpectation.codec.read(reader, node) }
        return Codec<Int>.count.read(reader, node, name).map { CountExpectation(atLeast: $0, atMost: $0) }
    }
}
