import Testing

@testable import HTTP2

@Suite struct RateLimitTests {
    @Test func allowsABurstAndThenSoManyASecond() {
        var limit = RateLimit(burst: 3, perSecond: 2)
        let taken = [0, 0, 0, 0].map { limit.take(1, at: $0) }
        #expect(taken == [true, true, true, false])
        // The one that was too many counts too.
        let later = [500, 1500].map { limit.take(1, at: $0) }
        #expect(later == [false, true])
        let (three, four) = (limit.take(3, at: 10_000), limit.take(1, at: 10_000))
        #expect(three && !four)
    }

    @Test func countsPartsOfUnits() {
        var limit = RateLimit(burst: 1, perSecond: 1)
        let taken = (0...1000).map { limit.take($0 % 1000 == 0 ? 1 : 0, at: $0) }
        #expect(taken.allSatisfy { $0 })
    }
}
