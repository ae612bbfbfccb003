import Testing

@testable import HTTP1Server

@Suite struct DateCacheTests {
    private final class Counter {
        var calls = 0
    }

    @Test func formatsOnceASecond() {
        let formats = Counter()
        var cache = DateCache { second in
            formats.calls += 1
            return [UInt8(second)]
        }
        for (loopTime, microseconds) in [(1, 5_000_000), (1, 9_000_000), (2, 5_900_000), (3, 6_000_000)] {
            if !cache.isFresh(at: loopTime) { cache.refresh(loopTime: loopTime, wallClock: microseconds) }
        }
        #expect(formats.calls == 2)
        #expect(cache.text == [6])
        #expect(cache.text(secondsAhead: 4) == [10])
    }
}
