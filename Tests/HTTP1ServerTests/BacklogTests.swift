import Testing

@testable import HTTP1Server

@Suite struct BacklogTests {
    @Test func givesBackWhatWasNotUsed() {
        var backlog = Backlog()
        backlog.append([1, 2, 3, 4].span)
        let (bytes, start) = backlog.take()
        #expect(backlog.isEmpty)
        backlog.putBack(bytes, from: start + 1)
        backlog.append([5].span)
        let rest = backlog.take()
        #expect(Array(rest.bytes[rest.start...]) == [2, 3, 4, 5])
    }

    @Test func forgetsWhatIsUsedUp() {
        var backlog = Backlog()
        backlog.append([1, 2, 3, 4].span)
        let (bytes, _) = backlog.take()
        backlog.putBack(bytes, from: 4)
        #expect(backlog.isEmpty)
        backlog.putBack(bytes, from: 3)
        backlog.append([5].span)
        #expect(backlog.bytes == [4, 5], "used bytes do not pile up")
    }

    @Test func isFullAtItsLimit() {
        var backlog = Backlog()
        backlog.append([UInt8](repeating: 0, count: Backlog.limit - 1).span)
        #expect(!backlog.isFull)
        backlog.append([0].span)
        #expect(backlog.isFull)
    }
}
