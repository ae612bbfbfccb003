import Scenarios
import Testing

@testable import Mocking

struct QuotaCounterTests {
    private static func policy(_ kind: RateLimitDefinition.Kind, quota: Int = 2, window: Int = 60) -> QuotaPolicy {
        var definition = RateLimitDefinition()
        (definition.kind, definition.quota, definition.window) = (kind, quota, window)
        return QuotaPolicy(definition)
    }

    private static let start: Int64 = 1_795_234_304_000

    /// Takes requests at times after the start, and lists `remaining/reset` of each, with `!` if it is rejected.
    private func decisions(_ policy: QuotaPolicy, at times: [Int64]) -> [String] {
        var counter = QuotaCounter(policy, at: Self.start + times[0])
        return times.map { time in
            let decision = counter.take(policy, at: Self.start + time)
            return "\(decision.isAllowed ? "" : "!")\(decision.remaining)/\(decision.reset)"
        }
    }

    @Test func aFixedWindowBeginsWithARequest() {
        #expect(
            decisions(Self.policy(.fixed), at: [0, 10_000, 20_000, 59_999, 60_000, 200_000])
                == ["1/60000", "0/50000", "!0/40000", "!0/1", "1/60000", "1/60000"]
        )
    }

    @Test func aSlidingWindowCountsEachRequestForItsLength() {
        #expect(
            decisions(Self.policy(.sliding), at: [0, 10_000, 20_000, 60_000, 69_999, 70_000])
                == ["1/60000", "0/50000", "!0/40000", "0/10000", "!0/1", "0/50000"]
        )
    }

    @Test func aBucketIsRefilledContinuously() {
        #expect(
            decisions(Self.policy(.tokenBucket), at: [0, 0, 0, 29_999, 30_000, 90_000, 1_000_000_000])
                == ["1/30000", "0/30000", "!0/30000", "!0/1", "0/30000", "1/30000", "1/30000"]
        )
    }

    @Test(arguments: RateLimitDefinition.Kind.allCases)
    func itsStatusUsesNothing(_ kind: RateLimitDefinition.Kind) {
        let policy = Self.policy(kind)
        var counter = QuotaCounter(policy, at: Self.start)
        let decision = counter.take(policy, at: Self.start)
        for _ in 0..<3 {
            let status = counter.status(policy, at: Self.start)
            #expect(status.remaining == decision.remaining && status.reset == decision.reset)
        }
        #expect(counter.status(policy, at: Self.start + 60_000).remaining == 2, "the window has passed")
        #expect(counter.take(policy, at: Self.start).isAllowed)
    }

    @Test func theClientThatHasUsedMostIsTheLowest() {
        let policy = Self.policy(.fixed, quota: 3)
        var table = QuotaTable()
        #expect(table.lowest(policy, at: Self.start) == nil)
        for client in ["a", "b", "b"] { _ = table.take(policy, of: Array(client.utf8), at: Self.start) }
        #expect(table.lowest(policy, at: Self.start + 10_000) == QuotaStatus(remaining: 1, reset: 50_000))
    }

    @Test(arguments: RateLimitDefinition.Kind.allCases)
    func aStepBackwardsMakesItWhole(_ kind: RateLimitDefinition.Kind) {
        let taken = decisions(Self.policy(kind), at: [50_000, 50_000, 50_000, 0])
        #expect(taken.map { $0.hasPrefix("!") } == [false, false, true, false])
    }

    @Test(arguments: RateLimitDefinition.Kind.allCases)
    func extremesDoNotOverflow(_ kind: RateLimitDefinition.Kind) {
        let policy = Self.policy(kind, quota: 1_000_000, window: 2_678_400)
        var counter = QuotaCounter(policy, at: 0)
        #expect(counter.take(policy, at: 0).isAllowed)
        #expect(counter.take(policy, at: MountClock.latest).isAllowed)
    }

    @Test(arguments: RateLimitDefinition.Kind.allCases)
    func whoWaitsForTheResetIsAllowed(_ kind: RateLimitDefinition.Kind) {
        let policy = Self.policy(kind, quota: 7, window: 11)
        var counter = QuotaCounter(policy, at: Self.start)
        var now = Self.start
        for step in 0..<500 {
            let decision = counter.take(policy, at: now)
            #expect(decision.reset > 0 && decision.remaining >= 0 && decision.remaining < 7)
            if decision.isAllowed {
                now += Int64(step * 37 % 900)
            } else {
                now += decision.reset
                #expect(counter.take(policy, at: now).isAllowed, "\(kind) after \(decision.reset) ms")
            }
        }
    }

    @Test func aTableForgetsTheClientsThatWereNotUsedForLong() {
        let policy = Self.policy(.fixed)
        var table = QuotaTable()
        for number in 0..<(QuotaTable.mostClients + 1) {
            _ = table.take(policy, of: Array("\(number)".utf8), at: Self.start + Int64(number))
        }
        #expect(table.count <= QuotaTable.mostClients)
        let time = Self.start + Int64(QuotaTable.mostClients)
        #expect(table.take(policy, of: Array("\(QuotaTable.mostClients)".utf8), at: time).remaining == 0)
        #expect(table.take(policy, of: Array("0".utf8), at: time).remaining == 1, "it was forgotten")
    }
}
