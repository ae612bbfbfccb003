import Testing

@testable import HTTPServing

@Suite struct DateCacheTests {
    private final class Counter {
        var calls = 0
    }

    @Test func formatsOnceASecond() {
        let formats = Counter()
        let cache = DateCache { second in
            formats.calls += 1
            return [UInt8(second)]
        }
        for microseconds in [5_000_000, 5_000_001, 5_999_999, 6_000_000] { cache.refresh(wallClock: microseconds) }
        #expect(formats.calls == 2)
        #expect(cache.text(secondsAhead: 0) == [6])
        #expect(cache.text(secondsAhead: 4) == [10])
    }
}
