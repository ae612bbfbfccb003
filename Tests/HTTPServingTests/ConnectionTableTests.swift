import Messages
import Testing

@testable import HTTPServing

@Suite struct ConnectionTableTests {
    /// A connection without a socket.
    private final class Connection: ServedConnection {
        var lastActivity: Int
        var isIdle: Bool
        var isAbandoned = false
        var isClosed = false
        var deadline: Int { .max }

        init(_ lastActivity: Int = 0, isIdle: Bool = true) {
            self.lastActivity = lastActivity
            self.isIdle = isIdle
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
            let opening = Connection()
            table.add(opening)
            table.replace(opening, with: connection)
        }
        for opening in openings { table.add(opening) }
        return table
    }

    @Test func thoseThatAreBeingClosedTakeNoRoom() {
        var table = Self.table([Connection(), Connection()])
        #expect(!table.hasRoom(limit: 2) && table.hasRoom(limit: 3))
        table.beginClosing()
        #expect(table.hasRoom(limit: 2) && table.count == 2)
    }

    @Test func theLongestIdleGivesWay() {
        let connections = [30, 10, 20, 40].map { Connection($0) }
        connections[1].isIdle = false
        var table = Self.table(connections)
        var order: [Int] = []
        while let connection = table.leastUseful(limit: 4, turn: 1) {
            order.append(connection.lastActivity)
            connection.close()
        }
        #expect(order == [20, 30, 40])
    }

    @Test func oneThatHasBeenActiveSinceTheSearchDoesNotGiveWay() {
        let connections = [10, 20, 30].map { Connection($0) }
        var table = Self.table(connections)
        table.leastUseful(limit: 3, turn: 1)?.close()
        connections[1].lastActivity = 40
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[2])
        connections[2].close()
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[1])
    }

    @Test func unfinishedHandshakesGiveWayBeforeClientsIfTheyAreMoreThanAQuarter() {
        let served = (0..<6).map { Connection($0) }
        let openings = (0..<3).map { _ in Connection(100) }
        var table = Self.table(served, openings: openings)
        #expect(table.leastUseful(limit: 9, turn: 1) === openings[0])
        openings[0].close()
        #expect(table.leastUseful(limit: 9, turn: 1) === served[0])
        // One that has a protocol since is no longer among them.
        table.add(Connection(100))
        let becomesServed = Connection(200)
        table.replace(openings[1], with: becomesServed)
        table.add(Connection(100))
        #expect(table.leastUseful(limit: 9, turn: 1) === openings[2])
    }

    @Test func ifAllAreBusyAnAbandonedOneGivesWay() {
        let connections = [10, 20, 30].map { Connection($0, isIdle: false) }
        var table = Self.table(connections)
        #expect(table.leastUseful(limit: 3, turn: 1) == nil)
        connections[1].isAbandoned = true
        connections[2].isAbandoned = true
        #expect(table.leastUseful(limit: 3, turn: 1) === connections[1])
    }

    @Test func theSearchOfOneTurnIsLimited() {
        let connections = (0..<15_000).map { Connection($0, isIdle: false) }
        var table = Self.table(connections)
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        connections[7].isIdle = true
        #expect(table.leastUseful(limit: 15_000, turn: 1) == nil)
        #expect(table.leastUseful(limit: 15_000, turn: 2) === connections[7])
    }
}
