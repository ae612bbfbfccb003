import Messages
import Mocking
import Scenarios
import Valkey

/// A change that all servers of a shared state make in the same order: a call of the admin API, or one of `OwnKind`.
struct SharedChange: Sendable {
    /// A change that no call of the admin API makes, by its method.
    enum OwnKind: String, Sendable {
        /// A request that changes a live resource; the path is the time of the first request to those of the address.
        case write = "WRITE"
        /// The clock of an address, in a merged log.
        case clock = "CLOCK"
        /// The state of a live resource, in a merged log; the path is its name.
        case items = "ITEMS"
    }

    /// The number of the change, counted from 1.
    let number: Int
    /// The address, as `Address` describes it.
    let address: String
    let method: String
    /// The path below `/__admin`, query included, or as `OwnKind` has it.
    let path: String
    let body: [UInt8]
    /// The id of the newest request in the journal at the time of the change.
    var lastRequest = 0
    /// The time by the store's clock, in milliseconds since 1970; 0: merged with other changes.
    var time = 0

    init(number: Int, address: String, method: String, path: String, body: [UInt8]) {
        self.number = number
        self.address = address
        self.method = method
        self.path = path
        self.body = body
    }

    /// nil: a call of the admin API.
    var ownKind: OwnKind? { OwnKind(rawValue: method) }

    /// Reads an entry of the stream; nil if it is anything else.
    init?(_ entry: StreamEntry) {
        guard let address = entry.text("a"), let method = entry.text("m"), let path = entry.text("p"),
            let body = entry["b"], let lastRequest = entry.number("j"), let time = entry.number("t")
        else { return nil }
        self.init(number: entry.id, address: address, method: method, path: path, body: body)
        self.lastRequest = lastRequest
        self.time = time
    }
}

/// A request and the verdict on it, as the servers of a shared state journal it.
struct SharedExchange: Sendable {
    let id: Int
    /// The number of the last change before it.
    let change: Int
    let address: String
    /// Identifies the interaction that has responded; nil: none has.
    let key: String?
    /// The number of its earlier responses.
    let position: Int
    let request: [UInt8]
    /// The judgments on the rules of the interaction.
    let judgments: RuleJudgments
    /// The time of the first request to the address' live resources; nil: it is for none.
    let liveStart: Int64?

    /// Reads an entry of the stream; nil if it is anything else.
    init?(_ entry: StreamEntry) {
        guard let change = entry.number("v"), let address = entry.text("a"), let key = entry.text("k"),
            let position = entry.number("p"), let request = entry["r"]
        else { return nil }
        id = entry.id
        self.change = change
        self.address = address
        self.key = key.isEmpty ? nil : key
        self.position = position
        self.request = request
        judgments = RuleJudgments(entry.text("d") ?? "")
        liveStart = entry.number("s").map { Int64($0) }
    }
}

/// An entry of a stream whose ids are 0-1, 0-2 and so on.
struct StreamEntry {
    let id: Int
    private var fields: [String: [UInt8]] = [:]

    /// Reads an element of the reply to `XRANGE`; nil if it is anything else.
    init?(_ reply: StoreReply) {
        let parts = reply.elements
        guard parts.count == 2, let text = parts[0].text, text.hasPrefix("0-"),
            let id = SharedNumber.value(text.dropFirst(2))
        else { return nil }
        self.id = id
        let values = parts[1].elements
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            if let name = values[index].text { fields[name] = values[index + 1].bytes }
        }
    }

    subscript(name: String) -> [UInt8]? { fields[name] }

    func text(_ name: String) -> String? { fields[name].map { String(decoding: $0, as: UTF8.self) } }

    func number(_ name: String) -> Int? { text(name).flatMap { SharedNumber.value($0) } }
}
