import Testing

@testable import HALClient

struct ExchangeWatchdogTests {
    /// A manual clock with a single timer.
    final class ManualTime: Sendable {
        private struct State {
            var now = ContinuousClock.now
            var timer: (due: ContinuousClock.Instant, action: @Sendable () -> Void)?
        }

        private let state = Locked(State())
        private let expiries = Locked(0)

        var expired: Int { expiries.withLock { $0 } }
        var hasTimer: Bool { state.withLock { $0.timer != nil } }

        func watchdog(_ timeouts: Timeouts) -> ExchangeWatchdog {
            let watchdog = ExchangeWatchdog(timeouts, now: { self.state.withLock(\.now) }) { delay, action in
                self.state.withLock { $0.timer = ($0.now + delay, action) }
                return { self.state.withLock { $0.timer = nil } }
            }
            watchdog.start { self.expiries.withLock { $0 += 1 } }
            return watchdog
        }

        /// Advances the clock and runs the timers that become due.
        func advance(_ duration: Duration) {
            let end = state.withLock { $0.now + duration }
            while let action = takeDue(until: end) { action() }
            state.withLock { $0.now = end }
        }

        private func takeDue(until end: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
            state.withLock { state in
                guard let timer = state.timer, timer.due <= end else { return nil }
                state.now = max(state.now, timer.due)
                state.timer = nil
                return timer.action
            }
        }
    }

    @Test func aBodyThatTricklesNeverRunsIntoTheIdleTimeOut() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: nil, idle: .seconds(5)))
        watchdog.sawResponse()
        for _ in 0..<100 {
            time.advance(.seconds(4))
            watchdog.sawResponse()
        }
        #expect(!watchdog.hasExpired)
        time.advance(.seconds(5))
        #expect(watchdog.hasExpired)
        #expect(time.expired == 1)
    }

    @Test func theHeadIsWaitedForFromTheLastPartOfABodyOn() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: .seconds(3), idle: .seconds(5)))
        for _ in 0..<100 {
            time.advance(.seconds(2))
            watchdog.sentBytes()
        }
        #expect(!watchdog.hasExpired)
        time.advance(.seconds(3))
        #expect(watchdog.hasExpired)
    }

    @Test func aBodyThatNobodyTakesRunsIntoTheIdleTimeOut() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: nil, idle: .seconds(5)))
        watchdog.sentBytes()
        time.advance(.seconds(5))
        #expect(watchdog.hasExpired)
    }

    @Test func theFirstByteIsWaitedForOnlyUntilTheHead() {
        let time = ManualTime()
        let timeouts = Timeouts(firstByte: .seconds(2), idle: .seconds(10))
        let early = time.watchdog(timeouts)
        time.advance(.seconds(1))
        early.sawResponse()
        time.advance(.seconds(5))
        #expect(!early.hasExpired)
        early.stop()
        let late = time.watchdog(timeouts)
        time.advance(.seconds(2))
        #expect(late.hasExpired)
    }

    @Test func theFirstByteMayComeLaterThanTheIdleTimeOut() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: .seconds(120), idle: .seconds(60)))
        time.advance(.seconds(70))
        #expect(!watchdog.hasExpired)
        watchdog.sawResponse()
        time.advance(.seconds(59))
        #expect(!watchdog.hasExpired)
        time.advance(.seconds(1))
        #expect(watchdog.hasExpired)
    }

    @Test func theIdleTimeOutEndsWithTheLastPartOfABody() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: .seconds(20), idle: .seconds(5)))
        watchdog.sentBytes()
        time.advance(.seconds(4))
        watchdog.sentAll()
        time.advance(.seconds(19))
        #expect(!watchdog.hasExpired)
        time.advance(.seconds(1))
        #expect(watchdog.hasExpired)
    }

    @Test func theTotalEndsEvenWhatTrickles() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts(firstByte: nil, idle: .seconds(5), total: .seconds(10)))
        for _ in 0..<10 {
            time.advance(.seconds(1))
            watchdog.sawResponse()
        }
        #expect(watchdog.hasExpired)
    }

    @Test func nothingIsLeftOnceItIsStopped() {
        let time = ManualTime()
        let watchdog = time.watchdog(Timeouts())
        #expect(time.hasTimer)
        watchdog.stop()
        #expect(!time.hasTimer)
        time.advance(.seconds(1000))
        #expect(time.expired == 0)
    }

    @Test func withoutTimeOutsThereIsNoTimer() {
        let time = ManualTime()
        _ = time.watchdog(Timeouts(firstByte: nil, idle: nil))
        #expect(!time.hasTimer)
    }
}
