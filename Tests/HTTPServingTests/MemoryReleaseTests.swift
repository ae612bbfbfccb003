import Testing

@testable import HTTPServing

@Suite struct MemoryReleaseTests {
    @Test func isDueOnceWhenHalfOfABurstHasEnded() {
        var memory = MemoryRelease()
        for count in 1...1000 { memory.opened(count) }
        #expect(memory.isPending && !memory.isDue(501))
        #expect(memory.isDue(500) && !memory.isDue(400))
        #expect(memory.isPending && memory.isDue(250))
        #expect(!memory.isPending && !memory.isDue(0))
    }

    @Test func fewConnectionsAreNotWorthIt() {
        var memory = MemoryRelease()
        for _ in 0..<1000 { memory.opened(MemoryRelease.least - 1) }
        #expect(!memory.isPending && !memory.isDue(0))
    }
}
