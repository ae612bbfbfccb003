import Testing

@testable import UV

@Suite struct BulkTurnsTests {
    /// Streams that always have input and need a number of milliseconds for it; returns who is read in each turn.
    private static func run(_ costs: [Int], turns: Int, reads: Int = 1) -> [[Int]] {
        var bulk = BulkTurns()
        var rounds = costs.map { _ in -1 }
        return (0..<turns).map { turn in
            var elapsed = 0
            var read: [Int] = []
            for stream in costs.indices {
                for _ in 0..<reads where bulk.allows(&rounds[stream], turn: turn, elapsed: elapsed) {
                    elapsed += costs[stream]
                    read.append(stream)
                }
            }
            return read
        }
    }

    @Test func allAreReadWhileThereIsTime() {
        #expect(Self.run([1, 1, 1], turns: 2) == [[0, 1, 2], [0, 1, 2]])
        #expect(Self.run([1], turns: 2, reads: 4) == [[0, 0, 0, 0], [0, 0, 0, 0]])
    }

    @Test func eachIsReadBeforeOneIsReadAgain() {
        #expect(Self.run([3, 3, 3, 3, 3], turns: 4) == [[0, 1], [2, 3], [4], [0, 1]])
    }

    @Test func noTurnIsLongerThanTheBudgetAndOneRead() {
        for turn in Self.run([Int](repeating: 2, count: 100), turns: 50) { #expect((1...3).contains(turn.count)) }
    }

    @Test func oneThatReadsOftenLeavesTheNextTurnToOthers() {
        let turns = Self.run([2, 2], turns: 3, reads: 32)
        #expect(turns == [[0, 0, 0], [1], [0, 0, 0]])
    }
}
