import Testing

@testable import HTTPServing

struct DelayClockTests {
    @Test func isTheLoopsClockUntilItIsChanged() {
        let clock = DelayClock()
        #expect(clock.time(at: 70) == 70 && !clock.isStopped)
        #expect(clock.dateOffset(of: 70, at: 70) == 0)
    }

    @Test func advancesWhileItRunsAndWhileItStands() {
        var clock = DelayClock()
        clock.advance(by: 1_000)
        #expect(clock.time(at: 70) == 1_070)
        clock.stop(at: 80, setting: 0)
        #expect(clock.isStopped && clock.time(at: 5_000) == 1_080)
        clock.advance(by: 20)
        #expect(clock.time(at: 6_000) == 1_100)
        clock.run(at: 7_000)
        #expect(!clock.isStopped && clock.time(at: 7_001) == 1_101)
    }

    @Test func settingItMovesDatesOnly() {
        var clock = DelayClock()
        clock.stop(at: 100, setting: -50_000)
        #expect(clock.time(at: 300) == 100)
        #expect(clock.dateOffset(of: 100, at: 300) == -50_200)
    }

    @Test(arguments: [Int.max, Int.max - 1])
    func doesNotOverflow(_ milliseconds: Int) {
        var clock = DelayClock()
        clock.advance(by: milliseconds)
        clock.advance(by: milliseconds)
        #expect(clock.time(at: 1_000) == .max)
        clock.stop(at: 1_000, setting: .min)
        clock.stop(at: 1_000, setting: .min)
        clock.advance(by: milliseconds)
        #expect(clock.time(at: 2_000) == .max)
        #expect(clock.dateOffset(of: .max, at: 1_000) <= .max)
    }
}
