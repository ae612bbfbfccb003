import Testing

@testable import Mocking

struct WeightedChoiceTests {
    private func draws(_ weights: [Int], seed: UInt64, count: Int = 12) throws -> [Int] {
        let choice = try #require(WeightedChoice(weights, seed: seed))
        return (0..<count).map { choice.response(at: $0) }
    }

    @Test func theSameSeedGivesTheSameSequence() throws {
        #expect(try draws([1, 1], seed: 7) == draws([1, 1], seed: 7))
        #expect(try draws([1, 1], seed: 7, count: 64) != draws([1, 1], seed: 8, count: 64))
    }

    @Test func weightsAreFrequencies() throws {
        let drawn = try draws([3, 0, 1], seed: 1, count: 10_000)
        #expect((7_300...7_700).contains(drawn.count { $0 == 0 }))
        #expect(!drawn.contains(1))
    }

    @Test func needsAWeight() {
        #expect(WeightedChoice([0, 0], seed: 1) == nil && WeightedChoice([], seed: 1) == nil)
    }

    @Test func largePositionsAndWeightsAreDrawnToo() throws {
        let choice = try #require(WeightedChoice(Array(repeating: 1_000_000, count: 1_000), seed: .max))
        for position in [Int.max, 0, -1] { #expect((0..<1_000).contains(choice.response(at: position))) }
    }
}
