import Support
import Testing
import UV

@Suite struct LoopThreadTests {
    /// Not `Sendable`: only its own thread may touch it.
    final class Counter {
        var value = 0
        let loop: Loop

        init(loop: Loop) {
            self.loop = loop
        }
    }

    struct Refusal: Error {}

    @Test func runsWhatOthersAskForOneAfterTheOther() async throws {
        let thread = try await LoopThread.start { Counter(loop: $0) }
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    for _ in 0..<20 { _ = try? await thread.perform { $0.value += 1 } }
                }
            }
        }
        #expect(try await thread.perform { $0.value } == 2000)
        #expect(try await thread.stop() == [])
    }

    @Test func carriesErrorsBack() async throws {
        let thread = try await LoopThread.start { Counter(loop: $0) }
        await #expect(throws: Refusal.self) { try await thread.perform { _ in throw Refusal() } }
        try await thread.stop()
    }

    @Test func refusesWorkWhenItHasEnded() async throws {
        let thread = try await LoopThread.start { Counter(loop: $0) }
        try await thread.stop()
        await #expect(throws: UVError.self) { try await thread.perform { $0.value } }
        #expect(!thread.post { _ in })
        #expect(try await thread.stop() == [], "stopping again does nothing")
    }

    @Test func failsToStartWithWhatItsMakerThrows() async throws {
        await #expect(throws: Refusal.self) {
            _ = try await LoopThread<Counter>.start { loop in
                _ = try LoopTimer(on: loop) {}
                throw Refusal()
            }
        }
    }

    @Test func namesAndClosesWhatWasLeftOpen() async throws {
        let thread = try await LoopThread.start { loop in
            _ = try LoopTimer(on: loop) {}
            return Counter(loop: loop)
        }
        #expect(try await thread.stop() == ["timer"])
    }

    @Test func deliversEveryLetterThatWasAccepted() async throws {
        let thread = try await LoopThread.start { Counter(loop: $0) }
        async let stopped = thread.stop()
        var accepted = 0
        var answered = 0
        while true {
            do {
                accepted += 1
                answered += try await thread.perform { _ in 1 }
            } catch {
                accepted -= 1
                break
            }
        }
        #expect(try await stopped == [])
        #expect(accepted == answered)
    }
}
