import Testing
import UV

@testable import HTTPServing

/// Delays on a loop whose time is written by the tests.
@Suite struct PendingDelaysTests {
    /// Delays of one loop, and the names of those that have elapsed early.
    private final class Fixture {
        let loop: Loop
        let delays = PendingDelays()
        private(set) var elapsed: [String] = []
        private var timers: [LoopTimer] = []

        init() throws {
            loop = try Loop()
        }

        deinit {
            for timer in timers { timer.close() }
            loop.run()
        }

        @discardableResult
        func begin(_ name: String, _ milliseconds: Int, group: Int = 1, at now: Int = 1_000) throws -> PendingDelay {
            let timer = try LoopTimer(on: loop) {}
            timers.append(timer)
            return delays.begin(milliseconds, group: group, at: now, timer) { [weak self] in self?.elapsed.append(name)
            }
        }
    }

    @Test func anAdvanceEndsThoseThatAreOverInTheirOrder() throws {
        let fixture = try Fixture()
        try fixture.begin("late", 3_600_000)
        try fixture.begin("first", 1_000)
        try fixture.begin("third", 3_000)
        try fixture.begin("second", 1_000)
        try fixture.begin("of another group", 1_000, group: 2)
        fixture.delays.apply(.advance(milliseconds: 3_000), to: 1, at: 1_000)
        #expect(fixture.elapsed == ["first", "second", "third"])
        #expect(fixture.delays.count(group: 1) == 1 && fixture.delays.count(group: 2) == 1)
        fixture.delays.apply(.advance(milliseconds: 3_597_000), to: 1, at: 1_000)
        #expect(fixture.elapsed.last == "late")
    }

    @Test func aStoppedClockEndsNoneUntilItIsAdvanced() throws {
        let fixture = try Fixture()
        fixture.delays.apply(.stop(setting: 0), to: 1, at: 1_000)
        try fixture.begin("a", 500, at: 9_000)
        fixture.delays.apply(.advance(milliseconds: 499), to: 1, at: 20_000)
        #expect(fixture.elapsed.isEmpty)
        fixture.delays.apply(.advance(milliseconds: 1), to: 1, at: 30_000)
        #expect(fixture.elapsed == ["a"])
    }

    @Test func datesMoveByTheTimeThatWasSkipped() throws {
        let fixture = try Fixture()
        let delay = try fixture.begin("a", 3_600_000)
        fixture.delays.apply(.advance(milliseconds: 7_200_000), to: 1, at: 1_000)
        #expect(fixture.delays.end(delay, at: 1_000) == 3_600)
        let later = try fixture.begin("b", 10_000, group: 2)
        fixture.delays.apply(.advance(milliseconds: 4_000), to: 2, at: 2_000)
        #expect(fixture.delays.end(later, at: 7_000) == 4)
        #expect(fixture.delays.end(nil, at: 7_000) == 0)
    }

    @Test func aGroupThatEndsForgetsItsClock() throws {
        let fixture = try Fixture()
        fixture.delays.apply(.stop(setting: 0), to: 1, at: 1_000)
        fixture.delays.forget(group: 1)
        try fixture.begin("a", 500, at: 9_000)
        fixture.delays.apply(.advance(milliseconds: 500), to: 1, at: 9_000)
        #expect(fixture.elapsed == ["a"])
    }

    @Test func tenThousandElapseInTheirOrder() throws {
        let fixture = try Fixture()
        let numbers = (0..<10_000).map { ($0 * 7_919) % 10_000 }
        for number in numbers { try fixture.begin("\(number)", 3_600_000 + number) }
        fixture.delays.apply(.advance(milliseconds: 3_610_000), to: 1, at: 1_000)
        #expect(fixture.elapsed == (0..<10_000).map { "\($0)" })
    }
}
