import Messages
import Scenarios

/// The heads and small bodies of many requests, one after the other.
///
/// Kept each in a block of its own, thousands of requests would be cold memory by the time they are freed, and every
/// request would pay for that. Filled from front to back and given up as a whole, memory costs next to nothing.
struct JournalBlock {
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [FieldRange] = []
    /// How many entries still need it.
    var entryCount = 0

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Whether so many bytes can be added without moving the others.
    func hasRoom(for count: Int) -> Bool {
        bytes.capacity - bytes.count >= count
    }

    mutating func append(_ request: Request, body: [UInt8]) -> Place {
        let place = Place(
            bytes: bytes.count,
            headLength: request.head.count,
            bodyLength: body.count,
            fields: fields.count,
            fieldCount: request.fields.count
        )
        bytes.append(contentsOf: request.head)
        if !body.isEmpty { bytes.append(contentsOf: body) }
        fields.append(contentsOf: request.fields)
        entryCount += 1
        return place
    }

    /// Empty again, with its memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        entryCount = 0
    }

    /// Where in a block a request stands.
    struct Place {
        let bytes: Int
        let headLength: Int
        let bodyLength: Int
        let fields: Int
        let fieldCount: Int
    }

    func head(at place: Place) -> [UInt8] {
        Array(bytes[place.bytes..<place.bytes + place.headLength])
    }

    func body(at place: Place) -> [UInt8] {
        let start = place.bytes + place.headLength
        return Array(bytes[start..<start + place.bodyLength])
    }

    func fields(at place: Place) -> [FieldRange] {
        Array(fields[place.fields..<place.fields + place.fieldCount])
    }
}
