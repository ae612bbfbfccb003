import Dispatch
import Support
import Testing
import UV

@testable import CLI

struct LoopWatchdogTests {
    /// A loop that does one thing until it is let go.
    private struct StuckLoop {
        let thread: LoopThread<Loop>
        let activity: LoopActivity
        private let gate = DispatchSemaphore(value: 0)

        init(_ text: String) async throws {
            thread = try await LoopThread.start { $0 }
            activity = try await thread.perform { $0.activity }
            thread.post { [gate] loop in
                loop.activity.begin(Array(text.utf8).span, at: Loop.clock)
                gate.wait()
                loop.activity.end()
            }
        }

        func end() async throws {
            gate.signal()
            try await thread.stop()
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func saysWhichRequestHoldsALoopUp() async throws {
        let stuck = try await StuckLoop("GET /slow")
        let said = AsyncStream.makeStream(of: String.self)
        let watchdog = try await LoopThread.start { [activity = stuck.activity] loop in
            try LoopWatchdog(on: loop, activities: [activity], say: { said.continuation.yield($0) }, exit: { _ in })
        }
        var lines = said.stream.makeAsyncIterator()
        #expect(await lines.next()?.contains("ms so far: GET /slow") == true, "while it is stuck")
        try await stuck.end()
        while let line = await lines.next(), !line.contains("blocked the server for") || line.contains("so far") {}
        try await watchdog.stop { $0.close() }
    }

    @Test func endsAProcessThatIsStuck() async throws {
        let stuck = try await StuckLoop("GET /endless")
        let said = Guarded("")
        let ends = AsyncStream.makeStream(of: Int32.self)
        let watchdog = try await LoopThread.start { [activity = stuck.activity] loop in
            try LoopWatchdog(
                on: loop,
                activities: [activity],
                say: { line in said.withLock { $0 += line } },
                exit: { ends.continuation.yield($0) }
            )
        }
        try await watchdog.perform { $0.expectEnd(withinMilliseconds: 300) }
        var statuses = ends.stream.makeAsyncIterator()
        #expect(await statuses.next() == ExitStatus.infrastructure.rawValue)
        #expect(said.withLock { $0 }.contains("GET /endless has taken"))
        try await watchdog.stop { $0.close() }
        try await stuck.end()
    }
}
