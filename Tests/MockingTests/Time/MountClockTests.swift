import Testing

@testable import Mocking

struct MountClockTests {
    private static let real: Int64 = 1_795_234_304_000

    @Test func hasTheServersTimeUntilItIsMoved() {
        let clock = MountClock()
        #expect(!clock.isMoved && !clock.isStopped)
        #expect(clock.time(at: Self.real) == Self.real)
    }

    @Test func runsOnAfterAnAdvance() throws {
        var clock = MountClock()
        try clock.advance(by: 90_000, at: Self.real)
        #expect(clock.isMoved && !clock.isStopped)
        #expect(clock.time(at: Self.real) == Self.real + 90_000)
        #expect(clock.time(at: Self.real + 5) == Self.real + 90_005)
        try clock.advance(by: 0, at: Self.real)
        #expect(clock.time(at: Self.real) == Self.real + 90_000)
    }

    @Test func standsStillUntilItRuns() throws {
        var clock = MountClock()
        try clock.stop(at: 5_000, now: Self.real)
        #expect(clock.isStopped && clock.time(at: Self.real + 77) == 5_000)
        try clock.advance(by: 1_000, at: Self.real + 100)
        #expect(clock.isStopped && clock.time(at: Self.real + 200) == 6_000)
        clock.run(at: Self.real + 300)
        #expect(!clock.isStopped && clock.time(at: Self.real + 310) == 6_010)
        try clock.stop(at: nil, now: Self.real + 320)
        #expect(clock.time(at: Self.real + 900) == 6_020)
    }

    @Test(
        arguments: [
            (-1, MountClock.Refusal.backwards), (Int64.min, .backwards), (Int64.max, .outOfRange),
            (MountClock.latest - MountClockTests.real + 1, .outOfRange),
        ] as [(Int64, MountClock.Refusal)]
    )
    func refusesAnAdvance(by milliseconds: Int64, _ refusal: MountClock.Refusal) {
        var clock = MountClock()
        #expect(throws: refusal) { try clock.advance(by: milliseconds, at: Self.real) }
        #expect(!clock.isMoved)
    }

    @Test func reachesTheEndOfTheYear9999AndStaysThere() throws {
        var clock = MountClock()
        try clock.advance(by: MountClock.latest - Self.real, at: Self.real)
        #expect(clock.time(at: Self.real) == MountClock.latest)
        #expect(clock.time(at: Self.real + 1_000) == MountClock.latest)
        #expect(throws: MountClock.Refusal.outOfRange) { try clock.advance(by: 1, at: Self.real + 1_000) }
    }

    @Test(arguments: [-1, MountClock.latest + 1, .min, .max])
    func refusesATime(_ time: Int64) {
        var clock = MountClock()
        #expect(throws: MountClock.Refusal.outOfRange) { try clock.stop(at: time, now: Self.real) }
        #expect(!clock.isMoved)
    }
}
