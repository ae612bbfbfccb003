import Matching
import Messages
import Scenarios
import SeededRandom
import Testing

@testable import Mocking

@Suite struct JournalTests {
    private func engine(entries: Int = 100, bytes: Int = 1 << 20) -> Engine {
        var configuration = EngineConfiguration()
        configuration.journalEntries = entries
        configuration.journalBytes = bytes
        return Engine(Interaction("the one", .get, .urlPath("/x"), answers: "x"), configuration: configuration)
    }

    private func path(_ entry: JournalEntry) -> String {
        String(decoding: entry.request.head[entry.request.target], as: UTF8.self)
    }

    @Test func keepsEachRequestWithItsVerdictNewestFirst() throws {
        let engine = engine()
        _ = engine.outcome("GET /x HTTP/1.1\n\n", at: 10)
        _ = engine.outcome("POST /y HTTP/1.1\n\nbody", at: 20)
        _ = engine.outcome("GET /__admin/requests HTTP/1.1\n\n", at: 30)
        let page = try engine.mount(at: .root).journal()
        #expect(page.total == 2)
        #expect(page.entries.map(path) == ["/y", "/x"])
        #expect(page.entries.map(\.wasMatched) == [false, true])
        #expect(page.entries.map(\.status) == [404, 200])
        #expect(page.entries.map(\.receivedAt) == [20, 10])
        #expect(page.entries[1].interaction?.name == "the one")
        #expect(String(decoding: page.entries[0].request.body, as: UTF8.self) == "body")
    }

    @Test func answersQueries() throws {
        let engine = engine()
        for number in 1...6 {
            _ = engine.outcome("GET /\(number % 2 == 0 ? "x" : "y") HTTP/1.1\n\n", at: Int64(number))
        }
        let mount = try engine.mount(at: .root)
        var query = JournalQuery()
        query.unmatchedOnly = true
        #expect(mount.journal(query).entries.map(\.receivedAt) == [5, 3, 1])
        query.since = 3
        query.limit = 1
        #expect(mount.journal(query).entries.map(\.receivedAt) == [5])
        #expect(mount.journal(query).total == 2)
        query.offset = 1
        #expect(mount.journal(query).entries.map(\.receivedAt) == [3])
        query.offset = 99
        #expect(mount.journal(query).entries.isEmpty)
        #expect(mount.journalEntry(id: 4)?.receivedAt == 4)
        #expect(mount.journalEntry(id: 7) == nil)
    }

    @Test func belongsToTheAddress() throws {
        let engine = engine()
        for path in ["/x", "/@t/x", "/@t/y", "/~test/x"] { _ = engine.outcome("GET \(path) HTTP/1.1\n\n") }
        let sandbox = try engine.mount(at: Address(token: "t"))
        #expect(sandbox.journal().total == 2)
        #expect(try engine.mount(at: .root).journal().total == 1)
        sandbox.clearJournal()
        #expect(sandbox.journal().total == 0)
        #expect(try engine.mount(at: .root).journal().total == 1)
        _ = engine.outcome("GET /@t/x HTTP/1.1\n\n")
        #expect(sandbox.journal().total == 1)
    }

    @Test func dropsTheOldestBeyondTheEntryLimit() throws {
        let engine = engine(entries: 100)
        for number in 1...350 { _ = engine.outcome("GET /\(number) HTTP/1.1\n\n") }
        let entries = try engine.mount(at: .root).journal().entries
        #expect(entries.map(path) == (251...350).reversed().map { "/\($0)" })
    }

    @Test func countsAMappingThatIsServedNoMoreAsLongAsAnEntryRefersToIt() throws {
        let engine = engine(bytes: 1 << 20)
        let mount = try engine.mount(at: .root)
        for number in 0..<50 {
            let body = String(repeating: "b", count: 200_000)
            var mapping = Interaction("large", .get, .urlPath("/large"), answers: body)
            mapping.id = "00000000-0000-0000-0000-0000000000\(10 + number)"
            mount.add(mapping)
            _ = engine.outcome("GET /large HTTP/1.1\n\n")
            #expect(mount.removeMappings { $0.id == mapping.id }.count == 1)
            #expect(engine.journal.bytes <= 1 << 20)
        }
        #expect(engine.journal.bytes > 600_000)
        #expect((3...5).contains(engine.journal.count), "\(engine.journal.count) entries with a mapping of 200 kB each")
        mount.clearJournal()
        #expect(engine.journal.bytes == 0)
    }

    @Test func keepsNoBodyOfAnEntryThatIsGone() {
        var ring = JournalRing(entryLimit: 100, byteLimit: 1 << 20)
        var last = 0
        for _ in 0..<100 { last = ring.append(Request("GET /x HTTP/1.1\n\n"), .unmatched, after: last) }
        let large = Request("PUT /x HTTP/1.1\n\n" + String(repeating: "b", count: 60_000))
        for _ in 0..<300 { last = ring.append(large, .unmatched, after: last) }
        #expect(ring.count < 20)
        #expect(ring.keptBodyBytes <= 1 << 20)
    }

    @Test func neverHoldsMoreBytesThanAllowed() throws {
        let engine = engine(entries: 10_000, bytes: 20_000)
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let body = String(repeating: "b", count: Int.random(in: 0..<3000, using: &generator))
            _ = engine.outcome("GET /x HTTP/1.1\n\n\(body)")
            #expect(engine.journal.bytes <= 20_000)
        }
        #expect(engine.journal.count > 5)
    }

    /// A naive journal: one list, which each query searches.
    private struct NaiveJournal {
        struct Entry {
            let id: Int
            let address: Int
            let bytes: Int
            var isForgotten = false
        }

        let entryLimit: Int
        let byteLimit: Int
        private var entries: [Entry] = []
        private var lastID = 0

        init(entryLimit: Int, byteLimit: Int) {
            self.entryLimit = entryLimit
            self.byteLimit = byteLimit
        }

        var bytes: Int { entries.reduce(0) { $0 + $1.bytes } }

        mutating func append(_ bytes: Int, at address: Int) {
            lastID += 1
            guard bytes <= byteLimit else { return }
            entries.append(Entry(id: lastID, address: address, bytes: bytes))
            while entries.count > entryLimit || self.bytes > byteLimit { entries.removeFirst() }
        }

        /// Removed entries count until they are half of all.
        mutating func clear(_ address: Int) {
            for index in entries.indices where entries[index].address == address { entries[index].isForgotten = true }
            let forgotten = entries.filter(\.isForgotten).reduce(0) { $0 + $1.bytes }
            if forgotten >= bytes / 2 { entries.removeAll(where: \.isForgotten) }
        }

        func ids(_ address: Int) -> [Int] {
            entries.reversed().filter { $0.address == address && !$0.isForgotten }.map(\.id)
        }
    }

    @Test("Each address finds its own entries", arguments: 0..<12)
    func isFoundByAddress(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var naive = NaiveJournal(
            entryLimit: Int.random(in: 1...60, using: &generator),
            byteLimit: Int.random(in: 100...20_000, using: &generator)
        )
        var ring = JournalRing(entryLimit: naive.entryLimit, byteLimit: naive.byteLimit)
        var ends = Array(repeating: 0, count: 4)
        for step in 0..<1500 {
            let address = Int.random(in: ends.indices, using: &generator)
            if Int.random(in: 0..<20, using: &generator) == 0 {
                ends[address] = ring.forget(endingWith: ends[address]) { _ in true }
                naive.clear(address)
            } else {
                let body = String(repeating: "b", count: Int.random(in: 0..<10, using: &generator) * 150)
                let request = Request("GET /\(step) HTTP/1.1\nA: b\n\n\(body)")
                ends[address] = ring.append(request, .unmatched, after: ends[address])
                // Of a large body only the beginning is kept.
                let kept = min(request.body.count, naive.byteLimit / 16)
                let cost = JournalRecord.cost(head: request.head.count, body: kept, fields: 1, .unmatched)
                naive.append(cost, at: address)
            }
            for address in ends.indices {
                var ids: [Int] = []
                ring.forEach(endingWith: ends[address]) { record in
                    ids.append(record.id)
                    return true
                }
                #expect(ids == naive.ids(address), "step \(step)")
            }
            #expect(ring.bytes == naive.bytes)
        }
    }

    @Test func keepsTheBeginningAndTheHashOfALargeBody() throws {
        let engine = engine(bytes: 16_000)
        _ = engine.outcome("GET /x HTTP/1.1\n\n" + String(repeating: "b", count: 5000))
        let entry = try #require(try engine.mount(at: .root).journal().entries.first)
        #expect(entry.request.body.count == 1000 && entry.bodyLength == 5000)
        #expect(entry.bodyHash == ByteHash(Array(repeating: UInt8(ascii: "b"), count: 5000)).value)
    }

    @Test(arguments: [Request.Version.http10, .http11])
    func keepsTheVersion(version: Request.Version) {
        var ring = JournalRing(entryLimit: 10, byteLimit: 10_000)
        var request = Request("GET /x HTTP/1.1\n\n")
        request.version = version
        _ = ring.append(request, .unmatched, after: 0)
        ring.forEach(endingWith: 1) { record in
            #expect(ring.entry(record).request.version == version)
            return true
        }
        #expect(ring.count == 1)
    }

    @Test(arguments: [(0, 1000), (1000, 0), (-1, 5)])
    func isOffAtZero(entries: Int, bytes: Int) throws {
        let engine = engine(entries: entries, bytes: bytes)
        #expect(engine.outcome("GET /x HTTP/1.1\n\n") == "x")
        let mount = try engine.mount(at: .root)
        #expect(!mount.isJournalOn && mount.journal().total == 0)
    }

    @Test func forgetsARequestThatIsLargerThanAllOfIt() throws {
        let engine = engine(bytes: 100)
        #expect(engine.outcome("GET /x HTTP/1.1\n\n") == "x")
        #expect(try engine.mount(at: .root).journal().total == 0)
    }
}
