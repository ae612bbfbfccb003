import Scenarios
import SeededRandom
import Testing

@testable import Mocking

@Suite struct DelayPlanTests {
    private func draws(_ fixed: Int?, _ distribution: DelayDistribution?) -> [Int] {
        var definition = ResponseDefinition()
        definition.fixedDelayMilliseconds = fixed
        definition.delayDistribution = distribution
        let random = RandomSource(SeededGenerator(seed: 3))
        let plan = DelayPlan(definition)
        return (0..<200).map { _ in plan.draw(random) }
    }

    @Test func addsTheFixedDelayAndTheDrawnOne() {
        #expect(Set(draws(5, .fixed(milliseconds: 7))) == [12])
        #expect(Set(draws(100, .uniform(lower: 1, upper: 3))) == [101, 102, 103])
        #expect(Set(draws(nil, nil)) == [0])
    }

    @Test func drawsAroundTheMedian() {
        let values = draws(nil, .lognormal(median: 80, sigma: 0.4, maximum: 500)).sorted()
        #expect((65...95).contains(values[100]))
        #expect(values[0] >= 10 && values[199] <= 500)
        #expect(draws(nil, .lognormal(median: 80, sigma: 0.4, maximum: 81)).allSatisfy { $0 <= 81 })
    }

    @Test(
        arguments: [
            DelayDistribution.uniform(lower: 9, upper: 2), .uniform(lower: .min, upper: .max),
            .lognormal(median: .infinity, sigma: 9, maximum: nil), .lognormal(median: .nan, sigma: .nan, maximum: .nan),
            .lognormal(median: -5, sigma: 1, maximum: nil), .fixed(milliseconds: .min), .fixed(milliseconds: .max),
        ]
    )
    func staysWithinADayWhateverTheFileSays(distribution: DelayDistribution) {
        #expect(draws(.max, distribution).allSatisfy { (0...DelayPlan.longest).contains($0) })
        #expect(draws(nil, distribution).allSatisfy { (0...DelayPlan.longest).contains($0) })
    }
}
