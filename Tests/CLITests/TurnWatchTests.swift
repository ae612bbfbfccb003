import Testing

@testable import CLI

struct TurnWatchTests {
    /// Looks at each time, and says what the watch says.
    private func lines(_ looks: [(now: Int, begun: Int?)]) -> [String] {
        var watch = TurnWatch()
        return looks.compactMap { look in watch.look(at: look.now, begun: look.begun) { "GET /a" } }
    }

    @Test func saysNothingOfShortTurns() {
        #expect(lines([(50, nil), (100, 95), (150, 130), (230, 130), (235, nil), (300, 298)]) == [])
    }

    @Test func saysHowLongATurnTook() {
        let line = "hypermock: warning: a request blocked the server for 130 ms: GET /a"
        #expect(lines([(1000, 980), (1081, 980), (1110, 980), (1120, nil)]) == [line])
        #expect(lines([(1000, 980), (1081, 980), (1110, 980), (1120, 1115)]) == [line], "and the next has begun")
    }

    @Test func saysSoWhileATurnTakesLong() {
        let looks = [10, 110, 400, 510, 900, 1010, 1500, 2010].map { (now: $0, begun: Optional(1)) }
        #expect(
            lines(looks) == [
                "hypermock: warning: a request has blocked the server for 509 ms so far: GET /a",
                "hypermock: warning: a request has blocked the server for 1009 ms so far: GET /a",
                "hypermock: warning: a request has blocked the server for 2009 ms so far: GET /a",
            ]
        )
    }

    @Test func looksWhereALongTurnWouldShow() {
        var watch = TurnWatch()
        #expect(watch.nextLook(after: 0) == TurnWatch.interval)
        _ = watch.look(at: 1000, begun: 970) { "" }
        #expect(watch.nextLook(after: 1000) == 50)
        _ = watch.look(at: 1050, begun: 970) { "" }
        #expect(1050 + watch.nextLook(after: 1050) == 970 + TurnWatch.limit + 1)
    }
}
