import Messages
import Testing

@testable import HTTPServing

@Suite struct ConnectionTableTests {
    /// A connection without a socket.
    private final class Connection: ServedConnection {
        var use: ConnectionUse
        var isClosed = false
        var deadline: Int { .max }

        init(_ use: ConnectionUse) {
            self.use = use
        }

        /// Begins without a protocol.
        convenience init(openedAt time: Int) {
            self.init(.incomplete(since: time))
        }

        func received(_ bytes: Span<UInt8>) {}
        func ended(isClean: Bool) {}
        func wrote(isDelivered: Bool) {}
        func expire() {}
        func drain() {}
        func close() { isClosed = true }
        func cancelPending(group: Int) {}
        func resume(_ token: ResponseToken, with response: Response) {}
    }

    /// A table with connections that have a protocol, and others that have none.
    private static func table(_ served: [Connection], openings: [Connection] = []) -> ConnectionTable {
        var table = ConnectionTable()
        for connection in served {
            let opening = Connection(openedAt: 0)
            table.add(opening)
            table.replace(opening, with: connection)
        }
        for opening in openings { table.add(opening) }
        return table
    }

    @Test func thoseThatAreBeingClosedTakeNoRoom() {
        var table = Self.table([Connection(.busy), Connection(.busy)])
        #expect(!table.hasRoom(limit: 2) && table.hasRoom(limit: 3))
        table.beginClosing()
        #expect(table.hasRoom(limit: 2) && table.count == 2)
    }

    @Test("Each new connection sends half of a request: idle ones give way only to the first of them")
    func halfSentRequestsDisplaceFewClients() {
        let idle = (0..<16).map { Connection(.idle(since: $0)) }
        var table = Self.table(idle)
        var others = 0
        for turn in 1...200 {
            if idle.count(where: { !$0.isClosed }) + others >= 20 {
                guard let connection = table.leastUseful(limit: 20, turn: turn) else { break }
                if case .incomplete = connection.use { others -= 1 }
                connection.close()
                table.beginClosing()
                table.remove(connection)
            }
            let opening = Connection(openedAt: turn)
            table.add(opening)
            table.replace(opening, with: Connection(.incomplete(since: 1_000 + turn)))
            others += 1
        }
        #expect(idle.count { !$0.isClosed } >= 14)
    }

    /// Closes one connection after the other, as new ones come, and returns their uses.
    private static func order(_ table: inout ConnectionTable, limit: Int) -> [ConnectionUse] {
        var order: [ConnectionUse] = []
        while let connection = table.leastUseful(limit: limit, turn: 1) {
            order.append(connection.use)
            connection.close()
        }
        return order
    }

    @Test func theLongestIdleGivesWay() {
        var table = Self.table([.idle(since: 30), .busy, .idle(since: 20), .idle(since: 40)].map { Connection($0) })
        #expect(Self.order(&table, limit: 4) == [.idle(since: 20), .idle(since: 30), .idle(since: 40)])
    }

    @Test func oneThatHasBeenActiveSinceTheSearchDoesNotGiveWay() {
        let connections = [10, 20, 30].map { Connection(.idle(since: $0)) }
        var table = Self.table(connections)
        table.leastUseful(limit: 3, turn: 1)?.close()
        connections[1].use = .idle(since: 40)
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[2])
        connections[2].close()
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[1])
    }

    @Test func unfinishedHandshakesGiveWayBeforeClientsIfTheyAreMoreThanAQuarter() {
        let served = (0..<6).map { Connection(.idle(since: $0)) }
        let openings = (0..<3).map { Connection(openedAt: 100 + $0) }
        var table = Self.table(served, openings: openings)
        #expect(table.leastUseful(limit: 9, turn: 1) === openings[0])
        openings[0].close()
        #expect(table.leastUseful(limit: 9, turn: 1) === served[0])
        // One that has a protocol since is no longer among them.
        table.add(Connection(openedAt: 103))
        let becomesServed = Connection(.idle(since: 200))
        table.replace(openings[1], with: becomesServed)
        table.add(Connection(openedAt: 104))
        #expect(table.leastUseful(limit: 9, turn: 1) === openings[2])
    }

    @Test func finishedHandshakesAreClients() {
        let served = (0..<4).map { Connection(.idle(since: 50 + $0)) }
        let openings = (0..<4).map { Connection(openedAt: $0) }
        var table = Self.table(served, openings: openings)
        for opening in openings[..<2] {
            table.settle(opening)
            opening.use = .idle(since: 60)
        }
        table.add(Connection(openedAt: 4))
        #expect(table.leastUseful(limit: 9, turn: 1) === openings[2])
        openings[2].close()
        #expect(table.leastUseful(limit: 9, turn: 1) === served[0])
    }

    @Test func halfSentRequestsGiveWayBeforeClientsIfTheyAreMoreThanAQuarter() {
        let clients = (0..<5).map { Connection(.idle(since: $0)) }
        let slow = [70, 50, 60].map { Connection(.incomplete(since: $0)) }
        var table = Self.table(clients + slow, openings: [Connection(openedAt: 90)])
        let first: [ConnectionUse] = [.incomplete(since: 50), .incomplete(since: 60)]
        let idle = (0..<5).map { ConnectionUse.idle(since: $0) }
        let last: [ConnectionUse] = [.incomplete(since: 70), .incomplete(since: 90)]
        #expect(Self.order(&table, limit: 9) == first + idle + last)
    }

    @Test func oneWhoseRequestIsCompleteSinceTheSearchDoesNotGiveWay() {
        let slow = [10, 20].map { Connection(.incomplete(since: $0)) }
        var table = Self.table(slow)
        table.leastUseful(limit: 2, turn: 1)?.close()
        slow[1].use = .busy
        #expect(table.leastUseful(limit: 2, turn: 1) == nil)
    }

    @Test func ifAllAreBusyAnAbandonedOneGivesWay() {
        let connections = (0..<3).map { _ in Connection(.busy) }
        var table = Self.table(connections)
        #expect(table.leastUseful(limit: 3, turn: 1) == nil)
        connections[1].use = .abandoned(since: 20)
        connections[2].use = .abandoned(since: 30)
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[1])
    }

    @Test func theSearchOfOneTurnIsLimited() {
        let connections = (0..<15_000).map { _ in Connection(.busy) }
        var table = Self.table(connections)
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        connections[7].use = .idle(since: 7)
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        #expect(table.leastUseful(limit: 15_000, turn: 2) === connections[7])
    }
}
