import Testing
import UV

@Suite struct GuardedTests {
    @Test func letsOneAtATimeChangeTheValue() async {
        let counter = Guarded(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.withLock { $0 } == 8000)
    }
}
