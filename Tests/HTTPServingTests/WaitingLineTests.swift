import Testing

@testable import HTTPServing

@Suite struct WaitingLineTests {
    @Test func valuesLeaveInEitherOrder() {
        var line = WaitingLine<Int>()
        for value in 0..<4 { _ = line.append(value) }
        #expect([line.takeNewest(), line.takeOldest(), line.takeNewest(), line.takeOldest()] == [3, 0, 2, 1])
        #expect(line.isEmpty && line.takeOldest() == nil && line.takeNewest() == nil)
    }

    @Test func aTicketRemovesItsValueOnce() {
        var line = WaitingLine<String>()
        let tickets = ["a", "b", "c", "d"].map { line.append($0) }
        line.remove(tickets[1])
        line.remove(tickets[1])
        line.remove(tickets[3])
        #expect(line.count == 2 && line.takeNewest() == "c" && line.takeOldest() == "a")
        let last = line.append("e")
        for ticket in tickets { line.remove(ticket) }
        #expect(line.count == 1)
        line.remove(last)
        #expect(line.isEmpty)
    }

    @Test func keepsItsOrderOverManyValues() {
        var line = WaitingLine<Int>()
        var expected: [Int] = []
        for value in 0..<5000 {
            let ticket = line.append(value)
            if value % 3 == 0 { line.remove(ticket) } else { expected.append(value) }
            if value % 5 == 0, !expected.isEmpty { #expect(line.takeOldest() == expected.removeFirst()) }
        }
        #expect(line.count == expected.count)
        while let value = line.takeOldest() { #expect(value == expected.removeFirst()) }
        #expect(expected.isEmpty)
    }
}
