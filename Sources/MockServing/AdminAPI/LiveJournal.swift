import HAL
import Messages
import Mocking
import Scenarios

/// A reader of the journal that gets new requests as server-sent events (HTML Standard §9.2).
///
/// An event's id has the start time of the server and the request's number, so that a reader can resume where it was,
/// and notices that it is another server. A reader that is too slow misses requests, and gets the event `gap`.
struct LiveJournal: Sendable {
    /// The interval of the search for new requests, in milliseconds.
    static let intervalMilliseconds = 50
    /// The maximum number of requests in one piece.
    private static let mostRequests = 256
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
        engine.existingMount(at: address).map {
            $0.journalTail(after: position, limit: Self.mostRequests, ofAllAddresses: isWhole)
        }
    }

    /// Returns the events of new requests, and moves on to the next ones.
    mutating func events(of tail: JournalTail) -> [UInt8] {
        var events = opening
        if tail.missed > 0 {
            events += event("gap", id: nil, ["missed": .number(JSONNumber(tail.missed))])
        }
        for entry in tail.entries { events += event("request", id: entry.id, Self.summary(of: entry)) }
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
            return Array("retry: 1000\n".utf8) + event("open", id: position, ["resumed": .bool(isResumed)])
        }
    }

    private func event(_ name: String, id: Int?, _ data: JSONObject) -> [UInt8] {
        let id = id.map { "id: \(epoch)-\($0)\n" } ?? ""
        return Array("\(id)event: \(name)\ndata: ".utf8) + JSONValue.object(data).serializedBytes()
            + Array("\n\n".utf8)
    }

    /// The parts of an entry that a list of requests shows.
    static func summary(of entry: JournalEntry) -> JSONObject {
        let request = entry.request
        let target = request.head[request.target]
        var summary: JSONObject = [
            "id": .string(JournalID.text(of: entry.id)),
            "number": .number(JSONNumber(entry.id)),
            "time": .number(JSONNumber(entry.receivedAt)),
            "method": .string(String(decoding: request.head[request.method].prefix(longestTarget), as: UTF8.self)),
            "target": .string(String(decoding: target.prefix(longestTarget), as: UTF8.self)),
            "address": .string(request.addressPath),
            "status": .number(JSONNumber(entry.status)),
            "outcome": .string(entry.wasMatched ? entry.fault == nil ? "matched" : "fault" : "unmatched"),
            "delay": .number(JSONNumber(entry.delayMilliseconds)),
            "bodyLength": .number(JSONNumber(entry.bodyLength)),
        ]
        if let note = entry.note { summary["clock"] = .number(JSONNumber(note.time)) }
        if target.count > longestTarget { summary["targetLength"] = .number(JSONNumber(target.count)) }
        if let fault = entry.fault { summary["fault"] = .string(fault.effect.rawValue) }
        if let interaction = entry.interaction {
            summary["interaction"] = interaction.name.map { .string($0) }
            summary["location"] = .string(interaction.place)
        }
        return summary
    }
}
