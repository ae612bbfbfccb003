import Testing

@testable import MockServing

struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_795_234_304_481, "2026-11-21T04:11:44.481Z"),
        (1_795_234_304_007, "2026-11-21T04:11:44.007Z"),
    ])
    func saysEachMillisecondAndReadsItAgain(milliseconds: Int64, text: String) {
        #expect(Timestamp(epochMilliseconds: milliseconds).iso8601 == text)
        #expect(Timestamp(iso8601: text)?.epochMilliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-21T04:11:44Z", "2026-11-21", "2026-02-30T04:11:44Z", "2026-11-21T04:11:44Z!",
    ])
    func refusesWhatIsNoMoment(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
