import Contracts
import Testing

/// Parts of a selection.
struct ShardTests {
    private static let names = (100..<600).flatMap { status in ["GET", "PUT"].map { "classes[\($0),\(status)]" } }

    @Test(arguments: 1...7)
    func theShardsArePartsOfTheWhole(count: Int) throws {
        let shards = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
        for name in Self.names { #expect(shards.count { $0.contains(name) } == 1, "\(name)") }
        for shard in shards {
            let size = Self.names.count(where: shard.contains)
            #expect(abs(size - Self.names.count / count) < Self.names.count / 10, "\(shard): \(size)")
        }
    }

    @Test("shards by time are parts of the whole, and take equally long", arguments: 1...7)
    func shardsByTime(count: Int) throws {
        var durations: [String: Duration] = [:]
        for (index, name) in Self.names.enumerated() where index % 10 != 0 {
            durations[name] = .milliseconds(index * index % 997)
        }
        let shards = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
        let parts = shards.map { $0.members(of: Self.names, durations: durations) }
        #expect(parts.reduce(0) { $0 + $1.count } == Self.names.count)
        #expect(parts.reduce(Set()) { $0.union($1) } == Set(Self.names))
        let work = parts.map { $0.compactMap { durations[$0] }.reduce(.zero, +) }
        let (least, most) = (try #require(work.min()), try #require(work.max()))
        // The unknown ones are not equally many.
        #expect(most - least < .seconds(20), "\(work)")
        #expect(parts == shards.map { $0.members(of: Self.names.reversed(), durations: durations) })
    }

    @Test func withoutDurationsAShardByTimeIsOneByName() throws {
        let shard = try #require(Shard("2/3"))
        #expect(shard.members(of: Self.names, durations: [:]) == Set(Self.names.filter(shard.contains)))
    }

    @Test func theSameInEveryRelease() throws {
        let shard = try #require(Shard("2/3"))
        #expect(["a", "b", "c", "slug[GET,409]"].filter(shard.contains) == ["a", "b", "slug[GET,409]"])
    }

    @Test(
        "nothing else is a shard",
        arguments: ["", "1", "0/4", "5/4", "1/0", "-1/4", "1/2/3", "01/4", "1/1001", "a/b", "1 / 2"]
    )
    func nothingElseIsAShard(_ text: String) {
        #expect(Shard(text) == nil)
    }
}
