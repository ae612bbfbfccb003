import Scenarios
import Testing

@testable import Mocking

struct OutageWindowTests {
    private func window(after: Int = 0, for duration: Int, every period: Int? = nil) -> OutageWindow {
        var definition = OutageDefinition()
        (definition.after, definition.duration, definition.period) = (after, duration, period)
        return OutageWindow(definition)
    }

    @Test(
        arguments: [
            (0, nil), (9_999, nil), (10_000, 30_000), (10_001, 29_999), (39_999, 1), (40_000, nil), (1_000_000, nil),
        ] as [(Int64, Int64?)]
    )
    func happensOnce(elapsed: Int64, remaining: Int64?) {
        #expect(window(after: 10, for: 30).remaining(after: elapsed) == remaining)
    }

    @Test(
        arguments: [
            (0, nil), (10_000, 30_000), (40_000, nil), (129_999, nil), (130_000, 30_000), (159_999, 1), (160_000, nil),
            (10_000 + 120_000 * 1_000_000 + 5_000, 25_000),
        ] as [(Int64, Int64?)]
    )
    func returnsAfterItsPeriod(elapsed: Int64, remaining: Int64?) {
        #expect(window(after: 10, for: 30, every: 120).remaining(after: elapsed) == remaining)
    }

    @Test func endsWithinTheLongestTimes() {
        let longest = window(after: 31_536_000, for: 31_536_000, every: 31_536_000)
        #expect(longest.remaining(after: MountClock.latest) != nil)
    }
}
