/// One of several parts of a selection, which different machines run.
///
/// A variant belongs to the shard that the hash of its name selects, whatever other scenarios there are.
package struct Shard: Sendable, Hashable {
    /// The number of the shard, from 1.
    package let number: Int
    /// The number of shards.
    package let count: Int

    /// Reads `2/5`; nil for another text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2, (1...1000).contains(parts[1]), (1...parts[1]).contains(parts[0]),
            text == "\(parts[0])/\(parts[1])"
        else { return nil }
        (number, count) = (parts[0], parts[1])
    }

    /// Whether the variant with this name belongs to the shard.
    package func contains(_ name: String) -> Bool {
        Int(Self.hash(name) % UInt64(count)) == number - 1
    }

    /// FNV-1a with 64 bits, the same on every platform and in every release.
    private static func hash(_ name: String) -> UInt64 {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        // The lowest bits alone depend on few bits of the name.
        return hash ^ (hash >> 32)
    }
}
