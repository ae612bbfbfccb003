import Support
import Testing
import UV

/// Rules of life: kept by itself until its close callback, closed once, gone afterward.
@Suite struct HandleTests {
    @Test func livesUntilItsCloseCallbackAndNoLonger() throws {
        try withLoop { loop in
            weak var weakTimer: LoopTimer?
            do {
                let timer = try LoopTimer(on: loop) {}
                weakTimer = timer
            }
            #expect(weakTimer != nil, "nobody else holds it")
            weakTimer?.close()
            #expect(weakTimer != nil, "closing is not closed")
            loop.run()
            #expect(weakTimer == nil)
        }
    }

    @Test func tellsItsCloseOnceAndLast() throws {
        try withLoop { loop in
            var closes = 0
            let timer = try LoopTimer(on: loop) { Issue.record("it was closed") }
            timer.onClosed = { closes += 1 }
            timer.start(afterMilliseconds: 0)
            timer.close()
            timer.close()
            #expect(closes == 0)
            loop.run()
            timer.close()
            timer.start(afterMilliseconds: 0)
            timer.stop()
            loop.run()
            #expect(closes == 1)
        }
    }

    @Test func letsGoOfItsHandler() throws {
        final class Witness {}
        try withLoop { loop in
            weak var weakWitness: Witness?
            do {
                let witness = Witness()
                weakWitness = witness
                let timer = try LoopTimer(on: loop) { _ = witness }
                timer.close()
            }
            loop.run()
            #expect(weakWitness == nil)
        }
    }

    @Test func canBeClosedInItsOwnCallback() throws {
        try withLoop { loop in
            var timer: LoopTimer?
            var calls = 0
            timer = try LoopTimer(on: loop) {
                calls += 1
                timer?.close()
            }
            timer?.start(afterMilliseconds: 0, repeating: 1)
            loop.run()
            #expect(calls == 1)
        }
    }
}
