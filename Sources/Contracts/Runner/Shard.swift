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

    /// `2/5`.
    package var text: String { "\(number)/\(count)" }

    /// Whether the variant with this name belongs to the shard.
    package func contains(_ name: String) -> Bool {
        Self.index(of: name, among: count) == number - 1
    }

    /// Returns those of the names that belong to the shard, if the shards are to take equally long.
    ///
    /// Names with a duration go to the shard with the least work so far, the longest first; others as the hash says, with
    /// the median duration.
    package func members(of names: [String], durations: [String: Duration]) -> Set<String> {
        var known = names.compactMap { name in durations[name].map { (name: name, duration: $0) } }
        known.sort { ($1.duration, $0.name) < ($0.duration, $1.name) }
        let usual = known.isEmpty ? .zero : known[known.count / 2].duration
        var work = [Duration](repeating: .zero, count: count)
        var members: Set<String> = []
        for name in names where durations[name] == nil {
            let index = Self.index(of: name, among: count)
            work[index] += usual
            if index == number - 1 { members.insert(name) }
        }
        for (name, duration) in known {
            let index = work.indices.min { (work[$0], $0) < (work[$1], $1) } ?? 0
            work[index] += duration
            if index == number - 1 { members.insert(name) }
        }
        return members
    }

    private static func index(of name: String, among count: Int) -> Int { Int(hash(name) % UInt64(count)) }

    /// FNV-1a with 64 bits, the same on every platform and in every release.
    private static func hash(_ name: String) -> UInt64 {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        // The lowest bits alone depend on few bits of the name.
        return hash ^ (hash >> 32)
    }
}
