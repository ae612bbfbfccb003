import Support
import Testing
import UV

@Suite struct LoopTimerTests {
    @Test func repeatsUntilItIsStopped() throws {
        try withLoop { loop in
            var calls = 0
            var timer: LoopTimer?
            timer = try LoopTimer(on: loop) {
                calls += 1
                if calls == 3 { timer?.stop() }
            }
            timer?.start(afterMilliseconds: 1, repeating: 1)
            loop.run()
            #expect(calls == 3)
            timer?.close()
            timer = nil
        }
    }

    @Test func firesInTheOrderOfTime() throws {
        try withLoop { loop in
            var order: [Int] = []
            for delay in [30, 10, -5, 20] {
                var timer: LoopTimer?
                timer = try LoopTimer(on: loop) {
                    order.append(delay)
                    timer?.close()
                    timer = nil
                }
                timer?.start(afterMilliseconds: delay)
            }
            loop.run()
            #expect(order == [-5, 10, 20, 30])
        }
    }

    /// libuv counts whole milliseconds from the start of a turn of the loop, here one that has lasted a while.
    @Test(arguments: [1, 3, 20]) func neverFiresEarly(delay: Int) throws {
        try withLoop { loop in
            while Loop.clock < loop.now + 5 {}
            var passed = 0
            let started = Loop.nanoseconds
            let timer = try LoopTimer(on: loop) { passed = Loop.nanoseconds - started }
            timer.start(afterMilliseconds: delay)
            loop.run()
            #expect(passed >= delay * 1_000_000)
            timer.close()
        }
    }
}
