import HAL
import Messages
import Mocking
import Scenarios

/// A reader of the journal that gets new requests as server-sent events (HTML Standard §9.2).
///
/// An event's id has the start time of the server and the request's number, so that a reader can resume where it was,
/// and notices that it is another server; the event `removed` says that it has requests that the journal has lost on
/// request, and should read it anew. Of a flood of requests, a reader gets some, and the event `gap` instead of the
/// others, so that an open page does not cost as much as the requests.
struct LiveJournal: Sendable {
    /// The interval of the search for new requests, in milliseconds.
    static let intervalMilliseconds = 50
    /// The maximum number of requests in one piece while the reader gets those from before it came.
    private static let mostEarlierRequests = 256
    /// The maximum number of requests that come at once and are all told.
    private static let longestBurst = 1000
    /// The number of requests in each piece that are always told: 1 000 per second.
    private static let usualRequests = 50
    /// The number of requests in each piece of a flood.
    private static let floodRequests = 10
    /// The number of empty pieces after which a comment shows that the connection is alive: 15 s.
    private static let patience = 300
    /// The maximum length of a shown target, in bytes.
    private static let longestTarget = 2000

    let address: Address
    /// Whether it gets the requests to all addresses.
    let isWhole: Bool
    /// The start of the server, in milliseconds since 1970.
    private let epoch: Int64
    /// The id of the last request that the reader has.
    private(set) var position: Int
    private let isResumed: Bool
    private var hasBegun = false
    /// The removals from the journal that the reader knows of; nil before its first piece.
    private var removals: Int?
    /// The id of the newest request when the reader came; nil before its first piece.
    private var firstNewest: Int?
    /// The number of requests that the next piece may have.
    private var credit = LiveJournal.longestBurst
    private var emptyPieces = 0

    /// Creates a reader that continues after the event with the id `last`; without one, it gets all requests.
    init(_ address: Address, ofAllAddresses isWhole: Bool, epoch: Int64, after last: String?) {
        self.address = address
        self.isWhole = isWhole
        self.epoch = epoch
        let parts = (last ?? "").split(separator: "-")
        let known = parts.count == 2 && Int64(parts[0]) == epoch ? Int(parts[1]) : nil
        isResumed = known != nil
        position = max(0, known ?? 0)
    }

    var response: Response {
        Response(
            status: 200,
            fields: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
            live: LiveBody(intervalMilliseconds: Self.intervalMilliseconds, start: self)
        )
    }

    /// Returns the requests that the reader does not have; nil if its address was removed.
    func tail(in engine: Engine) -> JournalTail? {
        engine.existingMount(at: address).map { mount in
            guard let firstNewest, position >= firstNewest else {
                return mount.journalTail(after: position, limit: Self.mostEarlierRequests, ofAllAddresses: isWhole)
            }
            return mount.newestRequests(after: position, limit: credit, ofAllAddresses: isWhole)
        }
    }

    /// Returns the events of new requests, and moves on to the next ones.
    mutating func events(of tail: JournalTail) -> [UInt8] {
        var events = opening
        if let removals, tail.removals != removals { add("removed", id: nil, to: &events) { _ in } }
        removals = tail.removals
        if tail.missed > 0 {
            add("gap", id: nil, to: &events) { $0.member("missed", value: .number(JSONNumber(tail.missed))) }
        }
        for entry in tail.entries {
            add("request", id: entry.id, to: &events) { Self.write(entry, to: &$0) }
        }
        if let firstNewest, position >= firstNewest {
            let earned = tail.missed > 0 ? Self.floodRequests : Self.usualRequests
            credit = min(Self.longestBurst, credit - tail.entries.count + earned)
        }
        firstNewest = firstNewest ?? tail.newest
        position = tail.last
        emptyPieces = events.isEmpty ? emptyPieces + 1 : 0
        if emptyPieces == Self.patience {
            emptyPieces = 0
            events += Array(":\n\n".utf8)
        }
        return events
    }

    /// The first event, which says whether the reader continues where it was.
    private var opening: [UInt8] {
        mutating get {
            guard !hasBegun else { return [] }
            hasBegun = true
            var events = Array("retry: 1000\n".utf8)
            add("open", id: position, to: &events) { $0.member("resumed", value: .bool(isResumed)) }
            return events
        }
    }

    private func add(_ name: String, id: Int?, to events: inout [UInt8], _ data: (inout JSONWriter) -> Void) {
        if let id { events.append(text: "id: \(epoch)-\(id)\n") }
        events.append(text: "event: \(name)\ndata: ")
        var writer = JSONWriter(pretty: false, capacity: 512)
        writer.object(data)
        events += writer.bytes
        events.append(text: "\n\n")
    }

    /// Writes the parts of an entry that a list of requests shows.
    static func write(_ entry: JournalEntry, to writer: inout JSONWriter) {
        let request = entry.request
        let target = request.head[request.target]
        writer.member("id", JournalID.text(of: entry.id))
        writer.member("number", value: .number(JSONNumber(entry.id)))
        writer.member("time", value: .number(JSONNumber(entry.receivedAt)))
        writer.member("method", text(request.head[request.method]))
        writer.member("target", text(target))
        writer.member("address", request.addressPath)
        writer.member("status", value: .number(JSONNumber(entry.status)))
        writer.member("outcome", entry.wasMatched ? entry.fault == nil ? "matched" : "fault" : "unmatched")
        writer.member("delay", value: .number(JSONNumber(entry.delayMilliseconds)))
        writer.member("bodyLength", value: .number(JSONNumber(entry.bodyLength)))
        if let note = entry.note { writer.member("clock", value: .number(JSONNumber(note.time))) }
        if target.count > longestTarget { writer.member("targetLength", value: .number(JSONNumber(target.count))) }
        if let fault = entry.fault { writer.member("fault", fault.effect.rawValue) }
        guard let interaction = entry.interaction else { return }
        if let name = interaction.name { writer.member("interaction", name) }
        writer.member("location", interaction.place)
    }

    /// The beginning of a part of a request line.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(longestTarget), as: UTF8.self)
    }
}
