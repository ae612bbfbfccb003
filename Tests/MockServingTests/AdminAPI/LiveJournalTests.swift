import HAL
import Messages
import Mocking
import Scenarios
import Support
import Testing

@testable import MockServing

struct LiveJournalTests {
    private static let file = """
        scenario: Orders
        interactions:
          - name: one
            request: { method: GET, urlPath: /one }
            response: { fault: reset }
        """

    private static func engine(journalEntries: Int = 100) -> Engine {
        var configuration = EngineConfiguration()
        configuration.journalEntries = journalEntries
        let scenario = ScenarioReader.read(Array(file.utf8), path: "orders.yaml").scenario
        return Engine(scenarios: scenario.map { [$0] } ?? [], configuration: configuration)
    }

    private static func send(_ target: String, to engine: Engine) {
        _ = engine.respond(to: Request(method: "GET", target: target, receivedAt: 1))
    }

    /// The names and ids of the next events.
    private static func next(_ journal: inout LiveJournal, in engine: Engine) -> [String] {
        guard let tail = journal.tail(in: engine) else { return ["removed"] }
        let text = String(decoding: journal.events(of: tail), as: UTF8.self)
        return text.split(separator: "\n\n").map { event in
            let lines = event.split(separator: "\n")
            let id = lines.first { $0.hasPrefix("id: ") }?.dropFirst(4) ?? ""
            return "\(lines.first { $0.hasPrefix("event: ") }?.dropFirst(7) ?? "") \(id)"
        }
    }

    @Test func sendsEachRequestOnce() {
        let engine = Self.engine()
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: nil)
        Self.send("/one", to: engine)
        Self.send("/~orders@t/none", to: engine)
        #expect(Self.next(&journal, in: engine) == ["open 7-0", "request 7-1", "request 7-2"])
        #expect(Self.next(&journal, in: engine) == [])
        Self.send("/one", to: engine)
        #expect(Self.next(&journal, in: engine) == ["request 7-3"])
    }

    @Test func anAddressGetsItsOwnRequests() throws {
        let engine = Self.engine()
        Self.send("/one", to: engine)
        Self.send("/~orders@t/one", to: engine)
        let address = try Address("~orders@t")
        var journal = LiveJournal(address, ofAllAddresses: false, epoch: 7, after: nil)
        #expect(Self.next(&journal, in: engine) == ["open 7-0", "request 7-2"])
        engine.remove(try engine.mount(at: address))
        #expect(Self.next(&journal, in: engine) == ["removed"])
    }

    @Test(
        "A reader resumes after its last event, unless that is of another server",
        arguments: [
            ("7-2", ["open 7-2", "request 7-3"]), ("8-2", ["open 7-0", "request 7-1", "request 7-2", "request 7-3"]),
            ("nonsense", ["open 7-0", "request 7-1", "request 7-2", "request 7-3"]), ("7--5", ["open 7-5"]),
            ("7-9223372036854775807", ["open 7-9223372036854775807"]),
        ]
    )
    func resumes(last: String, events: [String]) {
        let engine = Self.engine()
        for _ in 0..<3 { Self.send("/one", to: engine) }
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: last)
        #expect(Self.next(&journal, in: engine) == events)
    }

    @Test func saysThatRequestsWereRemoved() throws {
        let engine = Self.engine()
        Self.send("/one", to: engine)
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: nil)
        #expect(Self.next(&journal, in: engine) == ["open 7-0", "request 7-1"])
        try engine.mount(at: .root).clearJournal()
        #expect(Self.next(&journal, in: engine) == ["removed "])
        #expect(Self.next(&journal, in: engine) == [])
    }

    @Test func reportsWhatTheJournalHasDropped() {
        let engine = Self.engine(journalEntries: 5)
        for _ in 0..<20 { Self.send("/one", to: engine) }
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: "7-10")
        let events = Self.next(&journal, in: engine)
        #expect(events.prefix(3) == ["open 7-10", "gap ", "request 7-16"] && events.last == "request 7-20")
    }

    @Test func manyRequestsComeInBoundedPieces() {
        let engine = Self.engine(journalEntries: 1000)
        for _ in 0..<600 { Self.send("/one", to: engine) }
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: nil)
        #expect([1, 2, 3, 4].map { _ in Self.next(&journal, in: engine).count } == [257, 256, 88, 0])
        #expect(journal.position == 600)
    }

    @Test func aFloodIsSampled() {
        let engine = Self.engine(journalEntries: 5000)
        var journal = LiveJournal(.root, ofAllAddresses: true, epoch: 7, after: nil)
        #expect(Self.next(&journal, in: engine) == ["open 7-0"])
        for piece in 0..<20 {
            for _ in 0..<50 { Self.send("/one", to: engine) }
            #expect(Self.next(&journal, in: engine).count == 50, "1 000 requests per second, piece \(piece)")
        }
        for _ in 0..<1500 { Self.send("/one", to: engine) }
        var events = Self.next(&journal, in: engine)
        #expect(events.count == 1001 && events.first == "gap " && events.last == "request 7-2500")
        for _ in 0..<30 { Self.send("/one", to: engine) }
        events = Self.next(&journal, in: engine)
        #expect(events.count == 11 && events[1] == "request 7-2521" && events.last == "request 7-2530")
        #expect(Self.next(&journal, in: engine) == [])
        for _ in 0..<10 { Self.send("/one", to: engine) }
        #expect(Self.next(&journal, in: engine).count == 10, "nothing is missed when the flood has ended")
    }

    @Test func describesTheOutcome() throws {
        let engine = Self.engine()
        Self.send("/one", to: engine)
        Self.send("/" + String(repeating: "x", count: 5000), to: engine)
        let entries = engine.existingMount(at: .root)?.journal().entries ?? []
        let summaries = try entries.map { entry in
            var writer = JSONWriter(pretty: false)
            writer.object { LiveJournal.write(entry, to: &$0) }
            return try JSONValue(parsing: writer.bytes)
        }
        #expect(summaries.map { $0["outcome"] } == ["unmatched", "fault"])
        #expect(summaries[0]["target"]?.string?.utf8.count == 2000 && summaries[0]["targetLength"] == 5001)
        #expect(summaries[1]["fault"] == "reset" && summaries[1]["location"] == "orders.yaml:3:5")
    }

    @Test("The stream ends when the server stops, without waiting for the grace", arguments: [1, 2])
    func endsWithTheServer(threads: Int) async throws {
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        let server = try await MockServer.start(scenarios: [], configuration: configuration)
        let client = try await RawClient(port: server.port)
        try await client.send("GET /__admin/requests/stream HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        async let response = client.readResponse()
        _ = try await server.send("GET", "/nowhere")
        await server.stop(grace: .seconds(600))
        let text = try await response.text
        #expect(text.contains("event: open\ndata: {\"resumed\":false}"))
    }
}
