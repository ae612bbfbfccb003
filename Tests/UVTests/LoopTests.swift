import Support
import Testing
import UV

@Suite struct LoopTests {
    @Test func endsWhenNothingIsLeft() throws {
        try withLoop { loop in #expect(!loop.run()) }
    }

    @Test func refusesToCloseWithAHandleOnIt() throws {
        let loop = try Loop()
        let timer = try LoopTimer(on: loop) {}
        let error = #expect(throws: UVError.self) { try loop.close() }
        #expect(error?.description == "loop close: resource busy or locked (EBUSY)")
        timer.close()
        loop.run()
        try loop.close()
    }

    @Test func closesWhatIsOpen() throws {
        try withLoop { loop in
            _ = try LoopTimer(on: loop) {}
            _ = try SignalWatcher(on: loop, signal: 10) {}
            #expect(loop.closeAllHandles().sorted() == ["signal", "timer"])
            #expect(loop.openHandles.isEmpty)
        }
    }

    @Test func hasAClockThatGoesOn() throws {
        try withLoop { loop in
            let start = loop.now
            let timer = try LoopTimer(on: loop) { loop.stop() }
            timer.start(afterMilliseconds: 20)
            loop.run()
            #expect(loop.now >= start + 20)
            #expect(loop.wallClock > 1_600_000_000_000_000)
            timer.close()
        }
    }
}
